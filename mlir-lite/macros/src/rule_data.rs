//! Generates rewrite rules as data, with the checks that the compiler runs on them.

use crate::rule::{
    Condition, Location, Op, Reference, Rule, Rules, Source, SourceArgument, Symbol, TypeOf, Value,
};
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, Path, Result};

/// The kind of a symbol.
enum Known {
    /// An argument of an op, or a part of one: its kind, an expression for the compiler.
    Argument(TokenStream),
    /// Regions of an op: their kind, and whether the op is the one that is replaced.
    Regions(TokenStream, bool),
    /// An op.
    Op(Path),
}

struct Entry {
    symbol: Symbol,
    known: Known,
}

/// Expands to `&'static [Rule]`.
pub(crate) fn expand(rules: &Rules) -> Result<TokenStream> {
    let mut checks = TokenStream::new();
    let rules =
        rules.0.iter().map(|rule| expand_rule(rule, &mut checks)).collect::<Result<Vec<_>>>()?;
    Ok(quote! {{
        #checks
        static RULES: &[::mlir_lite::rewrite::rules::Rule] = &[#(#rules),*];
        RULES
    }})
}

fn expand_rule(rule: &Rule, checks: &mut TokenStream) -> Result<TokenStream> {
    let mut writer = Writer {
        symbols: Vec::new(),
        checks: TokenStream::new(),
        generated: Vec::new(),
        moved: Vec::new(),
    };
    let source = writer.source(&rule.source, true)?;
    let conditions = rule
        .conditions
        .iter()
        .map(|condition| writer.condition(condition))
        .collect::<Result<Vec<_>>>()?;
    let results =
        rule.results.iter().map(|result| writer.result(result)).collect::<Result<Vec<_>>>()?;
    let counts =
        rule.results.iter().map(|result| writer.count(result)).collect::<Result<Vec<_>>>()?;
    let root = signature(&rule.source.op);
    writer.check(rule.arrow, quote!(replaces(&#root, &[#(#counts),*])));
    checks.extend(writer.checks);
    let (name, benefit, symbols) = (&rule.name, rule.benefit, writer.symbols.len());
    let generated =
        writer.generated.iter().map(|op| quote!(<#op as ::mlir_lite::ir::OpDefinition>::NAME));
    Ok(quote! {
        ::mlir_lite::rewrite::rules::Rule {
            name: #name,
            added_benefit: #benefit,
            source: #source,
            symbols: #symbols,
            conditions: &[#(#conditions),*],
            results: &[#(#results),*],
            generated: &[#(#generated),*],
        }
    })
}

fn signature(op: &Path) -> TokenStream {
    quote_spanned!(op.span()=> <#op as ::mlir_lite::ir::OpDefinition>::SIGNATURE)
}

fn op_type(op: &Path) -> TokenStream {
    quote_spanned! {op.span()=>
        ::mlir_lite::rewrite::rules::OpType {
            name: <#op as ::mlir_lite::ir::OpDefinition>::NAME,
            def: <#op as ::mlir_lite::ir::OpDefinition>::def,
            signature: <#op as ::mlir_lite::ir::OpDefinition>::SIGNATURE,
        }
    }
}

fn option(value: Option<usize>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

fn argument_kind(op: &Path, index: usize) -> TokenStream {
    let signature = signature(op);
    quote!(::mlir_lite::rewrite::rules::check::argument(&#signature, #index))
}

fn region_kind(op: &Path, index: usize) -> TokenStream {
    let signature = signature(op);
    quote!(::mlir_lite::rewrite::rules::check::region(&#signature, #index))
}

fn constraint(constraint: &syn::Type) -> TokenStream {
    quote_spanned! {constraint.span()=>
        {
            #[allow(unused_imports)]
            use ::mlir_lite::rewrite::rules::check::AttrConstraintOf as _;
            ::mlir_lite::rewrite::rules::check::ConstraintOf::<#constraint>::CONSTRAINT
        }
    }
}

struct Writer {
    symbols: Vec<Entry>,
    checks: TokenStream,
    /// The ops that are built.
    generated: Vec<Path>,
    /// The regions that move to an op that is built.
    moved: Vec<usize>,
}

impl Writer {
    /// A call of a function of `check.rs`, evaluated by the compiler.
    fn check(&mut self, span: Span, call: TokenStream) {
        // The compiler reports errors at the call, so the call gets the span of the mistake.
        let call = respanned(call, span);
        self.checks.extend(
            quote_spanned!(span=> const _: () = ::mlir_lite::rewrite::rules::check::#call;),
        );
    }

    fn find(&self, symbol: &Symbol) -> Option<usize> {
        self.symbols.iter().position(|entry| entry.symbol.name == symbol.name)
    }

    fn known(&self, symbol: &Symbol) -> Result<usize> {
        self.find(symbol).ok_or_else(|| {
            let names: Vec<String> =
                self.symbols.iter().map(|entry| format!("${}", entry.symbol.name)).collect();
            let known = if names.is_empty() { "none".into() } else { names.join(", ") };
            Error::new(
                symbol.span,
                format!("unknown symbol `${}`; bound until here: {known}", symbol.name),
            )
        })
    }

    fn bind_argument(&mut self, symbol: &Symbol, kind: &TokenStream) -> Result<usize> {
        let Some(first) = self.find(symbol) else {
            let known = Known::Argument(kind.clone());
            self.symbols.push(Entry { symbol: symbol.clone(), known });
            return Ok(self.symbols.len() - 1);
        };
        let first_kind = match &self.symbols[first].known {
            Known::Argument(first_kind) => first_kind.clone(),
            Known::Regions(..) => {
                let message = format!("`${}` is bound to a region already", symbol.name);
                return Err(Error::new(symbol.span, message));
            }
            Known::Op(_) => {
                let message = format!("`${}` is bound to an op already", symbol.name);
                return Err(Error::new(symbol.span, message));
            }
        };
        self.check(symbol.span, quote!(same(#first_kind, #kind)));
        Ok(first)
    }

    fn bind_op(&mut self, symbol: &Symbol, op: &Path) -> Result<usize> {
        self.bind(symbol, Known::Op(op.clone()))
    }

    /// Binds a symbol that is not bound yet.
    fn bind(&mut self, symbol: &Symbol, known: Known) -> Result<usize> {
        if self.find(symbol).is_some() {
            return Err(Error::new(symbol.span, format!("`${}` is bound already", symbol.name)));
        }
        self.symbols.push(Entry { symbol: symbol.clone(), known });
        Ok(self.symbols.len() - 1)
    }

    // The left side

    /// An op that is matched: the one that is replaced, or one that is nested in its arguments.
    fn source(&mut self, source: &Source, is_root: bool) -> Result<TokenStream> {
        let op = &source.op;
        let symbol = source.symbol.as_ref().map(|symbol| self.bind_op(symbol, op)).transpose()?;
        let (signature, count) = (signature(op), source.arguments.len());
        self.check(op.span(), quote!(arguments(&#signature, #count)));
        let mut arguments = Vec::new();
        for (index, argument) in source.arguments.iter().enumerate() {
            arguments.push(self.source_argument(&argument_kind(op, index), index, argument)?);
        }
        let regions = self.source_regions(source, is_root)?;
        let (ty, symbol) = (op_type(op), option(symbol));
        Ok(quote! {
            ::mlir_lite::rewrite::rules::SourceOp {
                op: #ty,
                symbol: #symbol,
                arguments: &[#(#arguments),*],
                regions: &[#(#regions),*],
            }
        })
    }

    /// The symbols of the regions, if the rule names them.
    fn source_regions(&mut self, source: &Source, is_root: bool) -> Result<Vec<TokenStream>> {
        let Some(regions) = &source.regions else { return Ok(Vec::new()) };
        let (signature, count) = (signature(&source.op), regions.len());
        self.check(source.op.span(), quote!(regions(&#signature, #count)));
        let bind = |(index, region): (usize, &Option<Symbol>)| {
            let Some(symbol) = region else { return Ok(option(None)) };
            let kind = region_kind(&source.op, index);
            Ok(option(Some(self.bind(symbol, Known::Regions(kind, is_root))?)))
        };
        regions.iter().enumerate().map(bind).collect()
    }

    /// The argument of that index, or a part of it; `place` is its kind.
    fn source_argument(
        &mut self,
        place: &TokenStream,
        index: usize,
        argument: &SourceArgument,
    ) -> Result<TokenStream> {
        let kind = quote!(::mlir_lite::rewrite::rules::SourceArgument);
        Ok(match argument {
            SourceArgument::Any => quote!(#kind::Any),
            SourceArgument::Bind(symbol) => {
                let symbol = self.bind_argument(symbol, place)?;
                quote!(#kind::Bind(#symbol))
            }
            SourceArgument::Constrained(symbol, ty) => {
                let symbol =
                    symbol.as_ref().map(|symbol| self.bind_argument(symbol, place)).transpose()?;
                let (symbol, constraint) = (option(symbol), constraint(ty));
                self.check(ty.span(), quote!(constrains(#place, &#constraint)));
                quote!(#kind::Constrained(#symbol, #constraint))
            }
            SourceArgument::Op(source, result) => {
                let inner = signature(&source.op);
                self.check(source.op.span(), quote!(nested(#place)));
                match result {
                    Some(result) => {
                        self.check(source.op.span(), quote!(is_result(&#inner, #result)))
                    }
                    None => self.check(source.op.span(), quote!(has_only_result(&#inner))),
                }
                let result = result.unwrap_or(0);
                let name = source.op.segments.last().map(|segment| segment.ident.to_string());
                let otherwise =
                    format!("argument {index} is not the result of a {}", name.unwrap_or_default());
                let source = self.source(source, false)?;
                quote!(#kind::Op { op: #source, result: #result, otherwise: #otherwise })
            }
            SourceArgument::List(elements, rest, span) => {
                let check = quote!(::mlir_lite::rewrite::rules::check);
                self.check(*span, quote!(list(#place)));
                let one = quote!(#check::VALUE);
                let elements = elements
                    .iter()
                    .map(|element| self.source_argument(&one, index, element))
                    .collect::<Result<Vec<_>>>()?;
                let none = quote!(::core::option::Option::None);
                let rest = match rest {
                    None => none,
                    Some(None) => quote!(::core::option::Option::Some(#none)),
                    Some(Some(symbol)) => {
                        let symbol = self.bind_argument(symbol, &quote!(#check::VALUES))?;
                        quote!(::core::option::Option::Some(::core::option::Option::Some(#symbol)))
                    }
                };
                quote!(#kind::List { elements: &[#(#elements),*], rest: #rest })
            }
        })
    }

    // Symbols

    fn reference(&self, reference: &Reference) -> Result<TokenStream> {
        let symbol = self.known(&reference.symbol)?;
        if let (Known::Argument(_) | Known::Regions(..), Some(_)) =
            (&self.symbols[symbol].known, reference.result)
        {
            return Err(Error::new(
                reference.symbol.span,
                format!(
                    "`${}` is an argument: only ops have numbered results",
                    reference.symbol.name
                ),
            ));
        }
        let result = option(reference.result);
        Ok(quote!(::mlir_lite::rewrite::rules::Reference { symbol: #symbol, result: #result }))
    }

    /// The kind of a reference in a position where ops are values.
    fn value_kind(&self, reference: &Reference) -> Result<TokenStream> {
        let symbol = self.known(&reference.symbol)?;
        let check = quote!(::mlir_lite::rewrite::rules::check);
        Ok(match (&self.symbols[symbol].known, reference.result) {
            (Known::Argument(kind) | Known::Regions(kind, _), _) => kind.clone(),
            (Known::Op(op), Some(result)) => {
                let signature = signature(op);
                quote!(#check::result(&#signature, #result))
            }
            (Known::Op(op), None) => {
                let signature = signature(op);
                quote!(#check::only_result(&#signature))
            }
        })
    }

    /// The kind of a reference as a function's argument, which can be an op.
    fn kind(&self, reference: &Reference) -> Result<TokenStream> {
        let symbol = self.known(&reference.symbol)?;
        Ok(match (&self.symbols[symbol].known, reference.result) {
            (Known::Op(_), None) => quote!(::mlir_lite::rewrite::rules::check::OP),
            _ => self.value_kind(reference)?,
        })
    }

    // Conditions

    fn condition(&mut self, condition: &Condition) -> Result<TokenStream> {
        let test = quote!(::mlir_lite::rewrite::rules::Test);
        let (test, otherwise) = match condition {
            Condition::Satisfies(reference, ty) => {
                let (value, kind, constraint) =
                    (self.reference(reference)?, self.value_kind(reference)?, constraint(ty));
                self.check(ty.span(), quote!(constrains(#kind, &#constraint)));
                let text = format!("`${}` does not satisfy {}", reference.symbol.name, text(ty));
                (quote!(#test::Satisfies(#value, #constraint)), text)
            }
            Condition::Holds { function, arguments, expected } => {
                let (shim, references) = self.shim(function, arguments)?;
                let negation = if *expected { "does not hold" } else { "holds" };
                let names: Vec<String> =
                    arguments.iter().map(|argument| format!("${}", argument.symbol.name)).collect();
                let what = match function {
                    syn::Expr::Path(path) => text(path),
                    _ => "a condition".to_string(),
                };
                let otherwise = format!("{what}({}) {negation}", names.join(", "));
                let test = quote!(#test::Holds { function: #shim, arguments: &[#(#references),*], expected: #expected });
                (test, otherwise)
            }
        };
        Ok(quote!(::mlir_lite::rewrite::rules::Condition { test: #test, otherwise: #otherwise }))
    }

    /// A function of a body and the bindings, from one with typed parameters.
    fn shim(
        &self,
        function: &syn::Expr,
        arguments: &[Reference],
    ) -> Result<(TokenStream, Vec<TokenStream>)> {
        let references = arguments
            .iter()
            .map(|argument| self.reference(argument))
            .collect::<Result<Vec<_>>>()?;
        let kinds =
            arguments.iter().map(|argument| self.kind(argument)).collect::<Result<Vec<_>>>()?;
        let indices = 0..arguments.len();
        let spans = arguments.iter().map(|argument| argument.symbol.span);
        let gets =
            kinds.iter().zip(indices).zip(spans).map(
                |((kind, index), span)| quote_spanned!(span=> ::mlir_lite::rewrite::rules::FromBound::get::<{ #kind }>(&arguments[#index], body)),
            );
        Ok((
            quote!(|body, arguments| { let _ = arguments; (#function)(body, #(#gets),*) }),
            references,
        ))
    }

    // The right side

    fn result(&mut self, value: &Value) -> Result<TokenStream> {
        if let Value::Absent(span) = value {
            return Err(Error::new(
                *span,
                "`_` leaves out an argument, it cannot replace a result",
            ));
        }
        if let Value::Bound(reference) = value
            && let Known::Regions(..) = &self.symbols[self.known(&reference.symbol)?].known
        {
            let message = "this is a region, which replaces no result: it moves into an op, as in \
                `Op(..) { $body }`";
            return Err(Error::new(reference.symbol.span, message));
        }
        self.value(value, None)
    }

    /// The number of declared values of a result, for the check of the results.
    fn count(&self, value: &Value) -> Result<TokenStream> {
        Ok(match value {
            Value::Op(Op { op, .. }, None) => {
                let signature = signature(op);
                quote!(#signature.results.len())
            }
            Value::Bound(reference) if reference.result.is_none() => {
                match &self.symbols[self.known(&reference.symbol)?].known {
                    Known::Op(op) => {
                        let signature = signature(op);
                        quote!(#signature.results.len())
                    }
                    Known::Argument(_) | Known::Regions(..) => quote!(1),
                }
            }
            _ => quote!(1),
        })
    }

    /// A value on the right side; `place` is its argument index, if it is an op's argument.
    fn value(&mut self, value: &Value, place: Option<&TokenStream>) -> Result<TokenStream> {
        let kind = quote!(::mlir_lite::rewrite::rules::ResultValue);
        Ok(match value {
            Value::Bound(reference) => {
                let tokens = self.reference(reference)?;
                if let Some(place) = place {
                    let from = self.value_kind(reference)?;
                    self.check(reference.symbol.span, quote!(passes(#from, #place)));
                } else if let (Known::Op(op), Some(result)) =
                    (&self.symbols[self.known(&reference.symbol)?].known, reference.result)
                {
                    let inner = signature(op);
                    self.check(reference.symbol.span, quote!(is_result(&#inner, #result)));
                }
                quote!(#kind::Bound(#tokens))
            }
            Value::Absent(span) => {
                if let Some(place) = place {
                    self.check(*span, quote!(absent(#place)));
                }
                quote!(#kind::Absent)
            }
            Value::Location => quote!(#kind::Location),
            Value::Op(op, selected) => {
                if let Some(place) = place {
                    let inner = signature(&op.op);
                    let from = match selected {
                        Some(result) => {
                            quote!(::mlir_lite::rewrite::rules::check::result(&#inner, #result))
                        }
                        None => quote!(::mlir_lite::rewrite::rules::check::only_result(&#inner)),
                    };
                    self.check(op.op.span(), quote!(passes(#from, #place)));
                }
                // Only an op that replaces the root can take its types.
                if op.types.is_none() && (place.is_some() || selected.is_some()) {
                    let inner = signature(&op.op);
                    self.check(op.op.span(), quote!(infers(&#inner)));
                }
                let tokens = self.op(op)?;
                let selected = option(*selected);
                quote!(#kind::Op(#tokens, #selected))
            }
            Value::Call(function, arguments) => self.call(function, arguments)?,
            Value::List(elements, span) => {
                let check = quote!(::mlir_lite::rewrite::rules::check);
                if let Some(place) = place {
                    self.check(*span, quote!(list(#place)));
                }
                let any = quote!(#check::VALUES);
                let elements = elements
                    .iter()
                    .map(|element| self.value(element, Some(&any)))
                    .collect::<Result<Vec<_>>>()?;
                quote!(#kind::List(&[#(#elements),*]))
            }
        })
    }

    /// The regions of an op that is built: symbols of those that move.
    fn regions(&mut self, op: &Op) -> Result<Vec<TokenStream>> {
        let Some(regions) = &op.regions else { return Ok(Vec::new()) };
        let (signature, count) = (signature(&op.op), regions.len());
        self.check(op.op.span(), quote!(regions(&#signature, #count)));
        let mut symbols = Vec::new();
        for (index, region) in regions.iter().enumerate() {
            let Some(symbol) = region else {
                symbols.push(option(None));
                continue;
            };
            let known = self.known(symbol)?;
            let kind = match &self.symbols[known].known {
                Known::Regions(kind, true) => kind.clone(),
                Known::Regions(_, false) => {
                    let message = "only regions of the op that is replaced can move: another op \
                        keeps its own";
                    return Err(Error::new(symbol.span, message));
                }
                Known::Argument(_) | Known::Op(_) => {
                    let message = "this is not a region: the braces of an op have its regions";
                    return Err(Error::new(symbol.span, message));
                }
            };
            if self.moved.contains(&known) {
                let message =
                    format!("`${}` has moved already: a region is in one op", symbol.name);
                return Err(Error::new(symbol.span, message));
            }
            self.moved.push(known);
            let place = region_kind(&op.op, index);
            self.check(symbol.span, quote!(moves(#kind, #place)));
            symbols.push(option(Some(known)));
        }
        Ok(symbols)
    }

    /// A call of a function on matched or built values.
    fn call(&mut self, function: &syn::Expr, arguments: &[Value]) -> Result<TokenStream> {
        let kind = quote!(::mlir_lite::rewrite::rules::ResultValue);
        let mut gets = Vec::new();
        let mut values = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let (argument_kind, span) = match argument {
                Value::Bound(reference) => (self.kind(reference)?, reference.symbol.span),
                Value::Location => {
                    (quote!(::mlir_lite::rewrite::rules::check::LOCATION), function.span())
                }
                Value::Op(op, _) => (quote!(::mlir_lite::rewrite::rules::check::OP), op.op.span()),
                Value::List(_, span) => (quote!(::mlir_lite::rewrite::rules::check::VALUES), *span),
                _ => (quote!(::mlir_lite::rewrite::rules::check::ANYTHING), function.span()),
            };
            gets.push(quote_spanned! {span=>
                ::mlir_lite::rewrite::rules::FromBound::get::<{ #argument_kind }>(
                    &arguments[#index],
                    ::mlir_lite::ir::OpBuilder::body(rewriter),
                )
            });
            if let Value::Op(op, _) = argument
                && op.types.is_none()
            {
                let inner = signature(&op.op);
                self.check(op.op.span(), quote!(infers(&#inner)));
            }
            values.push(self.value(argument, None)?);
        }
        let names: Vec<_> =
            (0..arguments.len()).map(|index| quote::format_ident!("a{index}")).collect();
        Ok(quote! {
            #kind::Call {
                function: |rewriter, arguments| {
                    let _ = arguments;
                    #(let #names = #gets;)*
                    ::mlir_lite::rewrite::rules::IntoBound::into_bound((#function)(rewriter, #(#names),*))
                },
                arguments: &[#(#values),*],
            }
        })
    }

    fn op(&mut self, op: &Op) -> Result<TokenStream> {
        let path = &op.op;
        let (inner, count) = (signature(path), op.arguments.len());
        self.check(path.span(), quote!(arguments(&#inner, #count)));
        let has_regions = op.regions.is_some();
        self.check(path.span(), quote!(buildable(&#inner, #has_regions)));
        let mut arguments = Vec::new();
        for (index, argument) in op.arguments.iter().enumerate() {
            let place = argument_kind(path, index);
            arguments.push(self.value(argument, Some(&place))?);
        }
        let regions = self.regions(op)?;
        let location = quote!(::mlir_lite::rewrite::rules::RuleLocation);
        let location = match &op.location {
            Location::Sources => quote!(#location::Sources),
            Location::Named(name) => quote!(#location::Named(#name)),
            Location::Of(symbols) => {
                let symbols =
                    symbols.iter().map(|symbol| self.known(symbol)).collect::<Result<Vec<_>>>()?;
                quote!(#location::Of(&[#(#symbols),*]))
            }
        };
        let types = match &op.types {
            None => quote!(::core::option::Option::None),
            Some(types) => {
                let count = types.len();
                self.check(path.span(), quote!(types(&#inner, #count)));
                let types = types.iter().map(|ty| self.type_of(ty)).collect::<Result<Vec<_>>>()?;
                quote!(::core::option::Option::Some(&[#(#types),*]))
            }
        };
        let symbol = op.symbol.as_ref().map(|symbol| self.bind_op(symbol, path)).transpose()?;
        self.generated.push(path.clone());
        let (ty, symbol) = (op_type(path), option(symbol));
        Ok(quote! {
            ::mlir_lite::rewrite::rules::ResultOp {
                op: #ty,
                symbol: #symbol,
                arguments: &[#(#arguments),*],
                regions: &[#(#regions),*],
                location: #location,
                types: #types,
            }
        })
    }

    fn type_of(&self, ty: &TypeOf) -> Result<TokenStream> {
        let kind = quote!(::mlir_lite::rewrite::rules::TypeOf);
        Ok(match ty {
            TypeOf::Bound(reference) => {
                let reference = self.reference(reference)?;
                quote!(#kind::Bound(#reference))
            }
            TypeOf::Call(function, arguments) => {
                let (shim, references) = self.shim(function, arguments)?;
                quote!(#kind::Call { function: #shim, arguments: &[#(#references),*] })
            }
        })
    }
}

fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let respan = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            token =
                TokenTree::Group(Group::new(group.delimiter(), respanned(group.stream(), span)));
        }
        token.set_span(span);
        token
    };
    tokens.into_iter().map(respan).collect()
}

fn text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string().replace(' ', "")
}
