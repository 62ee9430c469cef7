//! Compiles an assembly format and checks it against the op's declaration.
//!
//! It checks that every name exists, that all operands, regions, successors and the attribute
//! dictionary are printed, and that the type of each operand and result can be inferred from the
//! text.

use crate::declaration::{Arity, Declaration, Field};
use crate::relations::{Member, Relation};
use proc_macro2::Span;
use std::ops::Range;
use syn::{Error, LitStr, Path, Result};

/// A group of values whose types are written.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Values {
    Operand(usize),
    Result(usize),
    Operands,
    Results,
}

/// An argument of a `custom` directive.
#[derive(Copy, Clone)]
pub(crate) enum Argument {
    Operand(usize),
    Attr(usize),
    Region(usize),
    Successor(usize),
    Types(Values),
}

/// The element that decides whether an optional group is printed.
pub(crate) enum Anchor {
    Values(Values),
    Attr(usize),
    Region(usize),
    Successor(usize),
    /// One of the arguments of a `custom` directive is there.
    Any(Vec<Self>),
    /// The anchor is in the group that is printed otherwise.
    Not(Box<Self>),
}

/// One step of a format.
pub(crate) enum Element {
    Literal(String),
    Space,
    NoSpace,
    NewLine,
    Operand(usize),
    Operands,
    Attr(usize),
    QualifiedAttr(usize),
    Region(usize),
    Regions,
    Successor(usize),
    Successors,
    AttrDict {
        keyword: bool,
    },
    PropDict,
    Types(Values),
    FunctionalType(Values, Values),
    Custom {
        path: Path,
        arguments: Vec<(Argument, bool)>,
    },
    Optional {
        anchor: Anchor,
        then: Vec<Element>,
        otherwise: Vec<Element>,
    },
    /// Optional groups that begin with keywords, in any order.
    Clauses(Vec<Element>),
}

#[derive(Clone, PartialEq, Eq)]
enum Token {
    /// In backticks.
    Literal(String),
    /// `$name`
    Variable(String),
    /// `attr-dict`, `type`, and the contents of a directive's angle brackets.
    Word(String),
    Punct(char),
}

struct Compiler<'d> {
    op: &'d Declaration,
    span: Span,
    source: String,
    tokens: Vec<(Token, Range<usize>)>,
    next: usize,
    operands: Vec<bool>,
    operand_types: Vec<bool>,
    result_types: Vec<bool>,
    attrs: Vec<bool>,
    regions: Vec<bool>,
    successors: Vec<bool>,
    attr_dict: bool,
    prop_dict: bool,
}

/// Compiles `text`.
pub(crate) fn compile(op: &Declaration, text: &LitStr) -> Result<Vec<Element>> {
    let tokens = tokenize(text)?;
    let mut compiler = Compiler {
        op,
        span: text.span(),
        source: text.value(),
        tokens,
        next: 0,
        operands: vec![false; op.operands.len()],
        operand_types: vec![false; op.operands.len()],
        result_types: vec![false; op.results.len()],
        attrs: vec![false; op.op_attrs.len()],
        regions: vec![false; op.regions.len()],
        successors: vec![false; op.successors.len()],
        attr_dict: false,
        prop_dict: false,
    };
    let elements = compiler.sequence()?;
    if let Some(token) = compiler.peek() {
        let message = format!("unexpected {}", describe(token));
        return Err(compiler.error_here(message));
    }
    compiler.check()?;
    Ok(elements)
}

/// Whether a format writes all operands, or all results' types, together: then the attribute
/// `segments`, which has the group sizes, must be written too.
pub(crate) fn writes_all(elements: &[Element], segments: &str) -> bool {
    elements.iter().any(|element| match element {
        Element::Operands => segments.starts_with("operand"),
        Element::Types(Values::Results) | Element::FunctionalType(_, Values::Results) => {
            segments.starts_with("result")
        }
        _ => false,
    })
}

