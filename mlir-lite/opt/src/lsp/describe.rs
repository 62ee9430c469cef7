//! The text that is shown about the name under the cursor, as Markdown, and the call around it.

use std::ops::Range;

use mlir_lite::docs::op_doc;
use mlir_lite_lsp::{Call, Form, Hover, Text};

use super::analysis::{Analysis, Found};
use super::index::{EventIndex, Index};
use super::pieces::EventKind;

/// The number of characters that are shown of a long line.
const MOST_SHOWN: usize = 300;

/// Uses are counted up to this number.
const MOST_COUNTED: usize = 1000;

/// The text that is shown at an offset.
pub(super) fn hover(
    index: &Index,
    analysis: Option<&Analysis>,
    text: &Text,
    offset: usize,
) -> Option<Hover> {
    let place = index.at(offset)?;
    let range = index.range(place);
    if index.event(place).kind == EventKind::Op {
        let name = index.name(place).trim_matches('"');
        let doc = op_doc(index.context(), name)?;
        return Some(Hover { range, text: doc });
    }
    let definition = index.definition(place)?;
    let line = text.line(text.line_of(index.range(definition).start));
    let shown: String = line.trim().chars().take(MOST_SHOWN).collect();
    let mut parts = vec![format!("```mlir\n{}\n```", shown.trim_end_matches('{').trim_end())];
    let value = analysis.and_then(|analysis| value(index, analysis, definition));
    if let Some(value) = value {
        parts.push(format!("type `{}`", value.ty()));
        // A constant says its value itself.
        let constant = value.constant().filter(|constant| !shown.contains(constant.as_str()));
        parts.extend(constant.map(|constant| format!("always `{constant}`")));
    }
    if index.event(definition).kind != EventKind::Alias {
        let found = index.references(definition, MOST_COUNTED + 1);
        let count = found.iter().filter(|found| !found.is_definition).count();
        parts.push(match count {
            0 => "not used".to_owned(),
            1 => "used once".to_owned(),
            MOST_COUNTED.. => format!("used {MOST_COUNTED} times or more"),
            _ => format!("used {count} times"),
        });
    }
    Some(Hover { range, text: parts.join("\n\n") })
}

/// The value that a name defines.
pub(super) fn value<'a>(
    index: &Index,
    analysis: &'a Analysis,
    definition: EventIndex,
) -> Option<Found<'a>> {
    match index.event(definition).kind {
        EventKind::BlockArgument | EventKind::RegionArgument => {
            analysis.argument(index.range(definition).start)
        }
        EventKind::Result => {
            let (op, number) = result(index, definition)?;
            analysis.result(index.range(op).start, number)
        }
        _ => None,
    }
}

/// The op of a result, and the number of results before it. `%a:2` has two results.
pub(super) fn result(index: &Index, definition: EventIndex) -> Option<(EventIndex, usize)> {
    let op =
        index.events_from(definition).find(|&place| index.event(place).kind == EventKind::Op)?;
    let before = index.events_before(definition);
    let results = before.take_while(|&place| {
        index.event(place).kind == EventKind::Result
            && index.text_between(place).trim_end().ends_with(',')
    });
    let counts = results.map(|place| {
        let between = index.text_between(place);
        let digits = between.trim_start_matches([' ', ':']);
        let digits = digits.trim_end_matches([' ', ',']);
        digits.parse::<usize>().unwrap_or(1)
    });
    Some((op, counts.sum()))
}

/// The call of a function around an offset: `call @f(`.
pub(super) fn call(index: &Index, text: &Text, offset: usize) -> Option<Call> {
    let line = text.line_start(text.line_of(offset));
    let before = text.slice(line..offset);
    let open = before.rfind('(')?;
    if before[open..].contains(')') {
        return None;
    }
    let name = line + before[..open].trim_end().len();
    let place = index.at(name)?;
    let kind = index.event(place).kind;
    if !matches!(kind, EventKind::SymbolUse | EventKind::NestedSymbolUse) {
        return None;
    }
    let definition = index.definition(place)?;
    let start = index.range(definition).start;
    let header = text.line(text.line_of(start));
    let form = header.trim().trim_end_matches('{').trim_end().to_owned();
    let parameters = parameters(&form);
    let argument = before[open..].matches(',').count();
    let forms = vec![Form { text: form, parameters, documentation: String::new() }];
    Some(Call { forms, active: 0, argument })
}

/// The parameters in the first parentheses of a function's first line.
fn parameters(form: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let Some(open) = form.find('(') else { return found };
    let (mut depth, mut start) = (0_usize, open + 1);
    for (at, c) in form.char_indices().skip_while(|&(at, _)| at < open) {
        match c {
            '(' | '<' | '[' | '{' => depth += 1,
            // `->` closes nothing.
            '>' if form[..at].ends_with('-') => {}
            ',' | ')' if depth == 1 => {
                let part = &form[start..at];
                let blank = part.len() - part.trim_start().len();
                if !part.trim().is_empty() {
                    found.push(start + blank..start + part.trim_end().len());
                }
                start = at + 1;
                if c == ')' {
                    return found;
                }
            }
            ')' | '>' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    found
}
