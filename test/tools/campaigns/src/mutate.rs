//! Mutations of texts: the same ones for the same random numbers.

use random_programs::random::Random;

/// The tokens of a text and the text between them: words, numbers, strings, white space, single
/// signs.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let class = |c: char| match c {
            _ if c.is_alphanumeric() || c == '_' || c == '.' => 1,
            _ if c.is_whitespace() => 2,
            _ => 0,
        };
        let len = match first {
            '"' => rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 2),
            _ if class(first) > 0 => rest.find(|c| class(c) != class(first)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        tokens.push(&rest[..len]);
        rest = &rest[len..];
    }
    tokens
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn is_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit())
}

/// Numbers at which things end.
const NUMBERS: [&str; 22] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "8",
    "64",
    "127",
    "255",
    "1000",
    "65536",
    "2147483647",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "0.5",
    "1e308",
    "1e400",
    "1e-320",
    "0x7FF0000000000000",
    "99999999999999999999999999",
];

/// Gentle mutations keep a text near what it was: words become other words of the text or of
/// `words`, numbers other numbers, lines are copied, swapped or left out.
pub fn gentle(random: &mut Random, text: &str, words: &[&str]) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.weighted(&[6, 2, 1]) {
        text = match random.weighted(&[4, 4, 3, 3, 2, 2]) {
            0 => replace_word(random, &text, words),
            1 => replace_number(random, &text, &NUMBERS[..9]),
            2 => replace_sign(random, &text),
            3 => line(random, &text),
            4 => swap_tokens(random, &text),
            _ => drop_token(random, &text),
        };
    }
    text
}

/// Harsh mutations produce unnatural text: they cut, repeat, nest and insert anything.
pub fn harsh(random: &mut Random, text: &str, other: &str, words: &[&str]) -> String {
    let mut text = text.to_owned();
    for _ in 0..random.between(1, 6) {
        text = match random.weighted(&[3, 3, 3, 2, 2, 2, 2, 2, 2, 1]) {
            0 => replace_word(random, &text, words),
            1 => replace_number(random, &text, &NUMBERS),
            2 => drop_token(random, &text),
            3 => swap_tokens(random, &text),
            4 => insert(random, &text, words),
            5 => line(random, &text),
            6 => repeat(random, &text),
            7 => splice(random, &text, other),
            8 => odd_character(random, &text),
            _ => nest(random, &text),
        };
        if text.len() > 100_000 {
            break;
        }
    }
    text
}

/// Replaces the `number`th of the tokens that `which` accepts.
fn replace_one(
    random: &mut Random,
    text: &str,
    which: impl Fn(&str) -> bool,
    with: impl FnOnce(&mut Random, &str) -> String,
) -> String {
    let mut tokens: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    let places: Vec<usize> = (0..tokens.len()).filter(|&at| which(&tokens[at])).collect();
    if let Some(&at) = random.pick(&places) {
        tokens[at] = with(random, &tokens[at].clone());
    }
    tokens.concat()
}

fn replace_word(random: &mut Random, text: &str, words: &[&str]) -> String {
    let own: Vec<&str> = tokens(text).into_iter().filter(|token| is_word(token)).collect();
    let other = match random.chance(60) {
        true => random.pick(&own).copied(),
        false => random.pick(words).copied(),
    };
    replace_one(random, text, is_word, |_, word| other.unwrap_or(word).to_owned())
}

fn replace_number(random: &mut Random, text: &str, numbers: &[&str]) -> String {
    replace_one(random, text, is_number, |random, _| {
        random.pick(numbers).map_or("0", |it| it).to_owned()
    })
}

fn replace_sign(random: &mut Random, text: &str) -> String {
    let groups = ["+-*/@", "<>", "=!", "()", "[]", "{}", ",;:", "%@^!#"];
    let group_of =
        |token: &str| groups.iter().find(|group| !token.is_empty() && group.contains(token));
    replace_one(
        random,
        text,
        |token| group_of(token).is_some(),
        |random, sign| {
            let signs: Vec<char> =
                group_of(sign).map_or_else(Vec::new, |group| group.chars().collect());
            random.pick(&signs).map_or_else(|| sign.to_owned(), char::to_string)
        },
    )
}

