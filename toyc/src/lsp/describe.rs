//! The text that is shown about the name under the cursor, as Markdown.

use mlir_lite_lsp::Hover;
use toy_ast::{ExprKind, TokenClass};
use toy_dialect::builtins;

use super::analysis::Analysis;
use super::names::{Binding, Meaning};
use super::syntax::Syntax;

/// The maximum number of shapes that are listed.
const MOST_SHAPES: usize = 3;

/// The text that is shown at an offset.
pub(super) fn hover(syntax: &Syntax, analysis: Option<&Analysis>, offset: usize) -> Option<Hover> {
    if let Some((binding, range)) = syntax.names.at(offset) {
        return Some(Hover { range, text: described(syntax, analysis, binding) });
    }
    if let Some(free) = syntax.names.free_at(offset) {
        let imported = analysis.and_then(|analysis| {
            analysis.imported.iter().find(|imported| imported.name == free.name)
        });
        let text = match (imported, builtins::find(&free.name), builtins::constant(&free.name)) {
            (Some(imported), ..) => {
                let from = format!("from `{}`", imported.path.display());
                paragraphs([code(&imported.signature), imported.documentation.clone(), from])
            }
            (None, Some(builtin), None) => builtins::document(builtin),
            (None, _, Some(constant)) => {
                paragraphs([code(constant.name), format!("A constant: {}.", constant.summary)])
            }
            _ => return None,
        };
        return Some(Hover { range: free.range.clone(), text });
    }
    // `print(x);` is a statement of its own.
    let (word, range, class) = syntax.token_at(offset)?;
    let builtin = builtins::find(word).filter(|_| class == TokenClass::Name)?;
    Some(Hover { range, text: builtins::document(builtin) })
}

/// The text that is shown about a definition.
fn described(syntax: &Syntax, analysis: Option<&Analysis>, binding: &Binding) -> String {
    let comment = |span| syntax.comment_before(syntax.range(span).start);
    let name = &binding.name;
    match binding.meaning {
        Meaning::Function(index) => {
            let function = &syntax.module.functions[index];
            let mut head = format!("def {}", function.signature());
            if let Some(shape) = analysis.and_then(|found| listed(found.result(name))) {
                head += &format!(": {shape}");
            }
            paragraphs([code(&head), comment(function.span)])
        }
        Meaning::Struct(index) => {
            let structure = &syntax.module.structs[index];
            let text = &syntax.text[syntax.range(structure.span)];
            paragraphs([code(text), comment(structure.span)])
        }
        Meaning::Member(structure, member) => {
            let structure = &syntax.module.structs[structure];
            let member = &syntax.text[syntax.range(structure.fields[member].span)];
            paragraphs([code(member), format!("a member of `{}`", structure.name.text())])
        }
        Meaning::Constant(index) => {
            let constant = &syntax.module.constants[index].definition;
            let text = &syntax.text[syntax.range(constant.span)];
            let shape = shape(syntax, analysis, binding).map(|shape| format!("shape {shape}"));
            paragraphs([code(text), shape.unwrap_or_default(), comment(constant.span)])
        }
        Meaning::Parameter(..) | Meaning::Variable | Meaning::LoopVariable | Meaning::OfLambda => {
            let shape = shape(syntax, analysis, binding);
            let what = match binding.meaning {
                Meaning::Parameter(function, _) => {
                    let function = &syntax.module.functions[function].name;
                    format!("a parameter of `{}`", function.text())
                }
                Meaning::OfLambda => "a parameter of a `lambda`".to_owned(),
                Meaning::LoopVariable => "the variable of a loop, a number".to_owned(),
                _ => String::new(),
            };
            let head = match shape {
                Some(shape) => format!("{name}: {shape}"),
                None => name.clone(),
            };
            paragraphs([code(&head), what])
        }
    }
}

/// The shapes that a variable or parameter has, in Toy's syntax, if they are known.
pub(super) fn shape(
    syntax: &Syntax,
    analysis: Option<&Analysis>,
    binding: &Binding,
) -> Option<String> {
    let analysis = analysis?;
    let mut binding = binding;
    loop {
        if let Meaning::Parameter(function, index) = binding.meaning {
            let function = &syntax.module.functions[function].name;
            return listed(analysis.parameter(function.text(), index));
        }
        let expr = &syntax.module.exprs[binding.init?];
        let range = syntax.range(expr.span);
        if let Some(shape) = listed(analysis.shapes_at(range.clone())) {
            return Some(shape);
        }
        match &expr.kind {
            ExprKind::Number(_) => return Some("<>".to_owned()),
            // A variable that is defined by another has its shape; names refer backwards.
            ExprKind::Var(_) => {
                let (other, _) = syntax.names.at(range.start)?;
                binding = Some(other).filter(|other| other.range.start < binding.range.start)?;
            }
            _ => return None,
        }
    }
}

/// Shapes in a list, some of them if there are many.
fn listed(shapes: &[String]) -> Option<String> {
    let (last, rest) = shapes.split_last()?;
    if shapes.len() > MOST_SHAPES {
        return Some(format!("{} and {} others", shapes[0], shapes.len() - 1));
    }
    match rest {
        [] => Some(last.clone()),
        _ => Some(format!("{} or {last}", rest.join(", "))),
    }
}

fn code(text: &str) -> String {
    format!("```toy\n{text}\n```")
}

fn paragraphs<const N: usize>(parts: [String; N]) -> String {
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}
