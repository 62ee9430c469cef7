//! Toy's TextMate grammar gives each token the scope of its class.

use std::collections::BTreeSet;
use std::ops::Range;

use editors::repository::{files, grammar, line};
use editors::textmate::{Grammar, Scopes};
use toy_ast::{TokenClass, classify};

/// Words that a program may use as names. Grammars of lines cannot know that it does.
pub(crate) const SOFT: [&str; 6] = ["and", "break", "continue", "not", "or", "while"];

/// The prefixes of the scopes of tokens of this class.
fn prefixes(class: TokenClass) -> &'static [&'static str] {
    match class {
        TokenClass::Keyword => &["keyword.control.", "keyword.operator.word.", "storage.type."],
        TokenClass::Name => {
            &["entity.name.", "variable.other.", "support.function.", "constant.language."]
        }
        TokenClass::Number => &["constant.numeric."],
        TokenClass::Text => &["string.quoted."],
        TokenClass::Bracket => &["punctuation.section."],
        TokenClass::Punctuation => &[
            "punctuation.accessor.",
            "punctuation.separator.",
            "punctuation.terminator.",
            "keyword.operator.a",
            "keyword.operator.comparison.",
        ],
        TokenClass::Comment => &["comment.line."],
        TokenClass::Unknown => &["invalid.illegal."],
    }
}

/// The only scope of a token; within texts, escapes have a second one.
fn scope(scopes: &Scopes, place: Range<usize>) -> Result<&str, String> {
    let first = scopes.at(place.start).first().ok_or("it has no scope")?;
    for byte in place {
        match scopes.at(byte) {
            [only] if only == first => {}
            [only, escape] if only == first && escape == "constant.character.escape.toy" => {}
            others => return Err(format!("it has {first}, and {others:?} in it")),
        }
    }
    Ok(first)
}

/// A token with its text and class.
type Token<'t> = (&'t str, TokenClass, Range<usize>);

