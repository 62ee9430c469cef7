//! Parses rewrite rules: `"name": Source($x) => Result($x) where condition($x);`

use proc_macro2::{Ident, Span};
use std::collections::HashMap;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{
    Error, Expr, ExprPath, LitInt, LitStr, Path, Result, Token, Type, braced, bracketed,
    parenthesized, token,
};

/// The maximum nesting depth of ops in a rule.
const MAX_DEPTH: usize = 32;

/// All rules of one use of the macro.
pub(crate) struct Rules(pub(crate) Vec<Rule>);

pub(crate) struct Rule {
    pub(crate) name: LitStr,
    pub(crate) source: Source,
    pub(crate) arrow: Span,
    pub(crate) results: Vec<Value>,
    pub(crate) conditions: Vec<Condition>,
    pub(crate) benefit: u16,
}

/// `$symbol`
#[derive(Clone)]
pub(crate) struct Symbol {
    pub(crate) name: String,
    pub(crate) span: Span,
}

/// `$symbol` or `$symbol.0`
pub(crate) struct Reference {
    pub(crate) symbol: Symbol,
    pub(crate) result: Option<usize>,
}

pub(crate) struct Source {
    pub(crate) op: Path,
    pub(crate) symbol: Option<Symbol>,
    pub(crate) arguments: Vec<SourceArgument>,
    /// The regions in braces; `_` for one that does not matter.
    pub(crate) regions: Option<Vec<Option<Symbol>>>,
}

pub(crate) enum SourceArgument {
    Any,
    Bind(Symbol),
    Constrained(Option<Symbol>, Type),
    Op(Source, Option<usize>),
    /// The values of a variadic operand, and what may follow them.
    List(Vec<SourceArgument>, Option<Option<Symbol>>, Span),
}

/// An expression on the right side.
pub(crate) enum Value {
    Bound(Reference),
    Absent(Span),
    Location,
    Op(Op, Option<usize>),
    Call(Expr, Vec<Value>),
    List(Vec<Value>, Span),
}

pub(crate) struct Op {
    pub(crate) op: Path,
    pub(crate) symbol: Option<Symbol>,
    pub(crate) arguments: Vec<Value>,
    /// The regions in braces; `_` for an empty one.
    pub(crate) regions: Option<Vec<Option<Symbol>>>,
    pub(crate) location: Location,
    pub(crate) types: Option<Vec<TypeOf>>,
}

pub(crate) enum Location {
    Sources,
    Of(Vec<Symbol>),
    Named(LitStr),
}

pub(crate) enum TypeOf {
    Bound(Reference),
    Call(Expr, Vec<Reference>),
}

pub(crate) enum Condition {
    Satisfies(Reference, Type),
    Holds { function: Expr, arguments: Vec<Reference>, expected: bool },
}

impl Parse for Rules {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut rules = Vec::new();
        let mut names = HashMap::new();
        while !input.is_empty() {
            let rule: Rule = input.parse()?;
            if names.insert(rule.name.value(), ()).is_some() {
                return Err(Error::new(rule.name.span(), "another rule has this name"));
            }
            rules.push(rule);
            if !input.is_empty() {
                input.parse::<Token![;]>()?;
            }
        }
        Ok(Self(rules))
    }
}

impl Parse for Rule {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if !input.peek(LitStr) {
            return Err(input.error("expected a rule: `\"name\": Op($x) => $x`"));
        }
        let name: LitStr = input.parse()?;
        input.parse::<Token![:]>()?;
        let symbol = parse_binding(input)?;
        let source = parse_source(input, symbol, 0)?;
        let arrow: Token![=>] = input.parse()?;
        let results = if input.peek(token::Bracket) {
            let content;
            bracketed!(content in input);
            parse_list(&content, |input| parse_value(input, 0))?
        } else {
            vec![parse_value(input, 0)?]
        };
        let mut conditions = Vec::new();
        if input.parse::<Option<Token![where]>>()?.is_some() {
            loop {
                conditions.push(parse_condition(input)?);
                if input.parse::<Option<Token![,]>>()?.is_none() {
                    break;
                }
            }
        }
        let mut benefit = 0;
        if input.peek(syn::Ident) {
            let keyword: Ident = input.parse()?;
            if keyword != "benefit" {
                return Err(Error::new(keyword.span(), "expected `where`, `benefit + N` or `;`"));
            }
            input.parse::<Token![+]>()?;
            benefit = input.parse::<LitInt>()?.base10_parse()?;
        }
        Ok(Self { name, source, arrow: arrow.span(), results, conditions, benefit })
    }
}

