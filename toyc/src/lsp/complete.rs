//! The completions at the cursor, and the call around it.

use std::ops::Range;
use std::path::Path;

use mlir_lite_lsp::{Call, Form, Proposal, ProposalKind};
use toy_ast::{Function, KEYWORDS, TokenClass, classify};
use toy_dialect::builtins;

use super::analysis::Analysis;
use super::names::{Binding, Meaning};
use super::syntax::Syntax;
use crate::before_cursor::{OpenCall, Quote, named_arguments, open_call, open_quote};

/// The completions at an offset, and the range that they replace.
pub(super) fn proposals(
    path: &Path,
    syntax: &Syntax,
    analysis: Option<&Analysis>,
    offset: usize,
) -> (Range<usize>, Vec<Proposal>) {
    let line = syntax.text[..offset].rfind('\n').map_or(0, |end| end + 1);
    let before = &syntax.text[line..offset];
    let tokens = classify(before);
    match open_quote(before, &tokens) {
        Some(Quote::File(start)) => return files(path, &before[start..], offset),
        Some(Quote::Other) => return (offset..offset, Vec::new()),
        None => {}
    }
    // Nothing is proposed in a comment and in a number.
    let last = tokens.last().filter(|(place, _)| place.end == before.len());
    if last.is_some_and(|(_, class)| {
        matches!(class, TokenClass::Comment | TokenClass::Number | TokenClass::Text)
    }) {
        return (offset..offset, Vec::new());
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let word = &before[before.trim_end_matches(is_word).len()..];
    let range = offset - word.len()..offset;
    let mut found = match before[..before.len() - word.len()].strip_suffix('.') {
        Some(base) => members(syntax, base, offset),
        None => names(syntax, analysis, offset, word),
    };
    found.retain(|proposal| proposal.text.starts_with(word));
    found.sort_by(|a, b| a.text.cmp(&b.text));
    found.dedup_by(|a, b| a.text == b.text);
    (range, found)
}

fn proposal(text: &str, kind: ProposalKind, detail: &str, documentation: String) -> Proposal {
    Proposal { text: text.to_owned(), kind, detail: detail.to_owned(), documentation }
}

/// Names, keywords and arguments by name.
fn names(syntax: &Syntax, analysis: Option<&Analysis>, offset: usize, word: &str) -> Vec<Proposal> {
    let mut found: Vec<Proposal> = Vec::new();
    // The innermost definition of a name is the one that is meant.
    let visible: Vec<&Binding> = syntax.names.visible_at(offset).collect();
    found.extend(visible.into_iter().rev().map(|binding| binding_proposal(syntax, binding)));
    found.extend(analysis.into_iter().flat_map(|analysis| &analysis.imported).map(|imported| {
        let kind = match imported.is_function {
            true => ProposalKind::Function,
            false => ProposalKind::Type,
        };
        proposal(&imported.name, kind, &imported.signature, imported.documentation.clone())
    }));
    let builtin = |builtin: &&builtins::Builtin| {
        let form = builtin.forms().next().unwrap_or_default();
        let documentation = builtins::document(builtin);
        proposal(builtin.name, ProposalKind::Function, &form, documentation)
    };
    found.extend(builtins::TABLE.iter().map(builtin));
    found.extend(builtins::CONSTANTS.iter().map(|constant| {
        proposal(constant.name, ProposalKind::Constant, constant.summary, String::new())
    }));
    found.extend(
        KEYWORDS.iter().map(|word| proposal(word, ProposalKind::Keyword, "", String::new())),
    );
    // The names in a function that cannot be read yet.
    let end = syntax.tokens.partition_point(|(place, _)| place.end <= offset - word.len());
    let tokens = &syntax.tokens[..end];
    let in_function = tokens.iter().rev().take_while(|(place, class)| {
        *class != TokenClass::Keyword || &syntax.text[place.clone()] != "def"
    });
    found.extend(in_function.filter(|(_, class)| *class == TokenClass::Name).map(|(place, _)| {
        proposal(&syntax.text[place.clone()], ProposalKind::Variable, "", String::new())
    }));
    let arguments = match open_call(&syntax.text, tokens) {
        Some(call) => named_arguments(own_function(syntax, &call), call.callee),
        None => Vec::new(),
    };
    let argument = |name: String| proposal(&name, ProposalKind::Field, "argument", String::new());
    found.extend(arguments.into_iter().map(argument));
    found
}

fn binding_proposal(syntax: &Syntax, binding: &Binding) -> Proposal {
    let module = &syntax.module;
    let (kind, detail, span) = match binding.meaning {
        Meaning::Function(index) => {
            let function = &module.functions[index];
            (ProposalKind::Function, function.signature(), Some(function.span))
        }
        Meaning::Struct(index) => {
            (ProposalKind::Type, "struct".to_owned(), Some(module.structs[index].span))
        }
        Meaning::Constant(index) => {
            let span = module.constants[index].definition.span;
            (ProposalKind::Constant, String::new(), Some(span))
        }
        Meaning::Member(..) => (ProposalKind::Field, String::new(), None),
        Meaning::Parameter(..) | Meaning::OfLambda => {
            (ProposalKind::Variable, "parameter".to_owned(), None)
        }
        Meaning::Variable | Meaning::LoopVariable => (ProposalKind::Variable, String::new(), None),
    };
    let comment =
        span.map_or(String::new(), |span| syntax.comment_before(syntax.range(span).start));
    proposal(&binding.name, kind, &detail, comment)
}

/// The members of the struct that a path before a `.` is; of all structs if that is not known.
fn members(syntax: &Syntax, base: &str, offset: usize) -> Vec<Proposal> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let path = &base[base.trim_end_matches(is_part).len()..];
    let mut parts = path.split('.');
    let name = parts.next().unwrap_or_default();
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    let module = &syntax.module;
    let binding = syntax.names.visible_at(offset).filter(|binding| binding.name == name).last();
    let mut structure = binding.and_then(|binding| binding.structure);
    let is_tensor = binding.is_some() && structure.is_none();
    for part in parts {
        let fields = structure.map_or(&[][..], |of: usize| &module.structs[of].fields);
        let field = fields.iter().find(|field| field.name.text() == part);
        let of = field.and_then(|field| field.struct_name.as_ref());
        structure = of.and_then(|of| {
            module.structs.iter().position(|structure| structure.name.text() == of.text())
        });
    }
    let structs = match structure {
        Some(index) => &module.structs[index..=index],
        // A tensor has no members; but the result of a function may be a struct.
        None if is_tensor && binding.is_some_and(|binding| binding.init.is_none()) => &[],
        None => &module.structs,
    };
    let fields = structs
        .iter()
        .flat_map(|structure| structure.fields.iter().map(|field| (structure.name.text(), field)));
    fields
        .map(|(of, field)| {
            let detail = format!("member of {of}");
            proposal(field.name.text(), ProposalKind::Field, &detail, String::new())
        })
        .collect()
}

