//! All references of an op, also those that may be in the text of unknown attributes and types.

use crate::data::Context;
use crate::data::attributes::{Attribute, AttributeKind, SymbolPath};
use crate::data::ident::Ident;
use crate::data::types::TypeKind;
use crate::ir::view::OpRef;
use smallvec::SmallVec;

/// Calls `visit` for the symbol references in an attribute, and for names that look like one in the
/// text of an unknown attribute or type.
fn visit_references<'c>(
    ctx: &'c Context,
    attribute: Attribute,
    visit: &mut dyn FnMut(SymbolPath<'c>),
) {
    let mut texts: SmallVec<[&'c str; 4]> = SmallVec::new();
    let mut type_texts: SmallVec<[&'c str; 4]> = SmallVec::new();
    attribute.walk_parts_and_types(
        ctx,
        &mut |part| match part.kind(ctx) {
            &AttributeKind::SymbolRef { supers, root, ref nested } => {
                visit(SymbolPath { supers, root, nested });
            }
            AttributeKind::Opaque { data, .. } => texts.push(data),
            _ => {}
        },
        &mut |ty| {
            if let TypeKind::Opaque { data, .. } = ty.kind(ctx) {
                type_texts.push(data);
            }
        },
    );
    for text in texts.into_iter().chain(type_texts) {
        references_in(ctx, text)
            .iter()
            .filter_map(|it| it.as_symbol_ref(ctx))
            .for_each(&mut *visit);
    }
}

/// Calls `visit` for all references in an op without its regions: in its attributes, and in the
/// types of its results and of its regions' arguments. A name in the text of an unknown attribute
/// or type that looks like a reference is treated as one.
pub fn visit_references_of<'c>(op: OpRef<'c>, visit: &mut dyn FnMut(SymbolPath<'c>)) {
    let ctx = op.context();
    for (_, attribute) in op.body().each_attribute(op.id()) {
        visit_references(ctx, attribute, visit);
    }
    let blocks = op.regions().flat_map(|region| region.blocks());
    let arguments = blocks
        .flat_map(|block| block.arguments().iter().map(move |&argument| block.body().ty(argument)));
    for ty in op.result_types().chain(arguments) {
        if !matches!(ty.kind(ctx), TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_))
        {
            visit_references(ctx, ctx.type_attr(ty), visit);
        }
    }
}

/// Each `@.super::@a::@b` of a text.
fn references_in(ctx: &Context, text: &str) -> Vec<Attribute> {
    let mut found: Vec<(u32, Vec<Ident>)> = Vec::new();
    let mut rest = text;
    let mut continues = false;
    while let Some(at) = rest.find('@') {
        let (between, name) = (&rest[..at], &rest[at + 1..]);
        let quoted = name.strip_prefix('"').and_then(|name| name.split_once('"'));
        let (name, after) = quoted.unwrap_or_else(|| {
            let end =
                name.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$' | '.' | '-'));
            name.split_at(end.unwrap_or(name.len()))
        });
        if !continues || between != "::" {
            found.push((0, Vec::new()));
        }
        if let Some((supers, names)) = found.last_mut() {
            if names.is_empty() && quoted.is_none() && name == ".super" {
                *supers += 1;
            } else {
                names.push(ctx.ident(name));
            }
        }
        (rest, continues) = (after, true);
    }
    let found = found.iter().filter_map(|(supers, names)| {
        let (&root, nested) = names.split_first()?;
        Some(ctx.symbol_path_attr(SymbolPath { supers: *supers, root, nested }))
    });
    found.collect()
}