/// Comma-separated elements, up to the end.
fn parse_list<T>(
    input: ParseStream<'_>,
    element: impl Fn(ParseStream<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let mut list = Vec::new();
    while !input.is_empty() {
        list.push(element(input)?);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(list)
}

fn parse_symbol(input: ParseStream<'_>) -> Result<Symbol> {
    input.parse::<Token![$]>()?;
    let name: Ident = input.parse()?;
    Ok(Symbol { name: name.to_string(), span: name.span() })
}

/// `.0`
fn parse_selection(input: ParseStream<'_>) -> Result<Option<usize>> {
    if input.parse::<Option<Token![.]>>()?.is_none() {
        return Ok(None);
    }
    Ok(Some(input.parse::<LitInt>()?.base10_parse()?))
}

fn parse_reference(input: ParseStream<'_>) -> Result<Reference> {
    Ok(Reference { symbol: parse_symbol(input)?, result: parse_selection(input)? })
}

/// `$symbol @`, if that is what follows.
fn parse_binding(input: ParseStream<'_>) -> Result<Option<Symbol>> {
    if !(input.peek(Token![$]) && input.peek3(Token![@])) {
        return Ok(None);
    }
    let symbol = parse_symbol(input)?;
    input.parse::<Token![@]>()?;
    Ok(Some(symbol))
}

/// Ops are types, functions are not: the case of the name's first letter decides.
fn is_op(path: &Path) -> bool {
    path.segments
        .last()
        .is_some_and(|segment| segment.ident.to_string().starts_with(char::is_uppercase))
}

fn check_depth(input: ParseStream<'_>, depth: usize) -> Result<()> {
    if depth > MAX_DEPTH {
        return Err(input.error("ops are nested too deeply"));
    }
    Ok(())
}

fn parse_source(input: ParseStream<'_>, symbol: Option<Symbol>, depth: usize) -> Result<Source> {
    check_depth(input, depth)?;
    let op = input.parse::<ExprPath>()?.path;
    if !is_op(&op) {
        return Err(Error::new(
            op.span(),
            "the left side matches ops, which are types: `TransposeOp($x)`",
        ));
    }
    let content;
    parenthesized!(content in input);
    let arguments = parse_list(&content, |input| parse_source_argument(input, depth))?;
    Ok(Source { op, symbol, arguments, regions: parse_regions(input)? })
}

/// `{ $then, _ }`, if that is what follows.
fn parse_regions(input: ParseStream<'_>) -> Result<Option<Vec<Option<Symbol>>>> {
    if !input.peek(token::Brace) {
        return Ok(None);
    }
    let content;
    braced!(content in input);
    let region = |input: ParseStream<'_>| match input.parse::<Option<Token![_]>>()? {
        Some(_) => Ok(None),
        None => parse_symbol(input).map(Some),
    };
    parse_list(&content, region).map(Some)
}

/// `[$first, Op($x), $rest..]`
fn parse_source_list(input: ParseStream<'_>, depth: usize) -> Result<SourceArgument> {
    let span = input.span();
    let content;
    bracketed!(content in input);
    let (mut elements, mut rest) = (Vec::new(), None);
    while !content.is_empty() {
        if content.parse::<Option<Token![..]>>()?.is_some() {
            rest = Some(None);
        } else {
            let element = parse_source_argument(&content, depth)?;
            match (content.parse::<Option<Token![..]>>()?, element) {
                (Some(_), SourceArgument::Bind(symbol)) => rest = Some(Some(symbol)),
                (Some(dots), _) => {
                    let message = "`..` follows a symbol, or is alone: `[$first, $rest..]`";
                    return Err(Error::new(dots.span(), message));
                }
                (None, element) => elements.push(element),
            }
        }
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
        if rest.is_some() && !content.is_empty() {
            return Err(content.error("`..` is the last of a list"));
        }
    }
    Ok(SourceArgument::List(elements, rest, span))
}

fn parse_source_argument(input: ParseStream<'_>, depth: usize) -> Result<SourceArgument> {
    check_depth(input, depth)?;
    if input.peek(token::Bracket) {
        return parse_source_list(input, depth + 1);
    }
    let symbol = parse_binding(input)?;
    if symbol.is_none() && (input.peek(Token![$]) || input.peek(Token![_])) {
        let symbol = if input.parse::<Option<Token![_]>>()?.is_some() {
            None
        } else {
            Some(parse_symbol(input)?)
        };
        if input.parse::<Option<Token![:]>>()?.is_some() {
            return Ok(SourceArgument::Constrained(symbol, input.parse()?));
        }
        return Ok(symbol.map_or(SourceArgument::Any, SourceArgument::Bind));
    }
    let source = parse_source(input, symbol, depth + 1)?;
    Ok(SourceArgument::Op(source, parse_selection(input)?))
}

fn parse_value(input: ParseStream<'_>, depth: usize) -> Result<Value> {
    check_depth(input, depth)?;
    if input.peek(Token![_]) {
        return Ok(Value::Absent(input.parse::<Token![_]>()?.span()));
    }
    if input.peek(token::Bracket) {
        let span = input.span();
        let content;
        bracketed!(content in input);
        return Ok(Value::List(parse_list(&content, |input| parse_value(input, depth + 1))?, span));
    }
    let symbol = parse_binding(input)?;
    if symbol.is_none() && input.peek(Token![$]) {
        let reference = parse_reference(input)?;
        if reference.symbol.name == "_loc" {
            return Ok(Value::Location);
        }
        return Ok(Value::Bound(reference));
    }
    let function = parse_function(input)?;
    let content;
    parenthesized!(content in input);
    let op = match &function {
        Expr::Path(path) if is_op(&path.path) => path.path.clone(),
        _ => {
            if let Some(symbol) = symbol {
                return Err(Error::new(
                    symbol.span,
                    "symbols on the right side are bound to ops, not to the results of functions",
                ));
            }
            let arguments = parse_list(&content, |input| parse_value(input, depth + 1))?;
            return Ok(Value::Call(function, arguments));
        }
    };
    let mut arguments = Vec::new();
    let mut location = Location::Sources;
    while !content.is_empty() {
        if is_location(&content) {
            location = parse_location(&content)?;
            content.parse::<Option<Token![,]>>()?;
            if !content.is_empty() {
                return Err(content.error("the location is the last argument"));
            }
            break;
        }
        arguments.push(parse_value(&content, depth + 1)?);
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
        }
    }
    let regions = parse_regions(input)?;
    let types = if input.parse::<Option<Token![->]>>()?.is_some() {
        Some(parse_types(input)?)
    } else {
        None
    };
    let op = Op { op, symbol, arguments, regions, location, types };
    Ok(Value::Op(op, parse_selection(input)?))
}

