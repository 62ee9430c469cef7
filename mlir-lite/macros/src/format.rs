//! Compiles an assembly format and checks it against the op's declaration.
//!
//! Checked is that every name exists, that all operands, regions and
//! successors are written, that the attribute dictionary is, and that the type
//! of each operand and result follows from the text.

use crate::declaration::{Arity, Declaration, Field};
use proc_macro2::Span;
use syn::{Error, LitStr, Path, Result};

/// A group of values whose types are written.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Values {
    Operand(usize),
    Result(usize),
    Operands,
    Results,
}

/// What a `custom` directive is given.
#[derive(Copy, Clone)]
pub(crate) enum Argument {
    Operand(usize),
    Attr(usize),
    Region(usize),
    Successor(usize),
    Types(Values),
}

/// What decides whether an optional group is printed.
#[derive(Copy, Clone)]
pub(crate) enum Anchor {
    Values(Values),
    Attr(usize),
    Region(usize),
    Successor(usize),
}

/// One step of a format.
pub(crate) enum Element {
    Literal(String),
    Space,
    NoSpace,
    Operand(usize),
    Operands,
    Attr(usize),
    Region(usize),
    Regions,
    Successor(usize),
    Successors,
    AttrDict { keyword: bool },
    Types(Values),
    FunctionalType(Values, Values),
    Custom { path: Path, arguments: Vec<Argument> },
    Optional { anchor: Anchor, then: Vec<Element>, otherwise: Vec<Element> },
}

#[derive(Clone, PartialEq, Eq)]
enum Token {
    /// In backticks.
    Literal(String),
    /// `$name`
    Variable(String),
    /// `attr-dict`, `type`, and whatever a directive's angle brackets hold.
    Word(String),
    Punct(char),
}

struct Compiler<'d> {
    op: &'d Declaration,
    span: Span,
    tokens: Vec<Token>,
    next: usize,
    operands: Vec<bool>,
    operand_types: Vec<bool>,
    result_types: Vec<bool>,
    attrs: Vec<bool>,
    regions: Vec<bool>,
    successors: Vec<bool>,
    attr_dict: bool,
}

