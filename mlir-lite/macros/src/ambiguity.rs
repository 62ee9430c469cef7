//! Checks that the attributes of a format can be distinguished from the text after them.
//!
//! The macro knows the constraints only by name, so the checks are constants that the compiler
//! evaluates: `AttrStarts` says how the attributes of a constraint begin.

use crate::declaration::{Arity, Declaration, Field};
use crate::format::{Element, Values};
use proc_macro2::TokenStream;
use quote::quote;

/// A token that may follow an element.
#[derive(Clone, PartialEq, Eq)]
enum Next {
    Literal(String),
    Attr {
        index: usize,
        qualified: bool,
    },
    Dictionary,
    Properties,
    Type,
    /// The path of a directive of the dialect, as text.
    Custom(String),
    /// The next op, or the location of this one.
    End,
}

/// The checks of a format: each a condition, and the error if it does not hold.
pub(crate) fn checks(op: &Declaration, elements: &[Element]) -> Vec<(TokenStream, String)> {
    let mut checker = Checker { op, checks: Vec::new() };
    checker.sequence(elements, &[Next::End]);
    checker.checks
}

struct Checker<'d> {
    op: &'d Declaration,
    checks: Vec<(TokenStream, String)>,
}

impl Checker<'_> {
    /// Checks elements that are followed by one of `after`.
    fn sequence(&mut self, elements: &[Element], after: &[Next]) {
        for (position, element) in elements.iter().enumerate() {
            let follow = self.starts(&elements[position + 1..], after);
            match element {
                Element::Attr(index) => self.attribute(*index, false, false, &follow),
                Element::QualifiedAttr(index) => self.attribute(*index, true, false, &follow),
                Element::AttrDict { keyword: false } => self.dictionary(&follow),
                Element::Optional { then, otherwise, .. } => {
                    let first = then.iter().find(|element| !is_blank(element));
                    let absent = self.starts(otherwise, &follow);
                    match first {
                        Some(Element::Attr(index)) => self.attribute(*index, false, true, &absent),
                        Some(Element::QualifiedAttr(index)) => {
                            self.attribute(*index, true, true, &absent);
                        }
                        Some(Element::Literal(text)) => self.group(text, &absent),
                        _ => {}
                    }
                    self.sequence(then, &follow);
                    self.sequence(otherwise, &follow);
                }
                Element::Clauses(clauses) => {
                    // Any clause may be next.
                    let mut next = follow.clone();
                    clauses.iter().for_each(|clause| self.first(clause, &mut next));
                    for clause in clauses {
                        if let Element::Optional { then, .. } = clause {
                            if let Some(Element::Literal(text)) = then.first() {
                                self.group(text, &follow);
                            }
                            self.sequence(then, &next);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Checks an optional group that begins with a literal. If the group is absent, there is one of
    /// `absent`.
    fn group(&mut self, literal: &str, absent: &[Next]) {
        let starts = quote!(::mlir_lite::ir::constraints::AttrStarts);
        let start = start_of_literal(literal);
        for next in absent {
            let mut same: Vec<TokenStream> = Vec::new();
            match next {
                Next::Literal(text) if text == literal => same.push(quote!(true)),
                Next::Attr { index, qualified: false } => {
                    let constraint = &self.op.op_attrs[*index].constraint;
                    same.push(quote!(#starts::may_be_keyword::<#constraint>(#literal)));
                }
                _ => {}
            }
            if let (Some(start), Some(other)) = (&start, start_of(self.op, next)) {
                same.push(quote!(#starts::#start.overlaps(#starts::#other)));
            }
            for same in same {
                let message = format!(
                    "the format of '{}' is ambiguous: a group that begins with `{literal}` may be \
                        absent before {}, which may begin alike, so it is not known whether the \
                        group is there; begin it with another keyword",
                    self.op.name.value(),
                    self.describe(next)
                );
                self.checks.push((quote!(!(#same)), message));
            }
        }
    }

    /// Checks the dictionary, which is not printed if it is empty, before one of `follow`.
    fn dictionary(&mut self, follow: &[Next]) {
        for next in follow {
            let Next::Attr { index, qualified } = next else { continue };
            let Field { name, constraint, .. } = &self.op.op_attrs[*index];
            let message = format!(
                "the format of '{}' is ambiguous: `attr-dict` before `${name}`, which may begin \
                    alike, so it is not known whether the dictionary is there; write a keyword \
                    between them, or `attr-dict` after the attribute",
                self.op.name.value()
            );
            let starts = quote!(::mlir_lite::ir::constraints::AttrStarts);
            let begins = quote!(#starts::of::<#constraint>(#qualified));
            self.checks.push((quote!(!#begins.overlaps(#starts::DICTIONARY)), message));
        }
    }

    /// The tokens that elements can begin with, if they are followed by one of `after`.
    fn starts(&self, elements: &[Element], after: &[Next]) -> Vec<Next> {
        let mut starts = Vec::new();
        for element in elements {
            self.first(element, &mut starts);
            if !self.may_be_empty(element) {
                return starts;
            }
        }
        after.iter().for_each(|next| push(&mut starts, next.clone()));
        starts
    }

    /// Adds what an element may begin with.
    fn first(&self, element: &Element, starts: &mut Vec<Next>) {
        match element {
            Element::Literal(text) => push(starts, Next::Literal(text.clone())),
            Element::Attr(index) if self.is_unit(*index) => {}
            Element::Attr(index) => push(starts, Next::Attr { index: *index, qualified: false }),
            Element::QualifiedAttr(index) => {
                push(starts, Next::Attr { index: *index, qualified: true });
            }
            Element::Region(_) | Element::Regions | Element::AttrDict { keyword: false } => {
                push(starts, Next::Dictionary);
            }
            Element::AttrDict { keyword: true } => {
                push(starts, Next::Literal("attributes".to_owned()));
            }
            Element::PropDict => push(starts, Next::Properties),
            Element::Types(_) | Element::FunctionalType(..) => push(starts, Next::Type),
            Element::Optional { then, otherwise, .. } => {
                for next in self.starts(then, &[]).into_iter().chain(self.starts(otherwise, &[])) {
                    push(starts, next);
                }
            }
            Element::Clauses(clauses) => {
                clauses.iter().for_each(|clause| self.first(clause, starts));
            }
            Element::Custom { path, .. } => {
                push(starts, Next::Custom(quote!(#path).to_string()));
            }
            // Values and blocks begin like no attribute.
            Element::Operand(_)
            | Element::Operands
            | Element::Successor(_)
            | Element::Successors
            | Element::Space
            | Element::NoSpace
            | Element::NewLine => {}
        }
    }

    fn may_be_empty(&self, element: &Element) -> bool {
        let is_optional = |fields: &[Field], index: usize| fields[index].arity != Arity::One;
        match element {
            Element::Literal(_) | Element::FunctionalType(..) | Element::Custom { .. } => false,
            Element::Operand(index) => is_optional(&self.op.operands, *index),
            Element::Attr(index) if self.is_unit(*index) => true,
            Element::Attr(index) | Element::QualifiedAttr(index) => {
                is_optional(&self.op.op_attrs, *index)
            }
            Element::Region(index) => is_optional(&self.op.regions, *index),
            Element::Successor(index) => is_optional(&self.op.successors, *index),
            Element::Types(Values::Operand(index)) => is_optional(&self.op.operands, *index),
            Element::Types(Values::Result(index)) => is_optional(&self.op.results, *index),
            Element::Optional { then, otherwise, .. } => {
                then.iter().all(|element| self.may_be_empty(element))
                    || otherwise.iter().all(|element| self.may_be_empty(element))
            }
            _ => true,
        }
    }

    fn is_unit(&self, index: usize) -> bool {
        self.op.op_attrs[index].constraint_name() == "UnitAttr"
    }

    /// Checks an attribute before one of `follow`. With `optional`, these are what there is instead
    /// of the attribute.
    fn attribute(&mut self, index: usize, qualified: bool, optional: bool, follow: &[Next]) {
        let field = &self.op.op_attrs[index];
        let (name, constraint) = (&field.name, &field.constraint);
        let optional = optional || field.arity == Arity::Optional;
        if !qualified {
            self.keywords(index, optional, follow);
        }
        let starts = quote!(::mlir_lite::ir::constraints::AttrStarts);
        let own = quote!(#starts::of::<#constraint>(#qualified));
        for next in follow {
            let what = self.describe(next);
            let mut refuse = |condition: TokenStream, reason: &str| {
                let message = format!(
                    "the format of '{}' is ambiguous: `${name}` before {what}, {reason}",
                    self.op.name.value()
                );
                self.checks.push((quote!(!(#condition)), message));
            };
            match next {
                Next::Literal(text) if text == ":" => refuse(
                    quote!(#starts::may_have_type::<#constraint>(#qualified)),
                    "which may begin the type of the attribute; write a keyword between them, or \
                        declare with `starts` how the attribute begins",
                ),
                Next::Literal(text) if text == "::" => refuse(
                    quote!(#own.overlaps(#starts::SYMBOL)),
                    "which may continue the symbol; write a keyword between them",
                ),
                Next::Literal(text) if text == "<" => refuse(
                    quote!(#starts::may_have_parameters::<#constraint>(#qualified)),
                    "which may begin the parameters of the attribute; write a keyword between them",
                ),
                Next::Literal(text) if text == "(" && optional => refuse(
                    quote!(#own.overlaps(#starts::STRING)),
                    "which looks like the next op in generic form; write a keyword between them",
                ),
                Next::Attr { index, qualified: other } => {
                    let next = &self.op.op_attrs[*index].constraint;
                    refuse(
                        quote! {
                            #starts::of::<#next>(#other).overlaps(#starts::PARAMETERS)
                                && #starts::may_have_parameters::<#constraint>(#qualified)
                        },
                        "which may begin the parameters of the attribute; write a keyword between \
                            them",
                    );
                }
                _ => {}
            }
            if optional {
                let other = match next {
                    Next::Literal(text) => start_of_literal(text),
                    Next::Custom(path) => {
                        let path: TokenStream = path.parse().unwrap_or_default();
                        let is_decidable = quote! {
                            #starts::may_be_absent_before::<#constraint, #path>(#qualified)
                        };
                        refuse(
                            quote!(!#is_decidable),
                            "which may begin alike, so it is not known whether the attribute is \
                                there; write a keyword before the attribute, or declare in the \
                                directive what it begins with (`STARTS`)",
                        );
                        continue;
                    }
                    _ => start_of(self.op, next),
                };
                if let Some(other) = other {
                    refuse(
                        quote!(#own.overlaps(#starts::#other)),
                        "which may begin alike, so it is not known whether the attribute is there; \
                            write a keyword before the attribute",
                    );
                }
            }
        }
    }

    /// Checks the keywords of an attribute before one of `follow`, if it is an enum. With
    /// `optional`, these are what there is instead of the attribute.
    fn keywords(&mut self, index: usize, optional: bool, follow: &[Next]) {
        let Field { name, constraint, .. } = &self.op.op_attrs[index];
        let starts = quote!(::mlir_lite::ir::constraints::AttrStarts);
        for next in follow {
            let what = self.describe(next);
            let mut refuse = |condition: TokenStream, reason: &str| {
                let message = format!(
                    "the format of '{}' is ambiguous: `${name}` before {what}, {reason}",
                    self.op.name.value()
                );
                self.checks.push((quote!(!#condition), message));
            };
            let same = match next {
                Next::Literal(text) => {
                    refuse(
                        quote!(#starts::may_continue::<#constraint>(#text)),
                        "which may continue the set of cases; write a keyword between them",
                    );
                    quote!(#starts::may_be_keyword::<#constraint>(#text))
                }
                Next::Attr { index, qualified: false } => {
                    let next = &self.op.op_attrs[*index].constraint;
                    quote!(#starts::may_be_same_keyword::<#constraint, #next>())
                }
                _ => continue,
            };
            if optional {
                refuse(
                    same,
                    "which may be the same keyword, so it is not known whether the attribute is \
                        there; write a keyword before the attribute",
                );
            }
        }
    }

    fn describe(&self, next: &Next) -> String {
        match next {
            Next::Literal(text) => format!("`{text}`"),
            Next::Attr { index, .. } => format!("`${}`", self.op.op_attrs[*index].name),
            Next::Dictionary => "`attr-dict` or a region".to_owned(),
            Next::Properties => "`prop-dict`".to_owned(),
            Next::Type => "a type".to_owned(),
            Next::Custom(path) => format!("`custom<{}>`", path.replace(' ', "")),
            Next::End => "the op's location".to_owned(),
        }
    }
}

fn push(list: &mut Vec<Next>, next: Next) {
    if !list.contains(&next) {
        list.push(next);
    }
}

fn is_blank(element: &Element) -> bool {
    matches!(element, Element::Space | Element::NoSpace | Element::NewLine)
}

/// The attributes that begin like what follows, as the name of a constant. Literals are judged by
/// [`start_of_literal`], directives of dialects by their `STARTS`.
fn start_of(op: &Declaration, next: &Next) -> Option<TokenStream> {
    match next {
        Next::Literal(_) | Next::Custom(_) => None,
        Next::Attr { index, qualified } => {
            let constraint = &op.op_attrs[*index].constraint;
            Some(quote!(of::<#constraint>(#qualified)))
        }
        Next::Dictionary => Some(quote!(DICTIONARY)),
        Next::Properties => Some(quote!(PARAMETERS)),
        Next::Type => Some(quote!(TYPE)),
        Next::End => Some(quote!(LOCATION)),
    }
}

/// The attributes that begin like a literal, as the name of a constant.
fn start_of_literal(text: &str) -> Option<TokenStream> {
    Some(match text {
        "true" | "false" | "-" => quote!(NUMBER),
        "[" => quote!(LIST),
        "{" => quote!(DICTIONARY),
        "<" => quote!(PARAMETERS),
        "affine_map" => quote!(AFFINE_MAP),
        "affine_set" => quote!(INTEGER_SET),
        "dense" | "dense_resource" | "sparse" | "opaque" => quote!(ELEMENTS),
        "array" => quote!(DENSE_ARRAY),
        "loc" => quote!(LOCATION),
        "unit" | "strided" | "distinct" => quote!(OTHER),
        "(" | "index" | "none" | "complex" | "tuple" | "vector" | "tensor" | "memref" => {
            quote!(TYPE)
        }
        _ if is_number_type(text) => quote!(TYPE),
        _ => return None,
    })
}

/// Whether the keyword is the type of a number: `i32`, `f8E5M2`.
fn is_number_type(text: &str) -> bool {
    let rest =
        ["si", "ui", "bf", "tf", "i", "f"].iter().find_map(|prefix| text.strip_prefix(prefix));
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}
