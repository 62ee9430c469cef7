//! The outline of a whole text for an editor: colours, shapes beside names, parts that can be
//! folded, and the list of definitions.

use std::ops::Range;

use mlir_lite_lsp::{Hint, Symbol, SymbolKind, TokenKind};
use toy_ast::{Item, TokenClass};

use super::analysis::Analysis;
use super::describe::shape;
use super::names::Meaning;
use super::syntax::Syntax;

/// The tokens of a range with their kinds.
pub(super) fn tokens(syntax: &Syntax, range: Range<usize>) -> Vec<(Range<usize>, TokenKind)> {
    let first = syntax.token_from(range.start);
    let within = syntax.tokens[first..].iter().take_while(|(place, _)| place.start < range.end);
    let kind = |(place, class): &(Range<usize>, TokenClass)| {
        Some(match class {
            TokenClass::Keyword => TokenKind::Keyword,
            TokenClass::Number => TokenKind::Number,
            TokenClass::Text => TokenKind::String,
            TokenClass::Comment => TokenKind::Comment,
            TokenClass::Name => name_kind(syntax, place),
            TokenClass::Punctuation => TokenKind::Operator,
            TokenClass::Bracket | TokenClass::Unknown => return None,
        })
    };
    within.filter_map(|token| Some((token.0.clone(), kind(token)?))).collect()
}

fn name_kind(syntax: &Syntax, place: &Range<usize>) -> TokenKind {
    if let Some((binding, range)) = syntax.names.at(place.start)
        && range.start == place.start
    {
        return match binding.meaning {
            Meaning::Function(_) => TokenKind::Function,
            Meaning::Struct(_) => TokenKind::Type,
            Meaning::Member(..) => TokenKind::Property,
            Meaning::Parameter(..) | Meaning::OfLambda => TokenKind::Parameter,
            Meaning::Constant(_) | Meaning::Variable | Meaning::LoopVariable => TokenKind::Variable,
        };
    }
    let next = syntax.text[place.end..].trim_start();
    if next.starts_with('(') { TokenKind::Function } else { TokenKind::Variable }
}

/// The shapes of the variables and parameters that are defined in a range, where the source does
/// not say them. A number needs no hint.
pub(super) fn hints(syntax: &Syntax, analysis: &Analysis, range: Range<usize>) -> Vec<Hint> {
    let defined = syntax.names.bindings.iter().filter(|binding| {
        range.contains(&binding.range.start)
            && !binding.is_shaped
            && matches!(
                binding.meaning,
                Meaning::Parameter(..) | Meaning::Variable | Meaning::Constant(_)
            )
    });
    let hint = defined.filter_map(|binding| {
        let shape = shape(syntax, Some(analysis), binding).filter(|shape| shape != "<>")?;
        Some(Hint { offset: binding.range.end, text: format!(": {shape}") })
    });
    let mut hints: Vec<Hint> = hint.collect();
    hints.sort_by_key(|hint| hint.offset);
    hints
}

/// Braces and brackets that span lines, and comments of several lines.
pub(super) fn folds(syntax: &Syntax) -> Vec<Range<usize>> {
    let mut folds = Vec::new();
    let mut open = Vec::new();
    let mut comment: Option<Range<usize>> = None;
    for (place, class) in &syntax.tokens {
        if *class == TokenClass::Comment {
            comment = match comment.take() {
                Some(before) if syntax.text[before.end..place.start].trim().is_empty() => {
                    Some(before.start..place.end)
                }
                _ => Some(place.clone()),
            };
            continue;
        }
        folds.extend(comment.take());
        match &syntax.text[place.clone()] {
            "{" | "[" | "(" if *class == TokenClass::Bracket => open.push(place.start),
            // The line with the closing bracket stays visible.
            "}" | "]" | ")" if *class == TokenClass::Bracket => {
                let line = syntax.text[..place.start].rfind('\n').unwrap_or(0);
                folds.extend(open.pop().filter(|&start| start < line).map(|start| start..line));
            }
            _ => {}
        }
    }
    folds.extend(comment);
    folds.sort_by_key(|range| (range.start, range.end));
    folds
}

/// Structs with their members, functions and constants.
pub(super) fn symbols(syntax: &Syntax) -> Vec<Symbol> {
    let module = &syntax.module;
    let symbol = |item: &Item| match *item {
        Item::Struct(index) => {
            let structure = &module.structs[index];
            let members = structure.fields.iter().map(|field| Symbol {
                name: field.name.text().to_owned(),
                detail: field.struct_name.as_ref().map_or("", |name| name.text()).to_owned(),
                kind: SymbolKind::Field,
                range: syntax.range(field.span),
                name_range: syntax.range(field.name.span),
                children: Vec::new(),
            });
            Symbol {
                name: structure.name.text().to_owned(),
                detail: String::new(),
                kind: SymbolKind::Struct,
                range: syntax.range(structure.span),
                name_range: syntax.range(structure.name.span),
                children: members.collect(),
            }
        }
        Item::Function(index) => {
            let function = &module.functions[index];
            let signature = function.signature();
            Symbol {
                name: function.name.text().to_owned(),
                detail: signature[function.name.text().len()..].to_owned(),
                kind: SymbolKind::Function,
                range: syntax.range(function.span),
                name_range: syntax.range(function.name.span),
                children: Vec::new(),
            }
        }
        Item::Constant(index) => {
            let constant = &module.constants[index];
            Symbol {
                name: constant.name.text().to_owned(),
                detail: String::new(),
                kind: SymbolKind::Constant,
                range: syntax.range(constant.definition.span),
                name_range: syntax.range(constant.name.span),
                children: Vec::new(),
            }
        }
    };
    module.items.iter().map(symbol).collect()
}