/// Names of the attributes that a format writes itself.
pub(crate) fn written_attrs(elements: &[Element], attrs: &[Field], names: &mut Vec<String>) {
    let mut add = |index: usize| {
        let name = &attrs[index].attr_name;
        if !names.contains(name) {
            names.push(name.clone());
        }
    };
    for element in elements {
        match element {
            Element::Attr(index) | Element::QualifiedAttr(index) => add(*index),
            Element::Custom { arguments, .. } => {
                for (argument, refers) in arguments {
                    if let Argument::Attr(index) = argument
                        && !refers
                    {
                        add(*index);
                    }
                }
            }
            _ => {}
        }
    }
    for element in elements {
        match element {
            Element::Optional { then, otherwise, .. } => {
                written_attrs(then, attrs, names);
                written_attrs(otherwise, attrs, names);
            }
            Element::Clauses(clauses) => written_attrs(clauses, attrs, names),
            _ => {}
        }
    }
}

fn is_word(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.'))
}

const PUNCTUATION: [&str; 18] =
    ["->", "::", "...", ":", ",", "=", "<", ">", "(", ")", "{", "}", "[", "]", "?", "+", "*", "-"];

fn tokenize(text: &LitStr) -> Result<Vec<(Token, Range<usize>)>> {
    let source = text.value();
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(first) = source[start..].chars().next() {
        let rest = &source[start..];
        let error = |message: String, len: usize| {
            Error::new(text.span(), format!("{message}{}", excerpt(&source, start..start + len)))
        };
        if first.is_whitespace() {
            start += first.len_utf8();
            continue;
        }
        let (token, len) = if first == '`' {
            let Some(end) = rest[1..].find('`') else {
                return Err(error("this literal has no end".into(), rest.len()));
            };
            let literal = &rest[1..1 + end];
            let blank = matches!(literal, "" | " " | "\n" | "\\n");
            if !blank && !is_word(literal) && !PUNCTUATION.contains(&literal) {
                let message = format!("`{literal}` is neither a keyword nor punctuation");
                return Err(error(message, end + 2));
            }
            (Token::Literal(literal.into()), end + 2)
        } else if first == '$' || first.is_ascii_alphabetic() || first == '_' {
            let name = usize::from(first == '$');
            let end = rest[name..]
                .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-'))
                .map_or(rest.len(), |end| name + end);
            let word = rest[name..end].to_string();
            (if first == '$' { Token::Variable(word) } else { Token::Word(word) }, end)
        } else if "()<>,?:^|".contains(first) {
            (Token::Punct(first), 1)
        } else {
            let message = format!("unexpected '{first}'; literals are written in backticks");
            return Err(error(message, first.len_utf8()));
        };
        tokens.push((token, start..start + len));
        start += len;
    }
    Ok(tokens)
}

