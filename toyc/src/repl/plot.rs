//! Pictures of tensors in text: curves in dots of Braille, histograms in bars, matrices in shades.

use std::fmt::Write as _;

/// Columns and rows of text in a plot.
const COLUMNS: usize = 64;
const ROWS: usize = 16;

/// Dots in a character, across and down.
const DOTS: (usize, usize) = (2, 4);

/// The bits of a character of Braille, by row and column of its dots.
const BRAILLE: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// Blocks of eighths of a column.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// From dark to light.
const SHADES: [char; 5] = [' ', '░', '▒', '▓', '█'];

/// The largest picture of a matrix, in characters; of a larger one, means of parts are shown.
const PICTURE: (usize, usize) = (80, 40);

/// Bars of a histogram.
const BINS: usize = 16;

/// The smallest and the largest finite number.
fn limits<'n>(numbers: impl Iterator<Item = &'n f64>) -> Option<(f64, f64)> {
    let mut finite = numbers.copied().filter(|number| number.is_finite());
    let first = finite.next()?;
    Some(finite.fold((first, first), |(low, high), x| (low.min(x), high.max(x))))
}

/// The place of a number between two limits, from 0 to 1.
fn place(number: f64, (low, high): (f64, f64)) -> f64 {
    // Halves, so that the largest numbers do not overflow.
    if high > low { (number / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0) } else { 0.5 }
}