fn drop_token(random: &mut Random, text: &str) -> String {
    replace_one(random, text, |token| !token.trim().is_empty(), |_, _| String::new())
}

fn swap_tokens(random: &mut Random, text: &str) -> String {
    let mut tokens = tokens(text);
    let places: Vec<usize> =
        (0..tokens.len()).filter(|&at| !tokens[at].trim().is_empty()).collect();
    if let (Some(&a), Some(&b)) = (random.pick(&places), random.pick(&places)) {
        tokens.swap(a, b);
    }
    tokens.concat()
}

fn insert(random: &mut Random, text: &str, words: &[&str]) -> String {
    let signs = [
        "(", ")", "[", "]", "{", "}", "<", ">", ",", ";", ":", "\"", "->", "=", "#", "//", "%0",
        "@f",
    ];
    let new = match random.below(3) {
        0 => random.pick(words),
        1 => random.pick(&NUMBERS),
        _ => random.pick(&signs),
    };
    let new = format!(" {} ", new.copied().unwrap_or_default());
    let mut tokens = tokens(text);
    let at = random.below(tokens.len() + 1);
    tokens.insert(at, &new);
    tokens.concat()
}

fn line(random: &mut Random, text: &str) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.is_empty() {
        return text.to_owned();
    }
    let (a, b) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(4) {
        0 => lines.swap(a, b),
        1 => lines.insert(b, lines[a]),
        2 => drop(lines.remove(a)),
        _ => {
            let moved = lines.remove(a);
            lines.insert(b.min(lines.len()), moved);
        }
    }
    lines.concat()
}

fn repeat(random: &mut Random, text: &str) -> String {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return text.to_owned();
    }
    let start = random.below(tokens.len());
    let end = (start + random.between(1, 8)).min(tokens.len());
    let times = random.pick(&[2, 2, 3, 10, 300]).copied().unwrap_or(2);
    [&tokens[..start].concat(), &tokens[start..end].concat().repeat(times), &tokens[end..].concat()]
        .map(String::as_str)
        .concat()
}

fn splice(random: &mut Random, text: &str, other: &str) -> String {
    let (own, others) = (tokens(text), tokens(other));
    let (a, b) = (random.below(own.len() + 1), random.below(others.len() + 1));
    [own[..a].concat(), others[b..].concat()].concat()
}

fn odd_character(random: &mut Random, text: &str) -> String {
    let odd = [
        '\0', '\u{1b}', '\u{202e}', '\u{7f}', 'é', '😀', '\u{feff}', '\r', '\t', '\\', '`',
        '\u{2028}',
    ];
    let new = random.pick(&odd).map_or_else(String::new, char::to_string);
    let mut tokens = tokens(text);
    let at = random.below(tokens.len() + 1);
    tokens.insert(at, &new);
    tokens.concat()
}

fn nest(random: &mut Random, text: &str) -> String {
    let (open, close) = random
        .pick(&[("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("-", "")])
        .copied()
        .unwrap_or_default();
    let depth = random.pick(&[3, 40, 300, 3000]).copied().unwrap_or(3);
    replace_one(
        random,
        text,
        |token| is_word(token) || is_number(token),
        |_, token| [open.repeat(depth).as_str(), token, &close.repeat(depth)].concat(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    const TEXT: &str = "def main() {\n  var a = [1, 2.5];\n  print(a * \"x y\");\n}\n";

    #[test]
    fn tokens_are_all_of_the_text() {
        assert_eq!(tokens(TEXT).concat(), TEXT);
        assert!(tokens(TEXT).contains(&"\"x y\"") && tokens(TEXT).contains(&"2.5"));
    }

    #[test]
    fn mutations_depend_on_the_seed_alone() {
        let texts = |seed| {
            let random = &mut Random::new(seed);
            (gentle(random, TEXT, &["sum"]), harsh(random, TEXT, "var b = 1;", &["sum"]))
        };
        let all: std::collections::BTreeSet<_> = (0..100).map(texts).collect();
        assert_eq!(texts(7), texts(7));
        assert!(all.len() > 80, "{}", all.len());
    }
}