/// Files whose names begin with `written`, relative to the folder of the text.
fn files(path: &Path, written: &str, offset: usize) -> (Range<usize>, Vec<Proposal>) {
    let (folder, name) = written.rsplit_once('/').map_or(("", written), |(folder, _)| {
        (&written[..=folder.len()], &written[folder.len() + 1..])
    });
    let place = path.parent().unwrap_or(Path::new("")).join(folder);
    let entries = std::fs::read_dir(place).into_iter().flatten().flatten();
    let mut found: Vec<Proposal> = entries
        .filter_map(|entry| {
            let is_folder = entry.file_type().ok()?.is_dir();
            let text = entry.file_name().into_string().ok()?;
            let is_hidden = text.starts_with('.') && !name.starts_with('.');
            let shown = if is_folder { format!("{text}/") } else { text };
            (shown.starts_with(name) && !is_hidden)
                .then(|| proposal(&shown, ProposalKind::File, "", String::new()))
        })
        .collect();
    found.sort_by(|a, b| a.text.cmp(&b.text));
    (offset - name.len()..offset, found)
}

/// The function of the text that a call is of.
fn own_function<'s>(syntax: &'s Syntax, call: &OpenCall<'_>) -> Option<&'s Function> {
    syntax.module.functions.iter().find(|function| function.name.text() == call.callee)
}

/// The call around an offset.
pub(super) fn call(syntax: &Syntax, analysis: Option<&Analysis>, offset: usize) -> Option<Call> {
    let end = syntax.tokens.partition_point(|(place, _)| place.end <= offset);
    let call = open_call(&syntax.text, &syntax.tokens[..end])?;
    let own = own_function(syntax, &call);
    let imported = || {
        let mut imported = analysis?.imported.iter();
        imported.find(|imported| imported.is_function && imported.name == call.callee)
    };
    let forms: Vec<Form> = if let Some(function) = own {
        let comment = syntax.comment_before(syntax.range(function.span).start);
        vec![form(function.signature(), comment)]
    } else if let Some(imported) = imported() {
        vec![form(imported.signature.clone(), imported.documentation.clone())]
    } else {
        let builtin = builtins::find(call.callee)?;
        builtin.forms().map(|text| form(text, builtin.summary.to_owned())).collect()
    };
    // The first form that has such an argument.
    let argument_of = |form: &Form| match call.named {
        Some(name) => form.parameters.iter().position(|place| {
            let text = form.text[place.clone()].trim_matches(['[', ']', '=']);
            text.rsplit(' ').next() == Some(name)
        }),
        None => {
            let last = form.parameters.last()?;
            // `print(a...)` takes any number.
            let is_open = form.text[last.clone()].contains("...");
            let index = call.arguments;
            match index < form.parameters.len() {
                true => Some(index),
                false => is_open.then(|| form.parameters.len() - 1),
            }
        }
    };
    let found =
        forms.iter().enumerate().find_map(|(index, form)| Some((index, argument_of(form)?)));
    let (active, argument) = found.unwrap_or((0, call.arguments));
    Some(Call { forms, active, argument })
}

/// A form, with the places of its parameters between `(`, `, ` and `)`.
fn form(text: String, documentation: String) -> Form {
    let mut parameters = Vec::new();
    if let (Some(open), Some(close)) = (text.find('('), text.rfind(')')) {
        let mut start = open + 1;
        for part in text[open + 1..close].split(", ") {
            if !part.is_empty() {
                parameters.push(start..start + part.len());
            }
            start += part.len() + 2;
        }
    }
    Form { text, parameters, documentation }
}
