//! Names and values, compared with those of the parser.

use std::path::Path;

use mlir_lite::Context;
use mlir_lite::register_all_dialects;
use mlir_lite::text::{self, ParseOptions, PrintOptions};
use mlir_lite_diagnostics::Diagnostics;
use mlir_lite_lsp::Text;
use pretty_assertions::assert_eq;
use text_test_runner::files_below;

use super::analysis::check;
use super::describe::value;
use super::index::{EventIndex, Index, Scope};
use super::layout::formatted;
use super::pieces::{EventKind, may_begin};
use crate::split::{MARKER, split};

/// The generic form of a text, if it is well formed.
fn generic(text: &str) -> Option<String> {
    let ctx = Context::new();
    register_all_dialects(&ctx);
    let file = ctx.sources().add("a.mlir", text).ok()?;
    let options = ParseOptions::default().with_allow_unregistered(true);
    let module = text::parse_module(&ctx, &file, options, &mut Diagnostics::new()).ok()?;
    let printing = PrintOptions::default().with_generic(true);
    Some(text::print_op(module.as_op(), printing))
}

fn index(text: &str) -> (Text, Index) {
    let ctx = Context::new();
    register_all_dialects(&ctx);
    let text = Text::new(text, may_begin);
    let index = Index::new(&text, None, &ctx);
    (text, index)
}

fn events(index: &Index) -> Vec<EventIndex> {
    index.events_from(EventIndex { piece: 0, event: 0 }).collect()
}

/// The text where each value, block and alias has another name.
fn renamed(text: &str) -> String {
    let (_, index) = index(text);
    let mut edits = Vec::new();
    for (number, place) in events(&index).into_iter().enumerate() {
        let kind = index.event(place).kind;
        if !kind.is_definition() || kind == EventKind::Symbol {
            continue;
        }
        let name = index.name(place);
        let new = format!("{}renamed{number}", &name[..1]);
        edits.extend(
            index.references(place, usize::MAX).into_iter().map(|found| (found.range, new.clone())),
        );
    }
    edits.sort_by_key(|(range, _)| range.start);
    edits.dedup_by(|a, b| a.0 == b.0);
    let mut text = text.to_owned();
    for (range, new) in edits.into_iter().rev() {
        text.replace_range(range, &new);
    }
    text
}

/// Where all names have others, the text means the same; and each definition is found in the IR.
#[test]
fn a_text_with_other_names_is_the_same_text() {
    let folders = ["examples", "test", "toy-dialect"];
    let found = folders.into_iter().flat_map(|folder| {
        let files = files_below(&test_support::repository().join(folder), &["mlir"]);
        files.expect("the folder is there")
    });
    let mut compared = 0;
    let mut failed = Vec::new();
    for file in found {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        for (number, part) in split(&text, MARKER).into_iter().enumerate() {
            // Of files with many parts, some.
            if number % 6 != 0 {
                continue;
            }
            // Texts of hundreds of kilobytes are there for other tests.
            let Some(before) = generic(part.text).filter(|_| part.text.len() < 60_000) else {
                continue;
            };
            compared += 1;
            let new = renamed(part.text);
            if generic(&new).as_ref() != Some(&before) {
                failed.push(format!("{}:{}\n{new}", file.display(), part.first_line));
                continue;
            }
            let (text, index) = index(part.text);
            let checked = check(&file, &text, &register_all_dialects);
            let analysis = checked.analysis.expect("it is well formed");
            if !checked.problems.is_empty() {
                continue;
            }
            let without_value = events(&index).into_iter().find(|&place| {
                matches!(
                    index.event(place).kind,
                    EventKind::Result | EventKind::BlockArgument | EventKind::RegionArgument
                ) && index.scope(place) != Scope::Nowhere
                    && value(&index, &analysis, place).is_none()
            });
            if let Some(place) = without_value {
                let name = index.name(place);
                failed.push(format!("{}:{}: no {name}", file.display(), part.first_line));
            }
        }
    }
    assert!(failed.is_empty(), "{} of {compared}:\n{}", failed.len(), failed.join("\n\n"));
    assert!(compared > 200, "{compared}");
}

