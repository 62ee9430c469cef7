//! The lists of words in the grammars are those of the language. With `UPDATE_EXPECTED=1`, the
//! lists of builtin functions and constants are written anew.

use std::collections::BTreeSet;
use std::fs;
use std::sync::LazyLock;

use editors::repository::{json, read, root};
use toy_ast::KEYWORDS;

const GRAMMAR: &str = "toyc/editors/vscode/syntaxes/toy.tmLanguage.json";
const VIM: &str = "toyc/editors/vim/syntax/toy.vim";

/// Sorted words.
type Words = BTreeSet<String>;

fn words<'w>(all: impl IntoIterator<Item = &'w str>) -> Words {
    all.into_iter().map(str::to_owned).collect()
}

/// The alternatives of the first group of a rule, `(?:a|b)`.
fn alternatives(rule: &str) -> Words {
    let grammar = json(GRAMMAR);
    let pattern = grammar["repository"][rule]["match"].as_str().expect("an expression");
    let (_, group) = pattern.split_once("(?:").expect("a group");
    words(group.split(')').next().unwrap_or_default().split('|'))
}

/// The words of a group of keywords in the syntax file.
fn vim_keywords(group: &str) -> Words {
    let text = read(VIM);
    let start = format!("syntax keyword {group} ");
    let lines = text.lines().filter_map(|line| line.strip_prefix(&start));
    let is_word = |word: &&str| !word.contains('=') && !["contained", "skipwhite"].contains(word);
    words(lines.flat_map(|line| line.split(' ')).filter(is_word))
}

/// Says which words are missing in a file, and which are not words of the language.
fn compare(file: &str, what: &str, found: &Words, expected: &Words) {
    let missing: Vec<&String> = expected.difference(found).collect();
    let others: Vec<&String> = found.difference(expected).collect();
    assert!(
        missing.is_empty() && others.is_empty(),
        "{file}: {what}: missing {missing:?}, unknown {others:?}; `make update` writes the lists \
         of builtin functions and constants anew"
    );
}

#[test]
fn keywords_are_those_of_the_language() {
    let expected = words(KEYWORDS);
    let rules = ["keyword-control", "keyword-operator", "keyword-definition"];
    let found: Words = rules.iter().flat_map(|rule| alternatives(rule)).collect();
    compare(GRAMMAR, "keywords", &found, &expected);
    compare(VIM, "keywords", &vim_keywords("toyKeyword"), &expected);
}

/// Where a name is expected, the grammars list which words are none: there all keywords but those
/// that a program may use as names.
#[test]
fn words_that_are_never_names_are_those_of_the_language() {
    let never = words(KEYWORDS.into_iter().filter(|word| !super::toy::SOFT.contains(word)));
    let lists = |text: &str, open: &str, close: &str, between: &str| -> Vec<Words> {
        let groups = text.split(open).skip(1).map(|rest| rest.split(close).next().unwrap_or(""));
        let lists = groups.filter(|list| list.contains("def"));
        lists.map(|list| words(list.split(between))).collect()
    };
    for (file, all) in [
        (GRAMMAR, lists(&read(GRAMMAR), "(?!(?:", ")", "|")),
        (VIM, lists(&read(VIM), "\\%(\\%(", "\\)", "\\|")),
    ] {
        assert_eq!(all.len(), 5, "{file}");
        for list in all {
            // A struct's name is not before a word that may be an operator.
            let expected = if list.contains("and") { words(KEYWORDS) } else { never.clone() };
            compare(file, "words that are not names", &list, &expected);
        }
    }
}

/// The words in quotes, of letters alone.
fn quoted(text: &str, quote: char) -> Words {
    let parts = text.split(quote).skip(1).step_by(2);
    words(parts.filter(|part| part.bytes().all(|byte| byte.is_ascii_lowercase())))
}

