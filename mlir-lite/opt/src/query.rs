//! Answers questions about a module: its ops, its symbols, and the uses of a value or symbol.

use std::str::FromStr;

use mlir_lite::ir::enums::EnumAttribute as _;
use mlir_lite::ir::symbol_resolution::SymbolTables;
use mlir_lite::ir::{Body, OpRef, ValueDef, ValueId};
use mlir_lite::text::{TokenKind, print_attribute, tokens};
use mlir_lite::types::Type;
use mlir_lite_diagnostics::{
    Diagnostic, Diagnostics, Position, Reported, SourceFile, SourceMap, did_you_mean, nearest,
};
use serde_json::{Map, Value, json};

/// A question about a module.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Query {
    /// The ops, of one name or all.
    Ops(Option<String>),
    /// The symbols, with the number of their uses.
    Symbols,
    /// The uses of the values of this name.
    UsesOfValue(String),
    /// The uses of the symbols of this name or path.
    UsesOfSymbol(String),
}

impl FromStr for Query {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':').unwrap_or((text, "")) {
            ("ops", "") => Ok(Self::Ops(None)),
            ("ops", name) => Ok(Self::Ops(Some(name.to_owned()))),
            ("symbols", "") => Ok(Self::Symbols),
            ("uses", name) if name.len() > 1 && name.starts_with('%') => {
                Ok(Self::UsesOfValue(name.to_owned()))
            }
            ("uses", name) if name.len() > 1 && name.starts_with('@') => {
                Ok(Self::UsesOfSymbol(name.to_owned()))
            }
            _ => Err("expected 'ops', 'ops:NAME', 'symbols', 'uses:%NAME' or 'uses:@NAME'".into()),
        }
    }
}

/// The answer as text, a line for each thing that is found, or as an array of JSON.
///
/// # Errors
/// If the question is about something that is not there.
pub(crate) fn answer(
    query: &Query,
    module: &Body,
    file: &SourceFile,
    as_json: bool,
    diagnostics: &mut Diagnostics,
) -> Result<String, Reported> {
    let found = match query {
        Query::Ops(name) => ops(module, name.as_deref()),
        Query::Symbols => Ok(symbols(module)),
        Query::UsesOfValue(name) => uses_of_values(module, file, name),
        Query::UsesOfSymbol(name) => uses_of_symbols(module, name),
    };
    let found = found
        .map_err(|message| diagnostics.error(Diagnostic::error(Position::Unknown, message)))?;
    if as_json {
        let objects: Vec<Value> = found.into_iter().map(|found| found.json).collect();
        return Ok(format!("{:#}\n", Value::Array(objects)));
    }
    Ok(found.into_iter().map(|found| found.text + "\n").collect())
}

/// Something that a question is answered with.
struct Found {
    text: String,
    json: Value,
}

impl Found {
    /// An op or value at a position: its line and its object begin with the place.
    fn new(position: &Position, ctx: &SourceMap, text: String, members: Value) -> Self {
        let place = match position {
            Position::Span(span) => ctx
                .line_col(span.start)
                .map(|place| (place.file.name().to_owned(), place.line, place.col)),
            Position::FileLineCol { file, line, col } => Some((file.to_string(), *line, *col)),
            Position::Unknown => None,
        };
        let mut object = Map::new();
        let mut line = text;
        if let Some((file, number, column)) = place {
            line = format!("{file}:{number}:{column}: {line}");
            object.insert("file".into(), file.into());
            object.insert("line".into(), number.into());
            object.insert("column".into(), column.into());
        }
        if let Value::Object(members) = members {
            object.extend(members);
        }
        Self { text: line, json: Value::Object(object) }
    }

    fn of_op(op: OpRef<'_>, text: String, members: Value) -> Self {
        let ctx = op.context();
        Self::new(&op.location().to_position(ctx), ctx.sources(), text, members)
    }
}