/// A number with four digits, as short as it can be.
fn label(number: f64) -> String {
    let size = number.abs();
    if size != 0.0 && !(1e-3..1e6).contains(&size) {
        return format!("{number:.3e}");
    }
    let before = if size < 1.0 { 0 } else { size.log10() as usize };
    let text = format!("{number:.*}", 4_usize.saturating_sub(before));
    if !text.contains('.') {
        return text;
    }
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Curves through points, with the limits of both axes. Points that are not finite are left out,
/// and interrupt their curve. `None` if there is no other.
pub(super) fn plot(x: &[f64], series: &[&[f64]]) -> Option<String> {
    let pairs = || series.iter().flat_map(|y| x.iter().zip(*y));
    let is_shown = |(x, y): &(&f64, &f64)| x.is_finite() && y.is_finite();
    let across = limits(pairs().filter(is_shown).map(|(x, _)| x))?;
    let up = limits(pairs().filter(is_shown).map(|(_, y)| y))?;
    let (width, height) = (COLUMNS * DOTS.0, ROWS * DOTS.1);
    let mut cells = vec![0_u32; COLUMNS * ROWS];
    let mut dot = |column: usize, row: usize| {
        cells[row / DOTS.1 * COLUMNS + column / DOTS.0] |= BRAILLE[row % DOTS.1][column % DOTS.0];
    };
    for y in series {
        let mut before: Option<(f64, f64)> = None;
        for point in x.iter().zip(*y) {
            if !is_shown(&point) {
                before = None;
                continue;
            }
            let column = place(*point.0, across) * (width - 1) as f64;
            let row = (1.0 - place(*point.1, up)) * (height - 1) as f64;
            let (from_column, from_row) = before.unwrap_or((column, row));
            let steps = (column - from_column).abs().max((row - from_row).abs()).ceil().max(1.0);
            for step in 0..=steps as usize {
                let part = step as f64 / steps;
                let at = |from: f64, to: f64| (from + part * (to - from)).round() as usize;
                dot(at(from_column, column), at(from_row, row));
            }
            before = Some((column, row));
        }
    }
    let (top, bottom) = (label(up.1), label(up.0));
    let margin = top.chars().count().max(bottom.chars().count());
    let mut text = String::new();
    for (row, cells) in cells.chunks(COLUMNS).enumerate() {
        let side = match row {
            0 => &*top,
            _ if row == ROWS - 1 => &*bottom,
            _ => "",
        };
        let dots: String = cells.iter().filter_map(|bits| char::from_u32(0x2800 + bits)).collect();
        // Writing into a text does not fail.
        let _ = writeln!(text, "{side:>margin$} │{}", dots.trim_end_matches('\u{2800}'));
    }
    let (left, right) = (label(across.0), label(across.1));
    let _ = writeln!(text, "{:margin$} └{}", "", "─".repeat(COLUMNS));
    let _ = writeln!(text, "{:margin$}  {left}{right:>1$}", "", COLUMNS - left.chars().count());
    Some(text)
}

/// How many numbers are in each of some intervals, and how many are not finite. `None` if none is
/// finite.
pub(super) fn histogram(numbers: &[f64]) -> Option<String> {
    let (low, high) = limits(numbers.iter())?;
    let finite: Vec<f64> = numbers.iter().copied().filter(|number| number.is_finite()).collect();
    let bins = if high > low { BINS } else { 1 };
    let mut counts = vec![0_usize; bins];
    for number in &finite {
        let bin = place(*number, (low, high)) * bins as f64;
        counts[(bin as usize).min(bins - 1)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(1);
    let starts: Vec<String> = (0..bins)
        .map(|bin| label(low + (high / bins as f64 - low / bins as f64) * bin as f64))
        .collect();
    let margin = starts.iter().map(|start| start.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (start, count) in starts.iter().zip(&counts) {
        let eighths = (count * COLUMNS * 8).div_ceil(most);
        let bar = "█".repeat(eighths / 8) + EIGHTHS[eighths % 8];
        let _ = writeln!(text, "{start:>margin$} │{bar} {count}");
    }
    let _ = writeln!(text, "{:>margin$}", label(high));
    let others = numbers.len() - finite.len();
    if others > 0 {
        let _ = writeln!(text, "not finite: {others}");
    }
    Some(text)
}

/// A matrix in shades, the smallest element dark and the largest light; two rows of elements are
/// one of text. Elements that are not finite are `?`.
pub(super) fn picture(rows: usize, columns: usize, elements: &[f64]) -> Option<String> {
    let limits = limits(elements.iter())?;
    let step = columns.div_ceil(PICTURE.0).max(rows.div_ceil(2 * PICTURE.1)).max(1);
    let mut text = String::new();
    for row in (0..rows).step_by(2 * step) {
        let mut line = String::new();
        for column in (0..columns).step_by(step) {
            let inside = (row..rows.min(row + 2 * step)).flat_map(|row| {
                let end = columns.min(column + step);
                elements[row * columns + column..row * columns + end].iter().copied()
            });
            let (sum, count) = inside.fold((0.0, 0), |(sum, count), x| (sum + x, count + 1));
            let mean = sum / f64::from(count);
            line.push(match mean.is_finite() {
                true => SHADES[((place(mean, limits) * 5.0) as usize).min(4)],
                false => '?',
            });
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let _ = writeln!(text, "{rows} by {columns}, from {} to {}", label(limits.0), label(limits.1));
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn numbers_have_four_digits() {
        for (number, text) in [
            (0.0, "0"),
            (-0.00001, "-1.000e-5"),
            (0.25, "0.25"),
            (12.3456, "12.346"),
            (123_456.0, "123456"),
            (1e9, "1.000e9"),
        ] {
            assert_eq!(label(number), text);
        }
    }

    #[test]
    fn a_line_goes_from_corner_to_corner() {
        let text = plot(&[0.0, 1.0], &[&[-1.0, 3.0]]).expect("a picture");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), ROWS + 2);
        assert!(lines[0].starts_with(" 3 │") && lines[0].ends_with('⠉'), "{text}");
        assert!(lines[ROWS - 1].starts_with("-1 │⣀"), "{text}");
        assert!(lines[ROWS + 1].trim_start().starts_with('0'), "{text}");
        assert!(lines[ROWS + 1].ends_with('1'), "{text}");
    }

    #[test]
    fn numbers_that_are_not_finite_are_left_out() {
        assert_eq!(plot(&[0.0, 1.0], &[&[f64::NAN, f64::INFINITY]]), None);
        assert!(plot(&[0.0, 1.0, 2.0], &[&[1.0, f64::NAN, f64::MAX]]).is_some());
        assert_eq!(histogram(&[f64::NAN]), None);
        let text = histogram(&[2.0, 2.0, f64::INFINITY]).expect("bars");
        let bar = "█".repeat(COLUMNS);
        assert_eq!(text, format!("2 │{bar} 2\n2\nnot finite: 1\n"));
        assert_eq!(picture(1, 2, &[f64::NAN, 1.0]).as_deref(), Some("?▒\n1 by 2, from 1 to 1\n"));
    }

    #[test]
    fn bars_count_the_numbers_of_their_intervals() {
        let numbers: Vec<f64> = (0..32).map(f64::from).collect();
        let text = histogram(&numbers).expect("bars");
        let counts: Vec<&str> = text.lines().filter_map(|line| line.split("█ ").nth(1)).collect();
        assert_eq!(counts, ["2"; BINS]);
    }

    #[test]
    fn large_matrices_are_made_smaller() {
        let text = picture(400, 300, &vec![0.0; 120_000]).expect("a picture");
        assert!(text.lines().count() <= PICTURE.1 + 1, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= PICTURE.0), "{text}");
    }
}
