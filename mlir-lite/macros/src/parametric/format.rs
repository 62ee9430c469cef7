//! The text forms of types and attributes: `format` in `#[type_def]` and `#[attr_def]`.

use super::Parameters;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, LitStr, Path, Result};

/// A part of a format.
pub(super) enum Element {
    Literal(String),
    Parameter(usize),
    /// All, with commas between them; with their names or without.
    Parameters {
        named: bool,
    },
    /// A part that is written if a parameter has a value other than its default. It begins with
    /// a literal.
    Group {
        elements: Vec<Element>,
        anchor: usize,
    },
    /// A part that a type of the crate parses and prints.
    Custom {
        path: Path,
        parameters: Vec<usize>,
    },
}

/// The state of the compiler of a format.
struct Compiler<'f> {
    format: &'f LitStr,
    parameters: &'f Parameters,
    rest: &'f str,
    written: Vec<bool>,
}

/// Compiles a format.
pub(super) fn compile(format: &LitStr, parameters: &Parameters) -> Result<Vec<Element>> {
    let source = format.value();
    let written = vec![false; parameters.list.len()];
    let mut compiler = Compiler { format, parameters, rest: source.trim_start(), written };
    let elements = compiler.elements(false)?.0;
    match compiler.written.iter().position(|written| !written) {
        Some(index) => {
            let name = &parameters.list[index].name;
            Err(compiler.error(format!("parameter `${name}` is not written")))
        }
        None => Ok(elements),
    }
}

impl Compiler<'_> {
    fn error(&self, message: impl std::fmt::Display) -> Error {
        Error::new(self.format.span(), format!("{message}\n    {}", self.format.value()))
    }

    /// The elements up to the end of the format, or of a group, with the group's anchor.
    fn elements(&mut self, in_group: bool) -> Result<(Vec<Element>, Option<usize>)> {
        let (mut elements, mut anchor) = (Vec::new(), None);
        while let Some(first) = self.rest.chars().next() {
            match first {
                '`' => elements.push(self.literal()?),
                '(' if !in_group => elements.push(self.group()?),
                ')' if in_group => return Ok((elements, anchor)),
                _ => {
                    let (element, is_anchor) = self.word(in_group)?;
                    if is_anchor {
                        let Element::Parameter(index) = element else {
                            return Err(self.error("`^` follows a parameter"));
                        };
                        if anchor.replace(index).is_some() {
                            return Err(self.error("a group has one `^`"));
                        }
                    }
                    elements.push(element);
                }
            }
            self.rest = self.rest.trim_start();
        }
        match in_group {
            true => Err(self.error("a group ends with `)?`")),
            false => Ok((elements, None)),
        }
    }

    fn literal(&mut self) -> Result<Element> {
        let Some(end) = self.rest[1..].find('`') else {
            return Err(self.error(format_args!("this literal has no end: {}", self.rest)));
        };
        let literal = self.rest[1..=end].to_string();
        self.rest = &self.rest[end + 2..];
        Ok(Element::Literal(literal))
    }

    fn group(&mut self) -> Result<Element> {
        self.rest = self.rest[1..].trim_start();
        let before = self.written.clone();
        let (elements, anchor) = self.elements(true)?;
        let Some(rest) = self.rest.strip_prefix(")?") else {
            return Err(self.error("a group ends with `)?`"));
        };
        self.rest = rest;
        let Some(anchor) = anchor else {
            return Err(self.error("one parameter of a group has `^`: the group is there if it is"));
        };
        if !matches!(elements.first(), Some(Element::Literal(_))) {
            return Err(self.error("a group begins with a literal, by which it is recognized"));
        }
        let within = (0..before.len()).filter(|&index| self.written[index] && !before[index]);
        for index in within {
            let parameter = &self.parameters.list[index];
            if !parameter.is_optional() {
                return Err(self.error(format_args!(
                    "`${0}` has no value where its group is left out: make it an `Option`, or give \
                     it a `#[default(..)]`",
                    parameter.name
                )));
            }
        }
        Ok(Element::Group { elements, anchor })
    }

    /// A parameter or a directive, and whether `^` follows it.
    fn word(&mut self, in_group: bool) -> Result<(Element, bool)> {
        let end = self.rest[1..]
            .find(|c: char| c.is_whitespace() || matches!(c, '`' | '$' | '(' | ')' | '^' | '<'))
            .map_or(self.rest.len(), |end| end + 1);
        let word = &self.rest[..end];
        if let Some(name) = word.strip_prefix('$') {
            let index = self.parameter(name)?;
            if !in_group && self.parameters.list[index].is_optional() {
                return Err(self.error(format_args!(
                    "`${name}` may be left out: it is written in a group, as in ``(`,` ${name}^)?``"
                )));
            }
            self.rest = &self.rest[end..];
            let is_anchor = self.rest.starts_with('^');
            self.rest = &self.rest[usize::from(is_anchor)..];
            return Ok((Element::Parameter(index), is_anchor));
        }
        for (directive, named) in [("struct(params)", true), ("params", false)] {
            if let Some(rest) = self.rest.strip_prefix(directive) {
                self.rest = rest;
                return Ok((self.all(directive, named)?, false));
            }
        }
        if let Some(rest) = self.rest.strip_prefix("custom<") {
            return Ok((self.custom(rest)?, false));
        }
        Err(self.error(format_args!(
            "unexpected `{word}`; expected a literal in backticks, `$name`, `params`, \
                `struct(params)`, `custom<Type>($name)` or a group `(..)?`"
        )))
    }

    fn all(&mut self, directive: &str, named: bool) -> Result<Element> {
        if self.written.contains(&true) {
            let message = format!("`{directive}` writes parameters that are written already");
            return Err(self.error(message));
        }
        if let Some(optional) = self.parameters.list.iter().find(|it| it.is_optional()) {
            return Err(self.error(format_args!(
                "`${0}` may be left out, which `{directive}` cannot say: write a `format` with a \
                 group, as in ``(`,` ${0}^)?``",
                optional.name
            )));
        }
        self.written.fill(true);
        Ok(Element::Parameters { named })
    }

    fn custom(&mut self, rest: &'_ str) -> Result<Element> {
        let malformed = "expected `custom<Type>($name, ..)`";
        let Some((path, rest)) = rest.split_once(">(") else {
            return Err(self.error(malformed));
        };
        let Some((names, rest)) = rest.split_once(')') else {
            return Err(self.error(malformed));
        };
        let path: Path = syn::parse_str(path).map_err(|_| self.error(malformed))?;
        let names = names.split(',').map(|name| name.trim().strip_prefix('$'));
        let names: Option<Vec<&str>> = names.collect();
        let Some(names) = names else { return Err(self.error(malformed)) };
        let parameters = names.into_iter().map(|name| self.parameter(name));
        let parameters = parameters.collect::<Result<Vec<usize>>>()?;
        let used = self.rest.len() - rest.len();
        self.rest = &self.rest[used..];
        Ok(Element::Custom { path, parameters })
    }

    /// The parameter of this name, which is written now.
    fn parameter(&mut self, name: &str) -> Result<usize> {
        let list = &self.parameters.list;
        let Some(index) = list.iter().position(|other| other.name == name) else {
            let known: Vec<&str> = list.iter().map(|other| other.name.as_str()).collect();
            return Err(self.error(format_args!(
                "unknown parameter `${name}`; known: ${}",
                known.join(", $")
            )));
        };
        if std::mem::replace(&mut self.written[index], true) {
            return Err(self.error(format_args!("`${name}` is written twice")));
        }
        Ok(index)
    }
}

