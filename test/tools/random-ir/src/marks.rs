//! Marks: ops and parameters with a number keep all their attributes, and nothing moves into or out
//! of the regions of unknown ops.

use mlir_lite::Context;
use mlir_lite::attributes::{Attribute, NamedAttribute};
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::view::OpRef;
use mlir_lite::ir::{Body, ValueDef, ValueId};
use mlir_lite::text::print_attribute;
use std::collections::{BTreeMap, BTreeSet};

/// Attributes of ops, parameters and results by their numbers: `fuzz.id = 7`. Passes may copy what
/// has a number.
pub type Marks = BTreeMap<Attribute, BTreeSet<Vec<NamedAttribute>>>;

/// The marks of a module.
pub fn marks(module: &Body) -> Marks {
    let mut marks = Marks::new();
    let ctx = module.context();
    for op in all_ops(module) {
        let attributes = op.body().attributes(op.id());
        add(ctx, &attributes, &mut marks);
        let lists = attributes.iter().filter(|(name, _)| name.text(ctx).ends_with("_attrs"));
        for entries in lists.flat_map(|(_, list)| list.as_array(ctx).unwrap_or_default()) {
            add(ctx, entries.as_dictionary(ctx).unwrap_or_default(), &mut marks);
        }
    }
    marks
}

fn add(ctx: &Context, attributes: &[NamedAttribute], marks: &mut Marks) {
    let mut number = None;
    let mut others = Vec::new();
    for &(name, value) in attributes {
        let text = name.text(ctx);
        if text == "fuzz.id" {
            number = Some(value);
        } else if text.starts_with("fuzz.") {
            others.push((name, value));
        }
    }
    if let Some(number) = number {
        others.sort();
        marks.entry(number).or_default().insert(others);
    }
}

/// The first mark that was lost or changed.
pub fn lost(ctx: &Context, before: &Marks, after: &Marks) -> Option<String> {
    let (&number, attributes) =
        before.iter().find(|(number, value)| after.get(*number) != Some(*value))?;
    let text = |attributes: &BTreeSet<Vec<NamedAttribute>>| -> String {
        let entry = |&(name, value): &NamedAttribute| {
            format!("{} = {}", name.text(ctx), print_attribute(ctx, value))
        };
        let lists = attributes.iter().map(|list| list.iter().map(entry).collect::<Vec<_>>());
        format!("{:?}", lists.collect::<Vec<_>>())
    };
    let shown = print_attribute(ctx, number);
    Some(match after.get(&number) {
        None => format!("the op with the number {shown} is missing"),
        Some(now) => format!(
            "what has the number {shown} had the attributes {}, and now {}",
            text(attributes),
            text(now)
        ),
    })
}

/// How often each meaningless attribute occurs in a text.
pub fn keys(text: &str) -> BTreeMap<&str, usize> {
    let mut keys = BTreeMap::new();
    for part in text.split("fuzz.").skip(1) {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(part.len());
        if part[end..].starts_with([' ', ',', '}']) {
            *keys.entry(&part[..end]).or_default() += 1;
        }
    }
    keys
}

/// The first op whose attributes are others in a second module of the same ops.
pub fn attributes_differ(first: &Body, second: &Body) -> Option<String> {
    // Text of today may have another op for one of 2020, whose attributes are others.
    let pairs = all_ops(first).zip(all_ops(second));
    let mut pairs = pairs.filter(|(a, b)| a.info().name() == b.info().name());
    pairs.find_map(|(first, second)| {
        let (ours, theirs) = (attributes(first), attributes(second));
        let name = first.info().name();
        (ours != theirs)
            .then(|| format!("the attributes of '{name}' were {ours:?}, and are {theirs:?}"))
    })
}

/// All named attributes of an op, except those that are equal to their default.
fn attributes(op: OpRef<'_>) -> BTreeMap<String, String> {
    let ctx = op.context();
    let defaults: Vec<(&str, Attribute)> = (op.def().map_or(&[][..], |def| def.attrs).iter())
        .filter_map(|attr| Some((attr.name, (attr.default?)(ctx))))
        .collect();
    // Today's text has no declaration that is not private. The text of 2020, which does, is
    // compared as it is.
    let is_declaration = op.is::<FuncOp>() && op.is_declaration();
    let mut attributes = BTreeMap::new();
    for (name, value) in op.body().attributes(op.id()) {
        let name = name.text(ctx);
        if is_declaration && name == "sym_visibility" {
            continue;
        }
        let text = print_attribute(ctx, value);
        // If the attribute is absent, parsing adds the first of these words. Unused operands of
        // affine maps are not in the custom form.
        let says_nothing = defaults.contains(&(name, value))
            || (name == "unnamed_addr" && text == "0 : i64")
            || (name == "op_bundle_tags" && text == "[]");
        if says_nothing || name == "map" || name.ends_with("Map") {
            continue;
        }
        // Layouts are written in the form of the original text.
        attributes.insert(
            name.to_owned(),
            if text.contains("stride") { "a layout".to_owned() } else { text },
        );
    }
    attributes
}

/// Checks the regions of unknown ops.
///
/// # Errors
/// If something has moved into one or out of one.
pub fn regions_are_closed(module: &Body) -> Result<(), String> {
    let ctx = module.context();
    let number = |op: OpRef<'_>, name: &str| -> Option<String> {
        op.attr_named(name).map(|value: Attribute| print_attribute(ctx, value))
    };
    for op in all_ops(module) {
        if let Some(inside) = number(op, "fuzz.in") {
            let mut around = std::iter::successors(op.parent(), |op| op.parent());
            let found = around.find_map(|op| number(op, "fuzz.region"));
            let found = found.unwrap_or_else(|| "0 : i64".to_owned());
            if found != inside {
                let name = op.info().name();
                return Err(format!(
                    "'{name}' moved from the regions of the op {inside} to those of {found}"
                ));
            }
        }
        if op.attr_named("fuzz.closed").is_some() {
            is_closed(op)?;
        }
    }
    Ok(())
}

/// Checks that no op of the region that this op ends uses a value from outside.
fn is_closed(end: OpRef<'_>) -> Result<(), String> {
    let body = end.body();
    let Some(region) = body.block(end.id()).and_then(|block| body.block_region(block)) else {
        return Ok(());
    };
    // An isolated op in it has a body of its own, and cannot use anything from outside.
    let ops = body.region_ref(region).ops().flat_map(|op| std::iter::once(op).chain(op.walk()));
    for op in ops.filter(|op| std::ptr::eq(op.body(), body)) {
        let from_outside = |value: &ValueId| {
            let block = match body.value_def(*value) {
                ValueDef::Result { op, .. } => body.block(op),
                ValueDef::Argument { block, .. } => Some(block),
            };
            let mut around = block.and_then(|block| body.block_region(block));
            while let Some(current) = around.filter(|&current| current != region) {
                let owner = body.region_owner(current);
                around =
                    owner.and_then(|op| body.block(op)).and_then(|block| body.block_region(block));
            }
            around.is_none()
        };
        if op.operands().any(|value| from_outside(&value)) {
            return Err(format!(
                "'{}' in a region that was closed uses a value from outside",
                op.info().name()
            ));
        }
    }
    Ok(())
}

fn all_ops(module: &Body) -> impl Iterator<Item = OpRef<'_>> {
    std::iter::once(module.as_op()).chain(module.walk())
}
