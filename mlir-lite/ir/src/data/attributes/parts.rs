//! The parts of attributes and types, down to symbol references in types of dialects.
//!
//! Parts of an array are its elements, of a dictionary its values, of a type attribute the type.
//! Types consist of types and attributes, such as the encoding of a tensor. An attribute or type of
//! a dialect consists of its parameters; see [`DialectAttribute::replace_parts`].
//!
//! [`DialectAttribute::replace_parts`]: crate::data::attributes::DialectAttribute::replace_parts

use crate::data::Context;
use crate::data::attributes::{Attribute, AttributeKind, KnownIdent};
use crate::data::types::{Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A function that is called for each part. It returns what replaces the part, or the part itself.
/// Types are passed as type attributes.
pub type ReplacePart<'r> = &'r mut dyn FnMut(Attribute) -> Attribute;

#[derive(Copy, Clone)]
enum Part {
    Attribute(Attribute),
    Type(Type),
}

impl Attribute {
    /// Calls `visit` for this attribute and for the attributes that it consists of, each before its
    /// own parts, in the order of their text.
    ///
    /// ```
    /// # extern crate mlir_lite_ir as mlir_lite;
    /// let ctx = mlir_lite::Context::new();
    /// let (a, b) = (ctx.symbol_attr("a"), ctx.symbol_attr("b"));
    /// let array = ctx.array_attr(&[a, ctx.array_attr(&[b])]);
    /// let mut found = Vec::new();
    /// array.walk_parts(&ctx, &mut |part| found.extend(part.as_flat_symbol(&ctx)));
    /// assert_eq!(found, [ctx.ident("a"), ctx.ident("b")]);
    /// ```
    pub fn walk_parts(self, ctx: &Context, visit: &mut dyn FnMut(Attribute)) {
        self.walk_parts_and_types(ctx, visit, &mut |_| {});
    }

    /// As [`walk_parts`](Self::walk_parts), and calls `visit_type` for the types. A type that has
    /// no parts may be left out if it is a number's, and one that occurs several times is visited
    /// at least once.
    pub fn walk_parts_and_types(
        self,
        ctx: &Context,
        visit: &mut dyn FnMut(Attribute),
        visit_type: &mut dyn FnMut(Type),
    ) {
        if !has_parts(ctx, self) {
            return visit(self);
        }
        let mut work: SmallVec<[Part; 8]> = SmallVec::from_elem(Part::Attribute(self), 1);
        // A type that occurs several times is visited once: there may be many paths to it.
        let mut seen = FxHashSet::default();
        while let Some(part) = work.pop() {
            let start = work.len();
            match part {
                Part::Attribute(attribute) => {
                    visit(attribute);
                    push_attribute_parts(ctx, attribute, &mut work);
                }
                Part::Type(ty) => {
                    visit_type(ty);
                    push_type_parts(ctx, ty, &mut seen, &mut work);
                }
            }
            work[start..].reverse();
        }
    }

    /// The attribute with others in place of its parts: where `replace` returns an attribute for a
    /// part or for the attribute itself, and otherwise in its parts.
    ///
    /// # Panics
    /// If a type would not be valid.
    #[track_caller]
    pub fn replace_parts(
        self,
        ctx: &Context,
        replace: &mut dyn FnMut(Attribute) -> Option<Attribute>,
    ) -> Attribute {
        Replacement { ctx, replace, types: FxHashMap::default() }.attribute(self)
    }
}

/// Whether an attribute may have parts. Most have none, and nor has the type of most functions.
fn has_parts(ctx: &Context, attribute: Attribute) -> bool {
    match attribute.kind(ctx) {
        AttributeKind::Array(elements) => !elements.is_empty(),
        AttributeKind::Dictionary(entries) => !entries.is_empty(),
        AttributeKind::Type(ty) => match ty.kind(ctx) {
            TypeKind::Function { inputs, results } => {
                !inputs.iter().chain(results).all(|&ty| is_simple(ctx, ty))
            }
            _ => !is_simple(ctx, *ty),
        },
        AttributeKind::String { ty: Some(_), .. }
        | AttributeKind::Distinct { .. }
        | AttributeKind::Dialect(_) => true,
        _ => false,
    }
}

fn is_simple(ctx: &Context, ty: Type) -> bool {
    let kind = ty.kind(ctx);
    matches!(kind, TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_) | TypeKind::None)
}

fn push_attribute_parts(ctx: &Context, attribute: Attribute, work: &mut SmallVec<[Part; 8]>) {
    match attribute.kind(ctx) {
        AttributeKind::Array(elements) => {
            work.extend(elements.iter().map(|&element| Part::Attribute(element)));
        }
        AttributeKind::Dictionary(entries) => {
            work.extend(entries.iter().map(|entry| Part::Attribute(entry.1)));
        }
        AttributeKind::Type(ty) | AttributeKind::String { ty: Some(ty), .. } => {
            work.push(Part::Type(*ty));
        }
        AttributeKind::Distinct { content, .. } => work.push(Part::Attribute(*content)),
        AttributeKind::Dialect(data) => {
            data.replace_parts(ctx, &mut |part| push_part(part, work));
        }
        _ => {}
    }
}