/// A formatted text has the same meaning and the same comments, and is formatted.
#[test]
fn a_formatted_text_is_the_same_text() {
    let comments = |text: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| {
            let code = text::tokens(line).last().map_or(0, |(_, range)| range.end);
            line[code..].contains("//").then(|| line[code..].trim().to_owned())
        });
        lines.collect()
    };
    let folders = ["examples", "test", "toy-dialect"];
    let found = folders.into_iter().flat_map(|folder| {
        let files = files_below(&test_support::repository().join(folder), &["mlir"]);
        files.expect("the folder is there")
    });
    let (mut compared, mut with_comments) = (0, 0);
    for file in found {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        if text.len() > 60_000 {
            continue;
        }
        for part in split(&text, MARKER) {
            let (_, before) = index(part.text);
            let place = || format!("{}:{}", file.display(), part.first_line);
            let Ok(new) = formatted(&before, part.text) else {
                assert_eq!(generic(part.text), None, "{}", place());
                continue;
            };
            assert_eq!(comments(&new), comments(part.text), "{}", place());
            let (_, after) = index(&new);
            assert_eq!(formatted(&after, &new).as_ref(), Ok(&new), "{}", place());
            with_comments += usize::from(!comments(&new).is_empty());
            // Reading all of it takes long; the tokens are the same in any case.
            if compared % 5 == 0 {
                assert_eq!(generic(&new), generic(part.text), "{}", place());
            }
            compared += 1;
        }
    }
    assert!(compared > 1000 && with_comments > 300, "{compared} {with_comments}");
}

/// The events of pieces that an edit has not touched are kept, and equal those of a new index.
#[test]
fn an_edit_changes_what_it_touches() {
    let function = |n: usize| {
        format!("func @f{n}(%a: i32) -> i32 {{\n  %b = addi %a, %a : i32\n  return %b : i32\n}}\n")
    };
    let whole: String = (0..3000).map(function).collect();
    let ctx = Context::new();
    register_all_dialects(&ctx);
    let mut text = Text::new(&whole, may_begin);
    assert!(text.piece_count() > 3);
    let mut seen = Index::new(&text, None, &ctx);
    let mut state = 5_u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % bound
    };
    for step in 0..25 {
        let start = below(text.len());
        let end = (start + below(3)).min(text.len());
        let new = ["", "{", "}", "\n", "%c = addi %a, %b : i32\n", "("][below(6)];
        text.replace(start..end, new);
        seen = Index::new(&text, Some(&seen), &ctx);
        let fresh = Index::new(&text, None, &ctx);
        for _ in 0..8 {
            let place = seen.from(below(text.len()));
            if seen.events_from(place).next() != Some(place) {
                continue;
            }
            assert_eq!(seen.regions_around(place), fresh.regions_around(place), "{step}");
            if seen.event(place).kind.is_name() {
                assert_eq!(seen.definition(place), fresh.definition(place), "{step}");
            }
        }
    }
}

#[test]
fn constants_are_folded() {
    let source = "func @f(%x: i32) -> i32 {\n  %a = constant 6 : i32\n  %b = addi %a, %a : i32\n  \
                  %c = muli %b, %a : i32\n  %d = addi %c, %x : i32\n  return %d : i32\n}\n";
    let (text, index) = index(source);
    let analysis = check(Path::new("a.mlir"), &text, &register_all_dialects).analysis;
    let analysis = analysis.expect("it is well formed");
    let mut found = Vec::new();
    for place in events(&index) {
        if index.event(place).kind == EventKind::Result {
            let value = value(&index, &analysis, place).expect("a value");
            found.push((index.name(place), value.constant()));
        }
    }
    let constant = |value: i32| Some(format!("{value} : i32"));
    let expected = [("%a", constant(6)), ("%b", constant(12)), ("%c", constant(72)), ("%d", None)];
    assert_eq!(found, expected);
}