/// The ops of a module in the order of the text, without the module.
fn ops(module: &Body, name: Option<&str>) -> Result<Vec<Found>, String> {
    let ctx = module.context();
    if let Some(name) = name {
        ctx.check_op_name(name)?;
    }
    let wanted = name.map(|name| ctx.op_name(name));
    let is_wanted = |op: &OpRef<'_>| wanted.is_none_or(|wanted| op.name() == wanted);
    Ok(module
        .walk()
        .filter(is_wanted)
        .map(|op| {
            let types: Vec<String> = op.result_types().map(|ty| print(op, ty)).collect();
            let mut text = op.spelled_name().to_owned();
            let mut members = json!({ "op": text, "operands": op.num_operands() });
            if let Some(name) = op.symbol_name() {
                let name = name.text(ctx).to_owned();
                text += &format!(" @{name}");
                members["symbol"] = name.into();
            }
            if !types.is_empty() {
                text += &format!(" -> {}", types.join(", "));
            }
            members["results"] = types.into();
            Found::of_op(op, text, members)
        })
        .collect())
}

fn print(op: OpRef<'_>, ty: Type) -> String {
    mlir_lite::text::print_type(op.context(), ty)
}

/// The symbols of a module, also those of nested tables, each with its path from the module.
fn paths<'b>(module: &'b Body, tables: &SymbolTables<'b>) -> Vec<(OpRef<'b>, String)> {
    module
        .walk()
        .filter(|op| op.symbol_name().is_some())
        .map(|op| {
            let path = tables.absolute_path(op);
            let path = path.map(|path| print_attribute(module.context(), path));
            let own = op.symbol_name().map(|name| format!("@{}", name.text(module.context())));
            (op, path.or(own).unwrap_or_default())
        })
        .collect()
}

fn symbols(module: &Body) -> Vec<Found> {
    let tables = SymbolTables::new(module);
    let found = paths(module, &tables).into_iter().map(|(op, path)| {
        let uses = tables.uses(op, module.as_op()).map(|uses| uses.len());
        let visibility = op.symbol_visibility().text();
        let counted = match uses {
            Some(1) => "1 use".to_owned(),
            Some(count) => format!("{count} uses"),
            None => "unknown uses".to_owned(),
        };
        let name = op.spelled_name();
        let text = format!("{name} {path} {visibility}, {counted}");
        let members = json!({ "op": name, "symbol": path, "visibility": visibility, "uses": uses });
        Found::of_op(op, text, members)
    });
    found.collect()
}

fn uses_of_symbols(module: &Body, name: &str) -> Result<Vec<Found>, String> {
    let tables = SymbolTables::new(module);
    let all = paths(module, &tables);
    let mut found = Vec::new();
    let is_it = |path: &str| path == name || path.ends_with(&format!("::{name}"));
    let mut symbols = all.iter().filter(|symbol| is_it(&symbol.1)).peekable();
    if symbols.peek().is_none() {
        let near = nearest(name, all.iter().map(|symbol| symbol.1.as_str()));
        let help = near.map_or(String::new(), |near| format!("; {}", did_you_mean(near)));
        return Err(format!("there is no symbol '{name}'{help}"));
    }
    for (symbol, path) in symbols {
        let Some(uses) = tables.uses(*symbol, module.as_op()) else {
            return Err(format!(
                "the uses of '{path}' are not known: an op may be an unknown symbol table"
            ));
        };
        found.extend(uses.into_iter().map(|one| {
            let reference = print_attribute(module.context(), one.reference);
            let op = one.user.spelled_name();
            let members = json!({ "op": op, "symbol": path, "reference": reference });
            Found::of_op(one.user, format!("{op} refers to {path} as {reference}"), members)
        }));
    }
    Ok(found)
}