fn is_keyword(literal: &str) -> bool {
    literal.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

fn starts_with_word(element: &Element) -> bool {
    match element {
        Element::Literal(text) => is_keyword(text),
        Element::Group { elements, .. } => elements.first().is_some_and(starts_with_word),
        Element::Parameter(_) | Element::Parameters { .. } | Element::Custom { .. } => true,
    }
}

/// Whether a blank is before a word that follows.
fn is_spaced(element: &Element) -> bool {
    matches!(element, Element::Literal(text) if [",", ":", "=", "->"].contains(&text.as_str()))
}

/// The statements that print and those that parse.
#[derive(Default)]
pub(super) struct Assembly {
    pub(super) print: TokenStream,
    pub(super) parse: TokenStream,
}

/// The statements for elements that `next` follows. `after_word` is whether a word is before them,
/// so that another one needs a blank, and becomes whether one is at their end.
pub(super) fn assembly(
    elements: &[Element],
    parameters: &Parameters,
    next: Option<&Element>,
    after_word: &mut bool,
) -> Assembly {
    let mut out = Assembly::default();
    for (position, element) in elements.iter().enumerate() {
        let next = elements.get(position + 1).or(next);
        if let Element::Group { elements, anchor } = element {
            group(elements, *anchor, parameters, next, after_word, &mut out);
            continue;
        }
        if *after_word && starts_with_word(element) {
            out.print.extend(quote!(printer.write(" ");));
        }
        *after_word = starts_with_word(element) || is_spaced(element);
        one(element, parameters, next, &mut out);
    }
    out
}

fn one(element: &Element, parameters: &Parameters, next: Option<&Element>, out: &mut Assembly) {
    // A list ends at a closing bracket; if something else follows, it gets brackets of its own.
    let is_closed = match next {
        Some(Element::Literal(text)) => text.starts_with(['>', ']', ')', '}']),
        Some(_) => false,
        None => true,
    };
    match element {
        Element::Literal(text) if is_keyword(text) => {
            out.print.extend(quote!(printer.write(#text);));
            out.parse.extend(quote!(parser.parse_keyword(#text)?;));
        }
        Element::Literal(text) => {
            let is_spaced = matches!(text.as_str(), "=" | "->");
            let written = if is_spaced { format!(" {text}") } else { text.clone() };
            out.print.extend(quote!(printer.write(#written);));
            out.parse.extend(quote!(parser.parse_punct(#text)?;));
        }
        Element::Parameter(index) => parameter(*index, is_closed, parameters, out),
        Element::Parameters { named } => {
            for (index, of_list) in parameters.list.iter().enumerate() {
                if index > 0 {
                    out.print.extend(quote!(printer.write(", ");));
                    out.parse.extend(quote!(parser.parse_punct(",")?;));
                }
                if *named {
                    let name = &of_list.name;
                    out.print.extend(quote!(printer.write(#name); printer.write(" = ");));
                    out.parse
                        .extend(quote!(parser.parse_keyword(#name)?; parser.parse_punct("=")?;));
                }
                let is_last = index + 1 == parameters.list.len();
                parameter(index, is_last && is_closed, parameters, out);
            }
        }
        Element::Custom { path, parameters: used } => {
            let directive = quote!(::mlir_lite::ir::parameters::ParameterDirective);
            let used = used.iter().map(|&index| &parameters.list[index]);
            let (idents, types): (Vec<_>, Vec<_>) = used.map(|it| (&it.ident, &it.ty)).unzip();
            out.print.extend(quote! {
                <#path as #directive<(#(#types,)*)>>::print(
                    &(#(::core::clone::Clone::clone(&self.#idents),)*),
                    printer,
                );
            });
            out.parse.extend(quote! {
                let (#(#idents,)*) = <#path as #directive<(#(#types,)*)>>::parse(parser)?;
            });
        }
        Element::Group { .. } => {}
    }
}

fn parameter(index: usize, is_closed: bool, parameters: &Parameters, out: &mut Assembly) {
    let module = quote!(::mlir_lite::ir::parameters);
    let (ident, ty) = (&parameters.list[index].ident, &parameters.list[index].ty);
    if is_closed {
        out.print.extend(quote!(#module::Parameter::print(&self.#ident, printer);));
        out.parse.extend(quote!(let #ident = <#ty as #module::Parameter>::parse(parser)?;));
    } else {
        out.print.extend(quote!(#module::print_followed(&self.#ident, printer);));
        out.parse.extend(quote!(let #ident = #module::parse_followed::<#ty>(parser)?;));
    }
}

/// The statements for a group.
fn group(
    elements: &[Element],
    anchor: usize,
    parameters: &Parameters,
    next: Option<&Element>,
    after_word: &mut bool,
    out: &mut Assembly,
) {
    let mut ends_with_word = *after_word;
    let Assembly { mut print, .. } = assembly(elements, parameters, next, &mut ends_with_word);
    if ends_with_word && !*after_word && next.is_some_and(starts_with_word) {
        print.extend(quote!(printer.write(" ");));
    }
    let is_there = parameters.list[anchor].is_there();
    out.print.extend(quote!(if #is_there { #print }));
    let Some((Element::Literal(first), rest)) = elements.split_first() else { return };
    let found = match is_keyword(first) {
        true => quote!(parser.parse_optional_keyword(#first)),
        false => quote!(parser.parse_optional_punct(#first)),
    };
    let parse = assembly(rest, parameters, next, &mut false).parse;
    let within: Vec<_> = indices(rest).into_iter().map(|index| &parameters.list[index]).collect();
    let idents: Vec<_> = within.iter().map(|it| &it.ident).collect();
    let defaults = within.iter().map(|it| it.default_value());
    out.parse.extend(quote! {
        let (#(#idents,)*) = if #found {
            #parse
            (#(#idents,)*)
        } else {
            (#(#defaults,)*)
        };
    });
}

/// The parameters that elements write.
fn indices(elements: &[Element]) -> Vec<usize> {
    let of = |element: &Element| match element {
        Element::Parameter(index) => vec![*index],
        Element::Custom { parameters, .. } => parameters.clone(),
        _ => Vec::new(),
    };
    elements.iter().flat_map(of).collect()
}

/// The form after the name, for documentation.
pub(super) fn syntax(elements: &[Element], parameters: &Parameters) -> String {
    let name = |index: usize| &parameters.list[index].name;
    let mut out = String::new();
    for element in elements {
        let text = match element {
            Element::Literal(text) => text.clone(),
            Element::Parameter(index) => format!("${}", name(*index)),
            Element::Parameters { named } => {
                let one = |i| {
                    if *named { format!("{0} = ${0}", name(i)) } else { format!("${}", name(i)) }
                };
                (0..parameters.list.len()).map(one).collect::<Vec<_>>().join(", ")
            }
            Element::Group { elements, .. } => format!(" ({})?", syntax(elements, parameters)),
            Element::Custom { parameters, .. } => {
                let names: Vec<String> =
                    parameters.iter().map(|&index| format!("${}", name(index))).collect();
                names.join(" ")
            }
        };
        let word = |c: char| c.is_alphanumeric() || c == '$' || c == '_';
        let blank = match (out.chars().next_back(), text.chars().next()) {
            (Some(last), Some(first)) => (word(last) || last == ',') && word(first),
            _ => false,
        };
        if blank {
            out.push(' ');
        }
        out.push_str(&text);
    }
    out
}