/// The scope that a name has because of the tokens beside it. `None` where these are on other
/// lines, or where a word may be a keyword.
fn scope_of_name(text: &str, tokens: &[Token<'_>], at: usize) -> Option<&'static str> {
    let is_on_line = |a: usize, b: usize| !text[tokens[a].2.end..tokens[b].2.start].contains('\n');
    let previous = at.checked_sub(1).map(|before| &tokens[before]);
    let next = tokens.get(at + 1);
    if previous.is_some_and(|_| !is_on_line(at - 1, at))
        && previous.is_some_and(|token| token.0 == ".")
    {
        return None;
    }
    let previous = previous.filter(|_| is_on_line(at - 1, at));
    if SOFT.contains(&tokens[at].0) || next.is_some_and(|token| SOFT.contains(&token.0)) {
        return None;
    }
    match previous.map(|token| token.0) {
        Some("def") => return Some("entity.name.function.toy"),
        Some("struct") => return Some("entity.name.type.struct.toy"),
        Some("var" | "for") => return Some("variable.other.toy"),
        Some(".") => return Some("variable.other.member.toy"),
        _ => {}
    }
    let next = match next {
        Some(next) if !is_on_line(at, at + 1) => match next.1 {
            TokenClass::Bracket | TokenClass::Name => return None,
            _ => "",
        },
        Some(next) if next.1 == TokenClass::Name => return Some("entity.name.type.struct.toy"),
        Some(next) => next.0,
        None => "",
    };
    let word = tokens[at].0;
    Some(match next {
        "(" if toy_dialect::builtins::find(word).is_some() => "support.function.builtin.toy",
        "(" => "entity.name.function.call.toy",
        _ if toy_dialect::builtins::constant(word).is_some() => "constant.language.toy",
        _ => "variable.other.toy",
    })
}

/// The complaints about a text, and the number of its tokens.
fn check(grammar: &Grammar, text: &str, wrong: &mut Vec<String>) -> usize {
    let scopes = grammar.scopes(text);
    let tokens: Vec<Token<'_>> = classify(text)
        .into_iter()
        .map(|(place, class)| (&text[place.clone()], class, place))
        .collect();
    let mut end = 0;
    for (at, (word, class, place)) in tokens.iter().enumerate() {
        let mut complain = |message: String| {
            let (number, line) = line(text, place.start);
            wrong.push(format!("{number}: {class:?} `{word}`: {message}: {line}"));
        };
        if (end..place.start).any(|byte| !scopes.at(byte).is_empty()) {
            complain("the white space before it has a scope".to_owned());
        }
        end = place.end;
        let found = match scope(&scopes, place.clone()) {
            Ok(found) => found,
            Err(message) => {
                complain(message);
                continue;
            }
        };
        let is_soft = SOFT.contains(word) && *class == TokenClass::Name;
        let is_foreign = word.starts_with("/*") && found == "invalid.illegal.comment.toy";
        let is_of_class = prefixes(*class).iter().any(|prefix| found.starts_with(prefix));
        if !is_of_class && !is_soft && !is_foreign {
            complain(format!("it has {found}"));
        } else if *class == TokenClass::Name
            && let Some(expected) = scope_of_name(text, &tokens, at)
            && found != expected
        {
            complain(format!("it has {found} instead of {expected}"));
        }
    }
    tokens.len()
}

#[test]
fn each_token_has_the_scope_of_its_class() {
    let grammar = grammar("toy");
    let (mut wrong, mut count) = (Vec::new(), 0);
    let files = files(".toy");
    assert!(files.len() > 150, "only {} files", files.len());
    for (path, text) in &files {
        let mut found = Vec::new();
        count += check(&grammar, text, &mut found);
        wrong.extend(found.into_iter().map(|found| format!("{}:{found}", path.display())));
    }
    assert!(count > 20_000, "only {count} tokens");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}

/// Lines as they are while someone types: each file with all lines cut off somewhere.
#[test]
fn each_token_of_unfinished_lines_has_the_scope_of_its_class() {
    let grammar = grammar("toy");
    let (mut wrong, mut seed) = (Vec::new(), 1_usize);
    for (path, text) in files(".toy") {
        let mut cut = String::new();
        for line in text.lines() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let length = (seed >> 33) % (line.chars().count() + 1);
            cut.extend(line.chars().take(length));
            cut.push('\n');
        }
        // A comment of another language that is not closed on its line is red up to there alone.
        let cut = cut.replace("/*", "*");
        let mut found = Vec::new();
        check(&grammar, &cut, &mut found);
        wrong.extend(found.into_iter().map(|found| format!("{}:{found}", path.display())));
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}

#[test]
fn examples_have_the_scopes_that_the_language_gives_them() {
    let grammar = grammar("toy");
    let found = |text: &str, part: &str| -> BTreeSet<String> {
        let scopes = grammar.scopes(text);
        let start = text.find(part).expect("the part is in the text");
        (start..start + part.len()).map(|byte| scopes.at(byte).join(" ")).collect()
    };
    let one = |scope: &str| BTreeSet::from([scope.to_owned()]);
    assert_eq!(found("var x = .5e3;", ".5e3"), one("constant.numeric.toy"));
    assert_eq!(found("var x = 1.2.3;", "1.2.3"), one("invalid.illegal.number.toy"));
    assert_eq!(found("a ** b", "**"), one("keyword.operator.arithmetic.toy"));
    assert_eq!(found("a /= b", "/="), one("keyword.operator.assignment.toy"));
    assert_eq!(found("import \"a.toy\";", "import"), one("keyword.control.import.toy"));
    assert_eq!(found("var import = 1;", "import"), one("variable.other.toy"));
    assert_eq!(found("var e = 1;", "e"), one("variable.other.toy"));
    assert_eq!(found("def f(Point p)", "Point"), one("entity.name.type.struct.toy"));
    assert_eq!(found("x = a and b;", "and"), one("keyword.operator.word.toy"));
    assert_eq!(found("a.max", "max"), one("variable.other.member.toy"));
    assert_eq!(found("max(a)", "max"), one("support.function.builtin.toy"));
    assert_eq!(
        found("print(\"a\\\"b\")", "\\\""),
        one("string.quoted.double.toy constant.character.escape.toy")
    );
    assert_eq!(found("print(\"a", "\"a"), one("invalid.illegal.unclosed-string.toy"));
}