/// The uses of the values whose definitions in the source have a name, `%x` or `%x#1`.
fn uses_of_values(module: &Body, file: &SourceFile, name: &str) -> Result<Vec<Found>, String> {
    let (base, wanted) = match name.split_once('#') {
        Some((base, number)) => {
            (base, Some(number.parse().map_err(|_| format!("'{name}' is not a value's name"))?))
        }
        None => (name, None),
    };
    let definitions = definitions(file, base);
    let mut found = Vec::new();
    let mut is_defined = false;
    for op in std::iter::once(module.as_op()).chain(module.walk()) {
        let at = start(&op.location().to_position(op.context()));
        let named = definitions.iter().find(|definition| Some(definition.at) == at);
        if let Some(named) = named.filter(|named| named.result.is_some()) {
            let first = named.result.unwrap_or_default();
            let results = op.results().skip(first).take(named.count).enumerate();
            for (index, value) in results {
                if wanted.is_none_or(|wanted: usize| wanted == index) {
                    is_defined = true;
                    uses(op.body(), value, name, &mut found);
                }
            }
        }
        for argument in op.regions().flat_map(|region| region.blocks()).flat_map(|block| {
            block.arguments().iter().map(move |&argument| (block.body(), argument))
        }) {
            let (body, value) = argument;
            let at = start(&body.argument_location(value).to_position(op.context()));
            if definitions.iter().any(|one| one.result.is_none() && Some(one.at) == at) {
                is_defined = true;
                uses(body, value, name, &mut found);
            }
        }
    }
    if is_defined { Ok(found) } else { Err(format!("there is no value '{name}'")) }
}

/// Where a position begins.
fn start(position: &Position) -> Option<u32> {
    match position {
        Position::Span(span) => Some(span.start),
        _ => None,
    }
}

/// The definition of a name in a source.
struct Definition {
    /// The place of the op's name, or of the argument.
    at: u32,
    /// The first of the op's results that have the name; none for an argument.
    result: Option<usize>,
    /// How many results have it.
    count: usize,
}

/// The places where a name may be defined: before `=` with other names, or as an argument.
fn definitions(file: &SourceFile, name: &str) -> Vec<Definition> {
    let text = file.text();
    let all: Vec<_> =
        tokens(text).map(|(kind, range)| (kind, range.clone(), &text[range])).collect();
    let mut definitions = Vec::new();
    let mut index = 0;
    while index < all.len() {
        if all[index].0 != TokenKind::ValueId {
            index += 1;
            continue;
        }
        // The names of one op: `%a, %b:2 = `.
        let (mut result, mut named, mut end) = (0, None, index);
        while let Some((TokenKind::ValueId, _, value)) = all.get(end) {
            let mut count = 1;
            let is = |at: usize, text: &str| all.get(at).is_some_and(|token| token.2 == text);
            end += 1;
            if is(end, ":")
                && let Some(number) = all.get(end + 1).and_then(|n| n.2.parse().ok())
            {
                count = number;
                end += 2;
            }
            if *value == name {
                named = Some((result, count));
            }
            result += count;
            if !is(end, ",") {
                break;
            }
            end += 1;
        }
        if all.get(end).is_some_and(|token| token.2 == "=")
            && let Some(op) = all.get(end + 1)
        {
            if let Some((first, count)) = named {
                let at = file.base() + op.1.start as u32;
                definitions.push(Definition { at, result: Some(first), count });
            }
            index = end + 1;
            continue;
        }
        if all[index].2 == name {
            let at = file.base() + all[index].1.start as u32;
            definitions.push(Definition { at, result: None, count: 1 });
        }
        index += 1;
    }
    definitions
}

/// The uses of a value, in the order of the text.
fn uses(body: &Body, value: ValueId, name: &str, found: &mut Vec<Found>) {
    let owner = match body.value_def(value) {
        ValueDef::Result { op, .. } => body.op(op).spelled_name().to_owned(),
        ValueDef::Argument { .. } => "a block argument".to_owned(),
    };
    let mut uses: Vec<_> = body.uses(value).collect();
    uses.sort_by_key(|one| {
        (start(&body.op(one.owner).location().to_position(body.context())), one.index)
    });
    found.extend(uses.into_iter().map(|one| {
        let user = body.op(one.owner);
        let op = user.spelled_name();
        let members = json!({ "op": op, "value": name, "of": owner, "operand": one.index });
        Found::of_op(user, format!("{op} has {name} as operand #{}", one.index), members)
    }));
}