/// The line of `source` that contains the start of `range`, and a mark under the range: the
/// compiler itself can only point at the whole string.
fn excerpt(source: &str, range: Range<usize>) -> String {
    let start = source[..range.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end =
        source[range.start..].find('\n').map_or(source.len(), |newline| range.start + newline);
    let before = source[start..range.start].chars().count();
    let width = source[range.start..range.end.clamp(range.start, end)].chars().count().max(1);
    let indent = source[start..end].chars().take_while(|c| c.is_whitespace()).count();
    let line = source[start..end].trim();
    format!("\n    {line}\n    {}{}", " ".repeat(before.saturating_sub(indent)), "^".repeat(width))
}

fn describe(token: &Token) -> String {
    match token {
        Token::Literal(text) => format!("literal `{text}`"),
        Token::Variable(name) => format!("`${name}`"),
        Token::Word(word) => format!("`{word}`"),
        Token::Punct(c) => format!("`{c}`"),
    }
}

impl Compiler<'_> {
    fn error(&self, message: impl std::fmt::Display) -> Error {
        Error::new(self.span, format!("format of '{}': {message}", self.op.name.value()))
    }

    /// An error at the token that was read last.
    fn error_before(&self, message: impl std::fmt::Display) -> Error {
        self.error_at(self.next.saturating_sub(1), message)
    }

    /// An error at the next token.
    fn error_here(&self, message: impl std::fmt::Display) -> Error {
        self.error_at(self.next, message)
    }

    fn error_at(&self, index: usize, message: impl std::fmt::Display) -> Error {
        let end = self.source.len();
        let range = self.tokens.get(index).map_or(end..end, |token| token.1.clone());
        self.error(format_args!("{message}{}", excerpt(&self.source, range)))
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|token| &token.0)
    }

    fn advance(&mut self) -> Option<Token> {
        let token = self.peek().cloned();
        self.next += 1;
        token
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(&Token::Punct(c));
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, c: char) -> Result<()> {
        if self.eat(c) {
            return Ok(());
        }
        let found = self.peek().map_or("the end".into(), describe);
        Err(self.error_here(format!("expected `{c}`, found {found}")))
    }

    fn sequence(&mut self) -> Result<Vec<Element>> {
        let mut elements = Vec::new();
        while let Some(token) = self.peek() {
            if *token == Token::Punct(')') {
                break;
            }
            elements.push(self.element(&mut None)?);
        }
        Ok(elements)
    }

    /// One element; `anchor` is set if `^` follows it.
    fn element(&mut self, anchor: &mut Option<Anchor>) -> Result<Element> {
        let Some(token) = self.advance() else {
            return Err(self.error_before("unexpected end"));
        };
        let element = match token {
            Token::Literal(text) => match text.as_str() {
                "" => Element::NoSpace,
                " " => Element::Space,
                "\n" | "\\n" => Element::NewLine,
                _ => Element::Literal(text),
            },
            Token::Variable(name) => self.variable(&name)?,
            Token::Word(word) => self.directive(&word)?,
            Token::Punct('(') => return self.optional_group(),
            token @ Token::Punct(_) => {
                return Err(self.error_before(format!("unexpected {}", describe(&token))));
            }
        };
        if self.eat('^') {
            if anchor.is_some() {
                return Err(self.error_before("an optional group has one anchor"));
            }
            *anchor = Some(self.anchor(&element)?);
        }
        Ok(element)
    }

    fn anchor(&self, element: &Element) -> Result<Anchor> {
        if let Element::Custom { arguments, .. } = element {
            return self.anchor_of_arguments(arguments);
        }
        Ok(match *element {
            Element::Operand(index) => Anchor::Values(Values::Operand(index)),
            Element::Operands => Anchor::Values(Values::Operands),
            Element::Types(values) => Anchor::Values(values),
            Element::Attr(index) | Element::QualifiedAttr(index) => {
                let field = &self.op.op_attrs[index];
                if field.arity == Arity::One && field.default.is_none() {
                    return Err(self.error_before(format!(
                        "`${}` is always there: only an optional attribute or one with a default \
                            can be an anchor",
                        field.name
                    )));
                }
                Anchor::Attr(index)
            }
            Element::Region(index) => Anchor::Region(index),
            Element::Regions => Anchor::Region(0),
            Element::Successor(index) => Anchor::Successor(index),
            Element::Successors => Anchor::Successor(0),
            _ => {
                return Err(
                    self.error_before("this element cannot be an anchor: it is always there")
                );
            }
        })
    }

    /// A `custom` directive is there if one of its arguments that may be absent is there.
    fn anchor_of_arguments(&self, arguments: &[(Argument, bool)]) -> Result<Anchor> {
        let may_be_absent = |field: &Field| field.arity != Arity::One;
        let op = self.op;
        let anchors = arguments.iter().filter_map(|(argument, _)| match *argument {
            Argument::Operand(index) => {
                may_be_absent(&op.operands[index]).then_some(Anchor::Values(Values::Operand(index)))
            }
            Argument::Attr(index) => {
                let field = &op.op_attrs[index];
                (may_be_absent(field) || field.default.is_some()).then_some(Anchor::Attr(index))
            }
            Argument::Region(index) => Some(Anchor::Region(index)),
            Argument::Successor(index) => Some(Anchor::Successor(index)),
            Argument::Types(_) => None,
        });
        let anchors: Vec<_> = anchors.collect();
        if anchors.is_empty() {
            return Err(self.error_before(
                "this directive cannot be an anchor: none of its arguments may be absent",
            ));
        }
        Ok(Anchor::Any(anchors))
    }

    fn optional_group(&mut self) -> Result<Element> {
        let start = self.next - 1;
        let mut anchor = None;
        let mut then = Vec::new();
        while !self.eat(')') {
            let first = self.next;
            let element = self.element(&mut anchor)?;
            self.check_optional(&element, first)?;
            then.push(element);
        }
        let mut otherwise = Vec::new();
        if self.eat(':') {
            self.expect('(')?;
            let mut of_otherwise = None;
            while !matches!(self.peek(), Some(Token::Punct(')')) | None) {
                otherwise.push(self.element(&mut of_otherwise)?);
            }
            self.expect(')')?;
            if let Some(of_otherwise) = of_otherwise {
                if anchor.is_some() {
                    return Err(self.error_before("an optional group has one anchor"));
                }
                anchor = Some(Anchor::Not(Box::new(of_otherwise)));
            }
        }
        self.expect('?')?;
        let Some(anchor) = anchor else {
            return Err(self.error_at(
                start,
                "an optional group needs an anchor: `^` after one of its elements",
            ));
        };
        let detectable = match then
            .iter()
            .find(|e| !matches!(e, Element::Space | Element::NoSpace | Element::NewLine))
        {
            Some(Element::Literal(_) | Element::Operands) => true,
            Some(Element::Operand(index)) => self.op.operands[*index].arity != Arity::One,
            Some(Element::QualifiedAttr(_)) => true,
            Some(Element::Attr(index)) => self.op.op_attrs[*index].constraint_name() != "UnitAttr",
            Some(
                Element::Region(_)
                | Element::Successor(_)
                | Element::Successors
                | Element::Types(_),
            ) => true,
            _ => false,
        };
        if !detectable {
            return Err(self.error_at(
                start,
                "an optional group starts with what shows that it is there: a literal, an optional \
                    or variadic operand, an attribute, a region, a successor or a type",
            ));
        }
        Ok(Element::Optional { anchor, then, otherwise })
    }

    /// After `oilist`: clauses separated by `|`, each a keyword and its elements.
    fn clauses(&mut self) -> Result<Element> {
        self.expect('(')?;
        let (mut clauses, mut keywords) = (Vec::new(), Vec::new());
        loop {
            let start = self.next;
            match self.peek() {
                Some(Token::Literal(text)) if is_word(text) && !keywords.contains(text) => {
                    keywords.push(text.clone());
                }
                _ => {
                    return Err(
                        self.error_here("a clause of `oilist` starts with a keyword of its own")
                    );
                }
            }
            clauses.push(self.clause(start)?);
            if self.eat(')') {
                return Ok(Element::Clauses(clauses));
            }
            self.expect('|')?;
        }
    }

    /// A clause is an optional group; its anchor need not be marked.
    fn clause(&mut self, start: usize) -> Result<Element> {
        let mut anchor = None;
        let mut then = Vec::new();
        while !matches!(self.peek(), Some(Token::Punct('|' | ')')) | None) {
            let first = self.next;
            let element = self.element(&mut anchor)?;
            self.check_optional(&element, first)?;
            if matches!(
                element,
                Element::Region(_) | Element::Regions | Element::Successor(_) | Element::Successors
            ) {
                // Regions and successors are kept in the order of the text, but clauses may be in
                // any order.
                return Err(self.error_at(first, "regions and successors cannot be in `oilist`"));
            }
            then.push(element);
        }
        let anchor = anchor.or_else(|| then.iter().find_map(|element| self.anchor(element).ok()));
        let Some(anchor) = anchor else {
            return Err(
                self.error_at(start, "a clause of `oilist` needs something that may be absent")
            );
        };
        Ok(Element::Optional { anchor, then, otherwise: Vec::new() })
    }

    /// Whether an element may be absent: operands and results must be optional or variadic.
    fn check_optional(&self, element: &Element, at: usize) -> Result<()> {
        let single = match *element {
            Element::Operand(index) | Element::Types(Values::Operand(index)) => {
                &self.op.operands[index]
            }
            Element::Types(Values::Result(index)) => &self.op.results[index],
            Element::AttrDict { .. } | Element::PropDict => {
                return Err(
                    self.error_at(at, "the attribute dictionary cannot be in an optional group")
                );
            }
            _ => return Ok(()),
        };
        // A result whose absence would leave its type unknown is reported with the types.
        if single.arity == Arity::One && !matches!(element, Element::Types(_)) {
            return Err(self.error_at(
                at,
                format!(
                    "`${}` is always there: only optional and variadic operands can be in an \
                    optional group",
                    single.name
                ),
            ));
        }
        Ok(())
    }

    fn variable(&mut self, name: &str) -> Result<Element> {
        let position = |fields: &[Field]| fields.iter().position(|field| field.name == name);
        if let Some(index) = position(&self.op.operands) {
            self.once(|c| &mut c.operands[index], name)?;
            return Ok(Element::Operand(index));
        }
        if let Some(index) = position(&self.op.op_attrs) {
            self.once(|c| &mut c.attrs[index], name)?;
            return Ok(Element::Attr(index));
        }
        if let Some(index) = position(&self.op.regions) {
            self.once(|c| &mut c.regions[index], name)?;
            return Ok(Element::Region(index));
        }
        if let Some(index) = position(&self.op.successors) {
            self.once(|c| &mut c.successors[index], name)?;
            return Ok(Element::Successor(index));
        }
        if position(&self.op.results).is_some() {
            return Err(self.error_before(format!(
                "`${name}` is a result, which is printed before the op's name; write \
                    `type(${name})`"
            )));
        }
        Err(self.unknown(name))
    }

    fn unknown(&self, name: &str) -> Error {
        let names: Vec<String> = [
            &self.op.operands,
            &self.op.op_attrs,
            &self.op.regions,
            &self.op.successors,
            &self.op.results,
        ]
        .into_iter()
        .flatten()
        .map(|field| format!("${}", field.name))
        .collect();
        let known = if names.is_empty() { "the op has no fields".into() } else { names.join(", ") };
        self.error_before(format!("unknown `${name}`; known: {known}"))
    }

    fn once(&mut self, slot: impl FnOnce(&mut Self) -> &mut bool, what: &str) -> Result<()> {
        if std::mem::replace(slot(self), true) {
            return Err(self.error_before(format!("`{what}` is written twice")));
        }
        Ok(())
    }

    fn all(&mut self, what: &str, slots: impl Fn(&mut Self) -> &mut Vec<bool>) -> Result<()> {
        for index in 0..slots(self).len() {
            self.once(|c| &mut slots(c)[index], what)?;
        }
        Ok(())
    }

    fn directive(&mut self, word: &str) -> Result<Element> {
        match word {
            "attr-dict" | "attr-dict-with-keyword" => {
                self.once(|c| &mut c.attr_dict, "attr-dict")?;
                Ok(Element::AttrDict { keyword: word.ends_with("keyword") })
            }
            "prop-dict" => {
                self.once(|c| &mut c.prop_dict, "prop-dict")?;
                Ok(Element::PropDict)
            }
            "results" => Err(self.error_before(
                "results are printed before the op's name; their types are `type(results)`",
            )),
            "operands" => {
                self.all("operands", |c| &mut c.operands)?;
                Ok(Element::Operands)
            }
            "regions" => {
                self.all("regions", |c| &mut c.regions)?;
                Ok(Element::Regions)
            }
            "successors" => {
                self.all("successors", |c| &mut c.successors)?;
                Ok(Element::Successors)
            }
            "type" => {
                self.expect('(')?;
                let values = self.values()?;
                self.expect(')')?;
                self.mark_types(values)?;
                Ok(Element::Types(values))
            }
            "qualified" => {
                self.expect('(')?;
                let inner = self.element(&mut None)?;
                self.expect(')')?;
                match inner {
                    Element::Attr(index) => Ok(Element::QualifiedAttr(index)),
                    // Types are always written in full.
                    Element::Types(_) => Ok(inner),
                    _ => Err(self.error_before("`qualified` takes an attribute or a type")),
                }
            }
            "functional-type" => {
                self.expect('(')?;
                let inputs = self.values()?;
                self.expect(',')?;
                let results = self.values()?;
                self.expect(')')?;
                self.mark_types(inputs)?;
                self.mark_types(results)?;
                Ok(Element::FunctionalType(inputs, results))
            }
            "custom" => self.custom(),
            "oilist" => self.clauses(),
            "ref" => {
                Err(self.error_before("`ref` is only allowed among the arguments of `custom`"))
            }
            _ => Err(self.error_before(format!(
                "unknown directive `{word}`; known: attr-dict, attr-dict-with-keyword, custom, \
                    functional-type, oilist, operands, prop-dict, qualified, regions, successors, \
                    type; keywords are written in backticks"
            ))),
        }
    }

    fn mark_types(&mut self, values: Values) -> Result<()> {
        match values {
            Values::Operand(index) => {
                self.once(|c| &mut c.operand_types[index], "type of an operand")
            }
            Values::Result(index) => self.once(|c| &mut c.result_types[index], "type of a result"),
            Values::Operands => self.all("type(operands)", |c| &mut c.operand_types),
            Values::Results => self.all("type(results)", |c| &mut c.result_types),
        }
    }

    fn values(&mut self) -> Result<Values> {
        let token = self.advance();
        let name = match token {
            Some(Token::Word(word)) if word == "operands" => return Ok(Values::Operands),
            Some(Token::Word(word)) if word == "results" => return Ok(Values::Results),
            Some(Token::Variable(name)) => name,
            other => {
                let found = other.as_ref().map_or("the end".into(), describe);
                return Err(self.error_before(format!(
                    "expected `$name`, `operands` or `results`, found {found}"
                )));
            }
        };
        if let Some(index) = self.op.operands.iter().position(|field| field.name == name) {
            return Ok(Values::Operand(index));
        }
        if let Some(index) = self.op.results.iter().position(|field| field.name == name) {
            return Ok(Values::Result(index));
        }
        Err(self.unknown(&name))
    }

    fn custom(&mut self) -> Result<Element> {
        self.expect('<')?;
        let mut text = String::new();
        while !self.eat('>') {
            match self.peek() {
                Some(Token::Word(word)) => text.push_str(word),
                Some(Token::Punct(':')) => text.push(':'),
                _ => return Err(self.error_here("expected a path after `custom<`")),
            }
            self.next += 1;
        }
        let path: Path = LitStr::new(&text, self.span).parse()?;
        self.expect('(')?;
        let mut arguments = Vec::new();
        while !self.eat(')') {
            if !arguments.is_empty() {
                self.expect(',')?;
            }
            arguments.push(self.argument()?);
        }
        Ok(Element::Custom { path, arguments })
    }

    /// An argument of a `custom` directive, and whether it only refers to something written
    /// elsewhere.
    fn argument(&mut self) -> Result<(Argument, bool)> {
        if self.peek() == Some(&Token::Word("ref".into())) {
            // Only a reference; the element itself is written elsewhere.
            self.next += 1;
            self.expect('(')?;
            let argument = match self.advance() {
                Some(Token::Word(word)) if word == "type" => {
                    self.expect('(')?;
                    let values = self.values()?;
                    self.expect(')')?;
                    Argument::Types(values)
                }
                Some(Token::Variable(name)) => self.referred(&name)?,
                _ => return Err(self.error_before("expected `$name` or `type($name)` in `ref`")),
            };
            self.expect(')')?;
            return Ok((argument, true));
        }
        let argument = match self.element(&mut None)? {
            Element::Operand(index) => Argument::Operand(index),
            Element::Attr(index) => Argument::Attr(index),
            Element::Region(index) => Argument::Region(index),
            Element::Successor(index) => Argument::Successor(index),
            Element::Types(values) => Argument::Types(values),
            _ => return Err(self.error_before("`custom` takes `$name`, `type(..)` and `ref(..)`")),
        };
        Ok((argument, false))
    }

    fn referred(&self, name: &str) -> Result<Argument> {
        let position = |fields: &[Field]| fields.iter().position(|field| field.name == name);
        let op = self.op;
        position(&op.operands)
            .map(Argument::Operand)
            .or_else(|| position(&op.op_attrs).map(Argument::Attr))
            .or_else(|| position(&op.regions).map(Argument::Region))
            .or_else(|| position(&op.successors).map(Argument::Successor))
            .ok_or_else(|| self.unknown(name))
    }

    fn check(&self) -> Result<()> {
        if !self.attr_dict {
            return Err(self
                .error("missing `attr-dict`: attributes that nothing else writes would be lost"));
        }
        let groups = [
            (&self.operands, &self.op.operands, "operand"),
            (&self.regions, &self.op.regions, "region"),
            (&self.successors, &self.op.successors, "successor"),
        ];
        for (written, fields, kind) in groups {
            if let Some((field, _)) = fields.iter().zip(written).find(|(_, written)| !**written) {
                return Err(self.error(format!("{kind} `${}` is not written", field.name)));
            }
        }
        Ok(())
    }
}

