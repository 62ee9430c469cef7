//! Entries of `traits(..)`: types that are traits, and relations between types.
//!
//! `AllTypesMatch(a, b)`, `AllShapesMatch`, `AllElementTypesMatch` and `AllRanksMatch` name fields;
//! `TypesMatchWith("text", from, to, function)` computes one type from another.

use crate::declaration::{Arity, Declaration, Field};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, LitStr, Path, Result, Token, parenthesized, token};

/// The field that a relation refers to.
#[derive(Copy, Clone)]
pub(crate) enum Member {
    Operand(usize),
    Result(usize),
    Attr(usize),
}

/// A relation between the types of fields.
pub(crate) enum Relation {
    AllMatch { members: Vec<Member>, aspect: &'static str },
    MatchWith { summary: LitStr, from: Member, to: Member, transform: Path },
}

/// An entry of `traits(..)`.
pub(crate) enum TraitEntry {
    Trait(Path),
    Relation(ParsedRelation),
}

/// A relation whose names are not looked up yet.
pub(crate) enum ParsedRelation {
    AllMatch { fields: Vec<Ident>, aspect: &'static str, at: Ident },
    MatchWith { summary: LitStr, from: Ident, to: Ident, transform: Path },
}

const ASPECTS: [(&str, &str); 4] = [
    ("AllTypesMatch", "Type"),
    ("AllShapesMatch", "Shape"),
    ("AllElementTypesMatch", "ElementType"),
    ("AllRanksMatch", "Rank"),
];

impl Parse for TraitEntry {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let path: Path = input.parse()?;
        if !input.peek(token::Paren) {
            return Ok(Self::Trait(path));
        }
        let name = path.require_ident()?.clone();
        let content;
        parenthesized!(content in input);
        if name == "TypesMatchWith" {
            let summary = content.parse()?;
            content.parse::<Token![,]>()?;
            let from = content.parse()?;
            content.parse::<Token![,]>()?;
            let to = content.parse()?;
            content.parse::<Token![,]>()?;
            let transform = content.parse()?;
            content.parse::<Option<Token![,]>>()?;
            return Ok(Self::Relation(ParsedRelation::MatchWith { summary, from, to, transform }));
        }
        let Some(&(_, aspect)) = ASPECTS.iter().find(|entry| name == entry.0) else {
            return Err(Error::new(
                name.span(),
                format!(
                    "`{name}` is not a relation of types; there are AllTypesMatch, AllShapesMatch, \
                        AllElementTypesMatch, AllRanksMatch and TypesMatchWith"
                ),
            ));
        };
        let fields =
            Punctuated::<Ident, Token![,]>::parse_terminated(&content)?.into_iter().collect();
        Ok(Self::Relation(ParsedRelation::AllMatch { fields, aspect, at: name }))
    }
}

impl ParsedRelation {
    /// Looks the names up.
    pub(crate) fn resolve(self, op: &Declaration) -> Result<Relation> {
        match self {
            Self::AllMatch { fields, aspect, at } => {
                if fields.len() < 2 {
                    return Err(Error::new(at.span(), format!("`{at}` takes two fields or more")));
                }
                let members =
                    fields.iter().map(|field| member(op, field)).collect::<Result<_>>()?;
                Ok(Relation::AllMatch { members, aspect })
            }
            Self::MatchWith { summary, from, to, transform } => {
                let (from, to) = (single(op, &from)?, single(op, &to)?);
                if matches!(to, Member::Attr(_)) {
                    return Err(Error::new(
                        summary.span(),
                        "the type that follows is that of an operand or result",
                    ));
                }
                Ok(Relation::MatchWith { summary, from, to, transform })
            }
        }
    }
}

fn member(op: &Declaration, name: &Ident) -> Result<Member> {
    let position = |fields: &[Field]| fields.iter().position(|field| field.ident == *name);
    position(&op.operands)
        .map(Member::Operand)
        .or_else(|| position(&op.results).map(Member::Result))
        .or_else(|| position(&op.op_attrs).map(Member::Attr))
        .ok_or_else(|| {
            Error::new(
                name.span(),
                format!("`{name}` is not an operand, result or attribute of the op"),
            )
        })
}

fn single(op: &Declaration, name: &Ident) -> Result<Member> {
    let member = member(op, name)?;
    let arity = match member {
        Member::Operand(index) => op.operands[index].arity,
        Member::Result(index) => op.results[index].arity,
        Member::Attr(_) => Arity::One,
    };
    if arity == Arity::Variadic {
        return Err(Error::new(
            name.span(),
            format!("`{name}` is variadic, and `TypesMatchWith` is about one type"),
        ));
    }
    Ok(member)
}

/// The relation as data.
pub(crate) fn relation_def(relation: &Relation) -> TokenStream {
    let member = |member: &Member| match *member {
        Member::Operand(index) => quote!(Member::Operand(#index)),
        Member::Result(index) => quote!(Member::Result(#index)),
        Member::Attr(index) => quote!(Member::Attr(#index)),
    };
    match relation {
        Relation::AllMatch { members, aspect } => {
            let members = members.iter().map(member);
            let aspect = Ident::new(aspect, proc_macro2::Span::call_site());
            quote!(TypeRelation::AllMatch { members: &[#(#members),*], aspect: Aspect::#aspect })
        }
        Relation::MatchWith { summary, from, to, transform } => {
            let (from, to) = (member(from), member(to));
            quote!(TypeRelation::MatchWith { summary: #summary, from: #from, to: #to, transform: #transform })
        }
    }
}
