//! The notation of the lines that `print` writes.
//!
//! Everything is found by trying: the fewest digits that are read as the same number, and the texts
//! of all numbers before their widths are compared.

use crate::tensor::Tensor;

/// A tensor as `print` shows it in this style; none if there is no such style.
pub(crate) fn shown(tensor: &Tensor, style: &str) -> Option<String> {
    let plus = style.starts_with('+');
    let rest = style.trim_start_matches('+');
    let letter = rest.chars().last().filter(char::is_ascii_alphabetic);
    let rest = rest.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let (width, digits) = rest.split_once('.').map_or((rest, None), |(w, d)| (w, Some(d)));
    let width: usize = if width.is_empty() { 0 } else { width.parse().ok()? };
    let digits: Option<usize> = match digits {
        Some(digits) => Some(digits.parse().ok()?),
        None => None,
    };
    if width > 99 || digits.is_some_and(|digits| digits > 17) {
        return None;
    }
    // No tensor of a random program is so large that it is abridged.
    let mut words = words(tensor, letter, digits)?;
    let signed = |word: &String| if plus && !word.starts_with('-') { "+" } else { "" };
    words = words.iter().map(|word| format!("{}{word}", signed(word))).collect();
    Some(aligned(&tensor.shape, &words, width))
}

/// The texts of a tensor's elements with one width, in brackets if it has dimensions.
pub(crate) fn aligned(shape: &[usize], words: &[String], width: usize) -> String {
    let most = words.iter().map(String::len).max().unwrap_or(0).max(width);
    let words: Vec<String> = words.iter().map(|word| format!("{word:>most$}")).collect();
    match shape {
        [] => words.concat(),
        _ => rows(shape, &words, shape.len(), 1),
    }
}

/// The texts of the numbers; those without an exponent have as many columns after the point.
fn words(tensor: &Tensor, letter: Option<char>, digits: Option<usize>) -> Option<Vec<String>> {
    let special = |x: f64| match x {
        _ if x.is_nan() => "nan".to_owned(),
        _ if x > 0.0 => "inf".to_owned(),
        _ => "-inf".to_owned(),
    };
    let all = |word: &dyn Fn(f64) -> String| {
        let word = |x: &f64| if x.is_finite() { word(*x) } else { special(*x) };
        Some(tensor.elements.iter().map(word).collect::<Vec<_>>())
    };
    match letter {
        Some('f') => return all(&|x| format!("{x:.*}", digits.unwrap_or(6))),
        Some('e') => return all(&|x| scientific(x, digits.unwrap_or(6), 2)),
        Some('g') => return all(&|x| general(x, digits.unwrap_or(6).max(1))),
        Some(_) => return None,
        None => {}
    }
    let digits = digits.unwrap_or(8);
    let finite = || tensor.elements.iter().copied().filter(|x| x.is_finite());
    let is_alone = tensor.shape.is_empty();
    let [whole, alone, together] = match tensor.single {
        true => [16_777_216.0, 1e6, 1e6],
        false => [1e16, 1e16, 1e8],
    };
    if finite().all(|x| x.trunc() == x && x.abs() < whole) {
        return all(&|x| format!("{x:.0}"));
    }
    let sizes: Vec<f64> = finite().map(f64::abs).filter(|x| *x != 0.0).collect();
    let largest = sizes.iter().copied().fold(0.0, f64::max);
    let smallest = sizes.iter().copied().fold(f64::INFINITY, f64::min);
    let has_exponent = match is_alone {
        true => largest >= alone || smallest < 1e-4,
        false => largest >= together || smallest < 1e-4 || largest / smallest > 1000.0,
    };
    let is_same = |text: &str, x: f64| match tensor.single {
        true => text.parse::<f32>() == Ok(x as f32),
        false => text.parse::<f64>() == Ok(x),
    };
    if has_exponent {
        let needed = |x: f64| {
            let tried = (0..digits).find(|n| is_same(&format!("{x:.n$e}"), x)).unwrap_or(digits);
            let mantissa = format!("{x:.tried$e}");
            let mantissa = mantissa.split('e').next().unwrap_or_default();
            let fraction = mantissa.split_once('.').map_or("", |(_, fraction)| fraction);
            fraction.trim_end_matches('0').len()
        };
        let most = finite().map(needed).max().unwrap_or(0);
        let is_wide = finite()
            .any(|x| scientific(x, most, 2).split(['+', '-']).next_back().map_or(0, str::len) > 2);
        let point = if most == 0 && !is_alone { "." } else { "" };
        let width = if is_wide && !is_alone { 3 } else { 2 };
        return all(&|x| scientific(x, most, width).replacen('e', &format!("{point}e"), 1));
    }
    let texts = all(&|x| {
        let tried = (0..digits).find(|n| is_same(&format!("{x:.n$}"), x)).unwrap_or(digits);
        let text = format!("{x:.tried$}");
        match text.contains('.') {
            true => text.trim_end_matches('0').to_owned(),
            false => text + ".",
        }
    })?;
    if is_alone {
        return Some(texts.iter().map(|text| text.trim_end_matches('.').to_owned()).collect());
    }
    let after = |text: &str| text.find('.').map_or(0, |point| text.len() - point);
    let most = texts.iter().map(|text| after(text)).max()?;
    let padded = |text: &String| match after(text) {
        0 => text.clone(),
        found => format!("{text}{}", " ".repeat(most - found)),
    };
    Some(texts.iter().map(padded).collect())
}

fn scientific(x: f64, digits: usize, width: usize) -> String {
    let text = format!("{x:.digits$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let sign = if exponent.starts_with('-') { '-' } else { '+' };
    format!("{mantissa}e{sign}{:0>width$}", exponent.trim_start_matches('-'))
}

fn general(x: f64, digits: usize) -> String {
    let text = scientific(x, digits - 1, 2);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    match exponent.parse::<i32>().unwrap_or(0) {
        small if small >= -4 && small < digits as i32 => {
            trimmed(&format!("{x:.*}", (digits as i32 - 1 - small) as usize))
        }
        _ => format!("{}e{exponent}", trimmed(mantissa)),
    }
}

/// The words of a tensor in brackets, in lines of 75 columns that end with a bracket for each
/// dimension.
fn rows(shape: &[usize], words: &[String], rank: usize, indent: usize) -> String {
    let (size, inner) = (shape[0], &shape[1..]);
    let margin = " ".repeat(indent);
    if !inner.is_empty() {
        let parts: Vec<String> = words
            .chunks(words.len() / size)
            .map(|part| rows(inner, part, rank, indent + 1))
            .collect();
        return format!("[{}]", parts.join(&format!("{}{margin}", "\n".repeat(inner.len()))));
    }
    let mut lines: Vec<String> = vec![];
    let mut line = String::new();
    for word in words {
        if !line.is_empty() && indent + line.len() + 1 + word.len() > 75 - rank {
            lines.push(line.trim_end().to_owned());
            line = word.clone();
        } else {
            line = if line.is_empty() { word.clone() } else { format!("{line} {word}") };
        }
    }
    lines.push(line);
    format!("[{}]", lines.join(&format!("\n{margin}")))
}