/// Compiles `text`.
pub(crate) fn compile(op: &Declaration, text: &LitStr) -> Result<Vec<Element>> {
    let tokens = tokenize(text)?;
    let mut compiler = Compiler {
        op,
        span: text.span(),
        tokens,
        next: 0,
        operands: vec![false; op.operands.len()],
        operand_types: vec![false; op.operands.len()],
        result_types: vec![false; op.results.len()],
        attrs: vec![false; op.op_attrs.len()],
        regions: vec![false; op.regions.len()],
        successors: vec![false; op.successors.len()],
        attr_dict: false,
    };
    let elements = compiler.sequence()?;
    if let Some(token) = compiler.peek() {
        let message = format!("unexpected {}", describe(token));
        return Err(compiler.error(message));
    }
    compiler.check()?;
    Ok(elements)
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
            Element::Attr(index) => add(*index),
            Element::Custom { arguments, .. } => {
                for argument in arguments {
                    if let Argument::Attr(index) = argument {
                        add(*index);
                    }
                }
            }
            _ => {}
        }
    }
    for element in elements {
        if let Element::Optional { then, otherwise, .. } = element {
            written_attrs(then, attrs, names);
            written_attrs(otherwise, attrs, names);
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

fn tokenize(text: &LitStr) -> Result<Vec<Token>> {
    let source = text.value();
    let mut tokens = Vec::new();
    let mut rest = source.as_str();
    let error = |message: String| Error::new(text.span(), message);
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
        } else if first == '`' {
            let Some(end) = rest[1..].find('`') else {
                return Err(error(format!("this literal has no end: {rest}")));
            };
            let literal = &rest[1..1 + end];
            let known = literal.is_empty() || literal == " " || is_word(literal);
            if !known && !PUNCTUATION.contains(&literal) {
                return Err(error(format!("`{literal}` is neither a keyword nor punctuation")));
            }
            tokens.push(Token::Literal(literal.into()));
            rest = &rest[end + 2..];
        } else if first == '$' || first.is_ascii_alphabetic() || first == '_' {
            let start = usize::from(first == '$');
            let end = rest[start..]
                .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-'))
                .map_or(rest.len(), |end| start + end);
            let word = rest[start..end].to_string();
            tokens.push(if first == '$' { Token::Variable(word) } else { Token::Word(word) });
            rest = &rest[end..];
        } else if "()<>,?:^".contains(first) {
            tokens.push(Token::Punct(first));
            rest = &rest[1..];
        } else {
            return Err(error(format!("unexpected '{first}'; literals stand in backticks")));
        }
    }
    Ok(tokens)
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

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next)
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
        Err(self.error(format!("expected `{c}`, found {found}")))
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
        let Some(token) = self.tokens.get(self.next).cloned() else {
            return Err(self.error("unexpected end"));
        };
        self.next += 1;
        let element = match token {
            Token::Literal(text) => match text.as_str() {
                "" => Element::NoSpace,
                " " => Element::Space,
                _ => Element::Literal(text),
            },
            Token::Variable(name) => self.variable(&name)?,
            Token::Word(word) => self.directive(&word)?,
            Token::Punct('(') => return self.optional_group(),
            token @ Token::Punct(_) => {
                return Err(self.error(format!("unexpected {}", describe(&token))));
            }
        };
        if self.eat('^') {
            if anchor.is_some() {
                return Err(self.error("an optional group has one anchor"));
            }
            *anchor = Some(self.anchor(&element)?);
        }
        Ok(element)
    }

    fn anchor(&self, element: &Element) -> Result<Anchor> {
        Ok(match *element {
            Element::Operand(index) => Anchor::Values(Values::Operand(index)),
            Element::Operands => Anchor::Values(Values::Operands),
            Element::Types(values) => Anchor::Values(values),
            Element::Attr(index) => Anchor::Attr(index),
            Element::Region(index) => Anchor::Region(index),
            Element::Regions => Anchor::Region(0),
            Element::Successor(index) => Anchor::Successor(index),
            Element::Successors => Anchor::Successor(0),
            _ => return Err(self.error("this element cannot be an anchor: it is always there")),
        })
    }

    fn optional_group(&mut self) -> Result<Element> {
        let mut anchor = None;
        let mut then = Vec::new();
        while !self.eat(')') {
            then.push(self.element(&mut anchor)?);
        }
        let mut otherwise = Vec::new();
        if self.eat(':') {
            self.expect('(')?;
            otherwise = self.sequence()?;
            self.expect(')')?;
        }
        self.expect('?')?;
        let Some(anchor) = anchor else {
            return Err(self.error("an optional group needs an anchor: `^` after one of its elements"));
        };
        let detectable = match then.iter().find(|e| !matches!(e, Element::Space | Element::NoSpace)) {
            Some(Element::Literal(_) | Element::Operands) => true,
            Some(Element::Operand(index)) => self.op.operands[*index].arity != Arity::One,
            Some(Element::Attr(index)) => self.op.op_attrs[*index].constraint_name() != "UnitAttr",
            Some(Element::Region(_) | Element::Successor(_) | Element::Successors | Element::Types(_)) => {
                true
            }
            _ => false,
        };
        if !detectable {
            return Err(self.error(
                "an optional group starts with what shows that it is there: a literal, an optional or variadic operand, an attribute, a region, a successor or a type",
            ));
        }
        Ok(Element::Optional { anchor, then, otherwise })
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
            return Err(self.error(format!(
                "`${name}` is a result, which stands before the op's name; write `type(${name})`"
            )));
        }
        Err(self.unknown(name))
    }

    fn unknown(&self, name: &str) -> Error {
        let names: Vec<String> =
            [&self.op.operands, &self.op.op_attrs, &self.op.regions, &self.op.successors, &self.op.results]
                .into_iter()
                .flatten()
                .map(|field| format!("${}", field.name))
                .collect();
        let known = if names.is_empty() { "the op has no fields".into() } else { names.join(", ") };
        self.error(format!("unknown `${name}`; known: {known}"))
    }

    fn once(&mut self, slot: impl FnOnce(&mut Self) -> &mut bool, what: &str) -> Result<()> {
        if std::mem::replace(slot(self), true) {
            return Err(self.error(format!("`{what}` is written twice")));
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
                Ok(inner)
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
            "ref" => Err(self.error("`ref` stands only among the arguments of `custom`")),
            _ => Err(self.error(format!("unknown directive `{word}`"))),
        }
    }

    fn mark_types(&mut self, values: Values) -> Result<()> {
        match values {
            Values::Operand(index) => self.once(|c| &mut c.operand_types[index], "type of an operand"),
            Values::Result(index) => self.once(|c| &mut c.result_types[index], "type of a result"),
            Values::Operands => self.all("type(operands)", |c| &mut c.operand_types),
            Values::Results => self.all("type(results)", |c| &mut c.result_types),
        }
    }

    fn values(&mut self) -> Result<Values> {
        let token = self.tokens.get(self.next).cloned();
        self.next += 1;
        let name = match token {
            Some(Token::Word(word)) if word == "operands" => return Ok(Values::Operands),
            Some(Token::Word(word)) if word == "results" => return Ok(Values::Results),
            Some(Token::Variable(name)) => name,
            other => {
                let found = other.as_ref().map_or("the end".into(), describe);
                return Err(self.error(format!("expected `$name`, `operands` or `results`, found {found}")));
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
            match self.tokens.get(self.next) {
                Some(Token::Word(word)) => text.push_str(word),
                Some(Token::Punct(':')) => text.push(':'),
                _ => return Err(self.error("expected a path after `custom<`")),
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

    fn argument(&mut self) -> Result<Argument> {
        if self.peek() == Some(&Token::Word("ref".into())) {
            // What is only referred to may be written elsewhere as well.
            self.next += 1;
            self.expect('(')?;
            let Some(Token::Variable(name)) = self.tokens.get(self.next).cloned() else {
                return Err(self.error("expected `$name` in `ref`"));
            };
            self.next += 1;
            self.expect(')')?;
            let position = |fields: &[Field]| fields.iter().position(|field| field.name == name);
            return if let Some(index) = position(&self.op.operands) {
                Ok(Argument::Operand(index))
            } else if let Some(index) = position(&self.op.op_attrs) {
                Ok(Argument::Attr(index))
            } else {
                Err(self.unknown(&name))
            };
        }
        Ok(match self.element(&mut None)? {
            Element::Operand(index) => Argument::Operand(index),
            Element::Attr(index) => Argument::Attr(index),
            Element::Region(index) => Argument::Region(index),
            Element::Successor(index) => Argument::Successor(index),
            Element::Types(values) => Argument::Types(values),
            _ => return Err(self.error("`custom` takes `$name`, `type(..)` and `ref(..)`")),
        })
    }

    fn check(&self) -> Result<()> {
        if !self.attr_dict {
            return Err(self.error("missing `attr-dict`: attributes that nothing else writes would be lost"));
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

/// The values whose type is neither written nor known from a trait, with what
/// they are: their constraints must admit one type only.
pub(crate) fn unwritten_types<'d>(
    op: &'d Declaration,
    elements: &[Element],
) -> Vec<(&'d Field, &'static str)> {
    let mut operands = vec![false; op.operands.len()];
    let mut results = vec![false; op.results.len()];
    mark_written(elements, &mut operands, &mut results);
    let same_operands = op.has_trait("SameTypeOperands") || op.has_trait("SameOperandsAndResultType");
    let same_all = op.has_trait("SameOperandsAndResultType");
    let infers = op.has_interface("InferTypeOpInterface");
    let any_operand = operands.contains(&true);
    let any = any_operand || results.contains(&true);
    let operand_known = if same_all { any } else { same_operands && any_operand };
    let result_known = infers || (same_all && any);
    let missing = |fields: &'d [Field], written: Vec<bool>, known: bool, kind: &'static str| {
        let fields = fields.iter().zip(written);
        fields
            .filter(move |(_, written)| !written && !known)
            .map(move |(field, _)| (field, kind))
            .collect::<Vec<_>>()
    };
    let mut all = missing(&op.operands, operands, operand_known, "operand");
    all.extend(missing(&op.results, results, result_known, "result"));
    all
}

fn mark_written(elements: &[Element], operands: &mut [bool], results: &mut [bool]) {
    let mut mark = |values: Values, operands: &mut [bool]| match values {
        Values::Operand(index) => operands[index] = true,
        Values::Result(index) => results[index] = true,
        Values::Operands => operands.fill(true),
        Values::Results => results.fill(true),
    };
    for element in elements {
        match element {
            Element::Types(values) => mark(*values, operands),
            Element::FunctionalType(inputs, outputs) => {
                mark(*inputs, operands);
                mark(*outputs, operands);
            }
            Element::Custom { arguments, .. } => {
                for argument in arguments {
                    if let Argument::Types(values) = argument {
                        mark(*values, operands);
                    }
                }
            }
            _ => {}
        }
    }
    for element in elements {
        if let Element::Optional { then, otherwise, .. } = element {
            mark_written(then, operands, results);
            mark_written(otherwise, operands, results);
        }
    }
}