/// The grammar for tree-sitter is tested by `make tree-sitter`, which needs its generator.
#[test]
fn words_of_the_tree_sitter_grammar_are_those_of_the_language() {
    const FOLDER: &str = "toyc/editors/tree-sitter-toy";
    let keywords: Words = words(KEYWORDS.into_iter().chain(["import", "lambda"]));
    let file = format!("{FOLDER}/grammar.js");
    // Names of fields are quoted, too, and so is that of the grammar.
    let rules = read(&file).replace("field('", "field('-").replace("name: 'toy'", "");
    let rules: String = rules.lines().filter(|line| !line.starts_with("//")).collect();
    compare(&file, "keywords", &quoted(&rules, '\''), &keywords);
    let file = format!("{FOLDER}/queries/highlights.scm");
    let query = read(&file);
    let expected: Words = keywords.union(&constants()).cloned().collect();
    compare(&file, "keywords and constants", &quoted(&query, '"'), &expected);
}

/// Replaces the lines from the first to the last that begins so.
fn replace_lines(text: &str, start: &str, lines: &[String]) -> String {
    let mut lines = lines.iter();
    let mut replaced = String::new();
    for line in text.lines() {
        if !line.starts_with(start) {
            replaced += &format!("{line}\n");
            continue;
        }
        // All new lines are in place of the first old one.
        lines.by_ref().for_each(|line| replaced += &format!("{line}\n"));
    }
    replaced
}

/// The words in lines of at most a hundred columns that begin so.
fn wrapped(start: &str, words: &Words) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < 100 => *line += &format!(" {word}"),
            _ => lines.push(format!("{start} {word}")),
        }
    }
    lines
}

/// Writes a list of alternatives of the grammar anew.
fn update_rule(rule: &str, expected: &Words) {
    let text = read(GRAMMAR);
    let all = |words: &Words| words.iter().map(String::as_str).collect::<Vec<&str>>().join("|");
    let (old, new) = (all(&alternatives(rule)), all(expected));
    assert_eq!(text.matches(&format!("(?:{old})")).count(), 1, "{rule}");
    let text = text.replace(&format!("(?:{old})"), &format!("(?:{new})"));
    write(GRAMMAR, &text);
}

/// Writes a file in one step: other tests read it at the same time.
fn write(path: &str, text: &str) {
    let new = root().join(format!("{path}.new"));
    fs::write(&new, text).expect("the file is written");
    fs::rename(&new, root().join(path)).expect("the file is renamed");
}

fn builtins() -> Words {
    words(toy_dialect::builtins::names())
}

fn constants() -> Words {
    words(toy_dialect::builtins::CONSTANTS.iter().map(|constant| constant.name))
}

/// Writes the lists anew, once, if `UPDATE_EXPECTED=1` is set.
static UPDATED: LazyLock<()> = LazyLock::new(|| {
    if !test_support::is_updating() {
        return;
    }
    update_rule("builtin", &builtins());
    update_rule("constant", &constants());
    let start = "syntax keyword toyBuiltin contained";
    let text = replace_lines(&read(VIM), start, &wrapped(start, &builtins()));
    let list: Vec<String> = constants().into_iter().collect();
    let line = format!("syntax match toyConstant \"\\<\\%({}\\)\\>\"", list.join("\\|"));
    write(VIM, &replace_lines(&text, "syntax match toyConstant", &[line]));
});

#[test]
fn builtins_are_those_of_the_language() {
    LazyLock::force(&UPDATED);
    compare(GRAMMAR, "builtin functions", &alternatives("builtin"), &builtins());
    compare(VIM, "builtin functions", &vim_keywords("toyBuiltin"), &builtins());
}

#[test]
fn constants_are_those_of_the_language() {
    LazyLock::force(&UPDATED);
    compare(GRAMMAR, "constants", &alternatives("constant"), &constants());
    let text = read(VIM);
    let line = text.lines().find(|line| line.starts_with("syntax match toyConstant"));
    let list = line.and_then(|line| line.split_once("\\%(")?.1.split_once("\\)"));
    let found = words(list.expect("a list of constants").0.split("\\|"));
    compare(VIM, "constants", &found, &constants());
}

#[test]
fn a_list_that_is_written_anew_has_the_new_words() {
    let lines = wrapped("k", &words(["a", "b"]));
    assert_eq!(lines, ["k a b"]);
    assert_eq!(replace_lines("x\nk a\nk c\ny\n", "k", &lines), "x\nk a b\ny\n");
    let many: Vec<String> = (100..150).map(|number| number.to_string()).collect();
    let lines = wrapped("keyword", &words(many.iter().map(String::as_str)));
    assert!(lines.len() == 3 && lines.iter().all(|line| line.len() <= 100), "{lines:?}");
}