/// A path, or a closure in parentheses.
fn parse_function(input: ParseStream<'_>) -> Result<Expr> {
    if input.peek(token::Paren) {
        let content;
        parenthesized!(content in input);
        return content.parse();
    }
    Ok(Expr::Path(input.parse()?))
}

fn is_location(input: ParseStream<'_>) -> bool {
    let fork = input.fork();
    fork.parse::<Ident>().is_ok_and(|name| name == "loc") && fork.peek(token::Paren)
}

fn parse_location(input: ParseStream<'_>) -> Result<Location> {
    input.parse::<Ident>()?;
    let content;
    parenthesized!(content in input);
    if content.is_empty() {
        return Err(content.error("expected symbols, or a name: `loc($a, $b)`, `loc(\"name\")`"));
    }
    if content.peek(LitStr) {
        return Ok(Location::Named(content.parse()?));
    }
    Ok(Location::Of(parse_list(&content, parse_symbol)?))
}

fn parse_types(input: ParseStream<'_>) -> Result<Vec<TypeOf>> {
    if input.peek(token::Paren) && !input.peek2(token::Paren) {
        let content;
        parenthesized!(content in input);
        return parse_list(&content, parse_type);
    }
    Ok(vec![parse_type(input)?])
}

fn parse_type(input: ParseStream<'_>) -> Result<TypeOf> {
    if input.peek(Token![$]) {
        return Ok(TypeOf::Bound(parse_reference(input)?));
    }
    let function = parse_function(input)?;
    Ok(TypeOf::Call(function, parse_references(input)?))
}

fn parse_references(input: ParseStream<'_>) -> Result<Vec<Reference>> {
    let content;
    parenthesized!(content in input);
    parse_list(&content, parse_reference)
}

fn parse_condition(input: ParseStream<'_>) -> Result<Condition> {
    if input.peek(Token![$]) {
        let reference = parse_reference(input)?;
        input.parse::<Token![:]>()?;
        return Ok(Condition::Satisfies(reference, input.parse()?));
    }
    let expected = input.parse::<Option<Token![!]>>()?.is_none();
    let function = parse_function(input)?;
    Ok(Condition::Holds { function, arguments: parse_references(input)?, expected })
}
