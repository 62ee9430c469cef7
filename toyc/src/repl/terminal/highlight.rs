//! Colours for an entry, and the bracket that matches the one at the cursor.

use std::ops::Range;

use toy_ast::{TokenClass, classify};
use toy_dialect::builtins;

const END: &str = "\x1b[0m";
const MATCH: &str = "\x1b[1;4m";

/// The text with colours; its width is unchanged.
pub(super) fn coloured(text: &str, cursor: Option<usize>) -> String {
    let start = command_length(text);
    let pieces: Vec<_> = classify(&text[start..])
        .into_iter()
        .map(|(place, class)| (place.start + start..place.end + start, class))
        .collect();
    let matching = cursor.and_then(|cursor| matching_brackets(text, &pieces, cursor));
    let mut shown = String::with_capacity(text.len() * 2);
    if start > 0 {
        shown.push_str("\x1b[36m");
        shown.push_str(&text[..start]);
        shown.push_str(END);
    }
    let mut end = start;
    for (place, class) in pieces {
        shown.push_str(&text[end..place.start]);
        end = place.end;
        let is_match = matching.is_some_and(|pair| pair.contains(&place.start));
        let colour = if is_match { MATCH } else { colour(class, &text[place.clone()]) };
        shown.push_str(colour);
        shown.push_str(&text[place]);
        if !colour.is_empty() {
            shown.push_str(END);
        }
    }
    shown.push_str(&text[end..]);
    shown
}

fn colour(class: TokenClass, text: &str) -> &'static str {
    match class {
        TokenClass::Keyword => "\x1b[35m",
        TokenClass::Name if builtins::find(text).is_some() => "\x1b[34m",
        TokenClass::Text => "\x1b[32m",
        TokenClass::Number => "\x1b[33m",
        TokenClass::Comment => "\x1b[90m",
        TokenClass::Unknown => "\x1b[31m",
        TokenClass::Name | TokenClass::Bracket | TokenClass::Punctuation => "",
    }
}

/// The length of the command at the start; the rest is source.
fn command_length(text: &str) -> usize {
    if !text.trim_start().starts_with(':') {
        return 0;
    }
    let start = text.len() - text.trim_start().len();
    text[start..].find(char::is_whitespace).map_or(text.len(), |length| start + length)
}

/// The positions of the bracket at the cursor, or before it, and of its partner.
fn matching_brackets(
    text: &str,
    pieces: &[(Range<usize>, TokenClass)],
    cursor: usize,
) -> Option<[usize; 2]> {
    let brackets: Vec<usize> = pieces
        .iter()
        .filter(|(_, class)| *class == TokenClass::Bracket)
        .map(|(place, _)| place.start)
        .collect();
    let at = |place: usize| brackets.binary_search(&place).ok();
    let index = at(cursor).or_else(|| at(cursor.checked_sub(1)?))?;
    let kind = |index: usize| text.as_bytes().get(brackets[index]).copied().unwrap_or_default();
    let opens = |bracket: u8| matches!(bracket, b'(' | b'[' | b'{');
    let partner = |bracket: u8| match bracket {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        b')' => b'(',
        b']' => b'[',
        _ => b'{',
    };
    let forward = opens(kind(index));
    let mut depth = 0_usize;
    let mut next = index;
    loop {
        if opens(kind(next)) == forward {
            depth += 1;
        } else {
            depth -= 1;
        }
        if depth == 0 {
            let fits = kind(next) == partner(kind(index));
            return fits.then_some([brackets[index], brackets[next]]);
        }
        next = if forward { next + 1 } else { next.checked_sub(1)? };
        if next >= brackets.len() {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn keywords_numbers_and_commands_have_colours() {
        assert_eq!(coloured("var a", None), "\x1b[35mvar\x1b[0m a");
        assert_eq!(coloured(":type 1", None), "\x1b[36m:type\x1b[0m \x1b[33m1\x1b[0m");
        assert_eq!(coloured("a # var", None), "a \x1b[90m# var\x1b[0m");
    }

    #[test]
    fn brackets_find_their_partner() {
        let pair = |text: &str, cursor| matching_brackets(text, &classify(text), cursor);
        assert_eq!(pair("f((a), [1])", 1), Some([1, 10]));
        assert_eq!(pair("f((a), [1])", 11), Some([10, 1]));
        assert_eq!(pair("f((a), [1])", 5), Some([4, 2]));
        assert_eq!(pair("(a]", 0), None);
        assert_eq!(pair("(a", 0), None);
        assert_eq!(pair("a", 0), None);
        assert_eq!(pair("a)", 2), None);
    }
}