/// The values whose type is neither written nor inferred by a trait, with a description: their
/// constraints must admit one type only.
pub(crate) fn unwritten_types<'d>(
    op: &'d Declaration,
    elements: &[Element],
) -> Vec<(&'d Field, &'static str)> {
    let mut operands = vec![false; op.operands.len()];
    let mut results = vec![false; op.results.len()];
    mark_written(elements, &mut operands, &mut results);
    infer_types(op, &mut operands, &mut results);
    let infers = op.behavior("InferTypes").is_some();
    let missing = |fields: &'d [Field], written: Vec<bool>, kind: &'static str| {
        let fields = fields.iter().zip(written);
        fields
            .filter(|(_, written)| !written)
            .map(move |(field, _)| (field, kind))
            .collect::<Vec<_>>()
    };
    let mut all = missing(&op.operands, operands, "operand");
    if !infers {
        all.extend(missing(&op.results, results, "result"));
    }
    all
}

/// Marks the types that can be inferred from known ones, by traits and relations; the parser infers
/// in the same way.
pub(crate) fn infer_types(op: &Declaration, operands: &mut [bool], results: &mut [bool]) {
    // A constraint known by name to admit one type provides a known type; the constraint itself is
    // checked later.
    for (fields, known) in [(&op.operands, &mut *operands), (&op.results, &mut *results)] {
        for (field, known) in fields.iter().zip(known) {
            *known |= field.has_only_type();
        }
    }
    let same_all = op.has_trait("SameOperandsAndResultType");
    let same_operands = same_all || op.has_trait("SameTypeOperands");
    loop {
        let before = (operands.to_vec(), results.to_vec());
        if same_operands && (operands.contains(&true) || (same_all && results.contains(&true))) {
            operands.fill(true);
            if same_all {
                results.fill(true);
            }
        }
        for relation in &op.relations {
            let known = |member: Member| match member {
                Member::Operand(index) => operands[index],
                Member::Result(index) => results[index],
                Member::Attr(_) => true,
            };
            let given: Vec<Member> = match relation {
                Relation::AllMatch { members, aspect } if *aspect == "Type" => {
                    if !members.iter().any(|&member| known(member)) {
                        continue;
                    }
                    members.clone()
                }
                Relation::MatchWith { from, to, .. } if known(*from) => vec![*to],
                _ => continue,
            };
            for member in given {
                match member {
                    Member::Operand(index) => operands[index] = true,
                    Member::Result(index) => results[index] = true,
                    Member::Attr(_) => {}
                }
            }
        }
        if before == (operands.to_vec(), results.to_vec()) {
            return;
        }
    }
}

fn mark_written(elements: &[Element], operands: &mut [bool], results: &mut [bool]) {
    let mark = |values: Values, operands: &mut [bool], results: &mut [bool]| match values {
        Values::Operand(index) => operands[index] = true,
        Values::Result(index) => results[index] = true,
        Values::Operands => operands.fill(true),
        Values::Results => results.fill(true),
    };
    for element in elements {
        match element {
            Element::Types(values) => mark(*values, operands, results),
            Element::FunctionalType(inputs, outputs) => {
                mark(*inputs, operands, results);
                mark(*outputs, operands, results);
            }
            Element::Custom { arguments, .. } => {
                for (argument, refers) in arguments {
                    if let Argument::Types(values) = argument
                        && !refers
                    {
                        mark(*values, operands, results);
                    }
                }
            }
            _ => {}
        }
    }
    for element in elements {
        match element {
            Element::Optional { then, otherwise, .. } => {
                mark_written(then, operands, results);
                mark_written(otherwise, operands, results);
            }
            Element::Clauses(clauses) => mark_written(clauses, operands, results),
            _ => {}
        }
    }
}