fn push_type_parts(
    ctx: &Context,
    ty: Type,
    seen: &mut FxHashSet<Type>,
    work: &mut SmallVec<[Part; 8]>,
) {
    let kind = ty.kind(ctx);
    let is_list =
        matches!(kind, TypeKind::Tuple(_) | TypeKind::Function { .. } | TypeKind::Dialect(_));
    if is_list && !seen.insert(ty) {
        return;
    }
    match kind {
        TypeKind::Complex(element)
        | TypeKind::Vector { element, .. }
        | TypeKind::UnrankedTensor(element) => work.push(Part::Type(*element)),
        TypeKind::Tuple(types) => work.extend(types.iter().map(|&ty| Part::Type(ty))),
        TypeKind::Function { inputs, results } => {
            work.extend(inputs.iter().chain(results).map(|&ty| Part::Type(ty)));
        }
        TypeKind::RankedTensor { element, encoding, .. } => {
            work.push(Part::Type(*element));
            work.extend(encoding.map(Part::Attribute));
        }
        TypeKind::MemRef { element, layout, memory_space, .. } => {
            work.push(Part::Type(*element));
            work.extend(layout.iter().chain(memory_space).map(|&part| Part::Attribute(part)));
        }
        TypeKind::UnrankedMemRef { element, memory_space } => {
            work.push(Part::Type(*element));
            work.extend(memory_space.map(Part::Attribute));
        }
        TypeKind::Dialect(data) => {
            data.replace_parts(ctx, &mut |part| push_part(part, work));
        }
        TypeKind::Integer { .. }
        | TypeKind::Index
        | TypeKind::Float(_)
        | TypeKind::None
        | TypeKind::Opaque { .. } => {}
    }
}

fn push_part(part: Attribute, work: &mut SmallVec<[Part; 8]>) -> Attribute {
    work.push(Part::Attribute(part));
    part
}

struct Replacement<'r> {
    ctx: &'r Context,
    replace: &'r mut dyn FnMut(Attribute) -> Option<Attribute>,
    /// The replacement of each type with parts.
    types: FxHashMap<Type, Type>,
}

impl Replacement<'_> {
    /// Attributes nest as deep as the source text, which is limited.
    fn attribute(&mut self, old: Attribute) -> Attribute {
        if let Some(new) = (self.replace)(old) {
            return new;
        }
        let ctx = self.ctx;
        match old.kind(ctx) {
            AttributeKind::Array(elements) => {
                let new: Vec<_> = elements.iter().map(|&part| self.attribute(part)).collect();
                if new[..] == elements[..] { old } else { ctx.array_attr(&new) }
            }
            AttributeKind::Dictionary(entries) => {
                let new: Vec<_> =
                    entries.iter().map(|&(name, part)| (name, self.attribute(part))).collect();
                if new[..] == entries[..] { old } else { ctx.dictionary_attr(&new) }
            }
            AttributeKind::Type(ty) => ctx.type_attr(self.ty(*ty)),
            AttributeKind::String { bytes, ty: Some(ty), .. } => {
                let ty = Some(self.ty(*ty));
                let (bytes, ident) = (bytes.clone(), KnownIdent::default());
                ctx.intern_checked(AttributeKind::String { bytes, ty, ident })
            }
            AttributeKind::Distinct { number, content } => {
                let content = self.attribute(*content);
                ctx.intern_checked(AttributeKind::Distinct { number: *number, content })
            }
            AttributeKind::Dialect(data) => {
                let new = data.replace_parts(ctx, &mut |part| self.attribute(part));
                let new = new.filter(|new| new != data);
                new.map_or(old, |new| ctx.intern_checked(AttributeKind::Dialect(new)))
            }
            _ => old,
        }
    }

    fn ty(&mut self, old: Type) -> Type {
        if let Some(&new) = self.types.get(&old) {
            return new;
        }
        let ctx = self.ctx;
        let kind = match old.kind(ctx) {
            TypeKind::Complex(element) => TypeKind::Complex(self.ty(*element)),
            TypeKind::Tuple(types) => TypeKind::Tuple(self.types(types)),
            TypeKind::Function { inputs, results } => {
                TypeKind::Function { inputs: self.types(inputs), results: self.types(results) }
            }
            TypeKind::Vector { shape, element, scalable } => TypeKind::Vector {
                shape: shape.clone(),
                element: self.ty(*element),
                scalable: scalable.clone(),
            },
            TypeKind::RankedTensor { shape, element, encoding } => TypeKind::RankedTensor {
                shape: shape.clone(),
                element: self.ty(*element),
                encoding: encoding.map(|part| self.attribute(part)),
            },
            TypeKind::UnrankedTensor(element) => TypeKind::UnrankedTensor(self.ty(*element)),
            TypeKind::MemRef { shape, element, layout, memory_space } => TypeKind::MemRef {
                shape: shape.clone(),
                element: self.ty(*element),
                layout: layout.map(|part| self.attribute(part)),
                memory_space: memory_space.map(|part| self.attribute(part)),
            },
            TypeKind::UnrankedMemRef { element, memory_space } => TypeKind::UnrankedMemRef {
                element: self.ty(*element),
                memory_space: memory_space.map(|part| self.attribute(part)),
            },
            TypeKind::Dialect(data) => {
                match data.replace_parts(ctx, &mut |part| self.attribute(part)) {
                    Some(new) => TypeKind::Dialect(new),
                    None => return old,
                }
            }
            TypeKind::Integer { .. }
            | TypeKind::Index
            | TypeKind::Float(_)
            | TypeKind::None
            | TypeKind::Opaque { .. } => return old,
        };
        let new = ctx.intern_type(kind);
        self.types.insert(old, new);
        new
    }

    fn types(&mut self, types: &[Type]) -> Box<[Type]> {
        types.iter().map(|&ty| self.ty(ty)).collect()
    }
}
