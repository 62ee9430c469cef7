//! What functions and their arguments promise: attributes of the `llvm` dialect to LLVM's.
//!
//! An attribute that LLVM does not know is left out, as `mlir-translate` does with discardable ones: none of them changes
//! what a function means.

use crate::attributes::Attribute;
use crate::ir::Ident;
use crate::ir::view::OpRef;
use inkwell::{
    attributes::{Attribute as LlvmAttribute, AttributeLoc},
    context::ContextRef,
    values::FunctionValue,
};

/// Attributes of a function op, and what LLVM calls them.
const OF_FUNCTION: [(&str, &str); 7] = [
    ("convergent", "convergent"),
    ("no_inline", "noinline"),
    ("always_inline", "alwaysinline"),
    ("inline_hint", "inlinehint"),
    ("no_unwind", "nounwind"),
    ("will_return", "willreturn"),
    ("optimize_none", "optnone"),
];

/// Attributes that are more than a name and a number; LLVM's interface takes no others under a number.
const WITH_A_TYPE_OR_RANGE: [&str; 8] =
    ["byref", "byval", "elementtype", "inalloca", "initializes", "preallocated", "range", "sret"];

/// Gives a function the attributes of its op.
pub(super) fn export(op: OpRef<'_>, function: FunctionValue<'_>) {
    let ctx = op.context();
    let llvm = function.get_type().get_context();
    for (name, known_as) in OF_FUNCTION {
        if op.attr_named(name).is_some() {
            add(function, AttributeLoc::Function, enumerated(llvm, known_as, 0));
        }
    }
    for (key, known_as) in [("target_cpu", "target-cpu"), ("tune_cpu", "tune-cpu")] {
        if let Some(value) = op.attr_named(key).and_then(|value| value.as_str(ctx)) {
            add(function, AttributeLoc::Function, Some(llvm.create_string_attribute(known_as, value)));
        }
    }
    for entry in op.attr_named("passthrough").and_then(|list| list.as_array(ctx)).unwrap_or_default() {
        let pair: Vec<&str> = match entry.as_array(ctx) {
            Some(pair) => pair.iter().filter_map(|text| text.as_str(ctx)).collect(),
            None => entry.as_str(ctx).into_iter().collect(),
        };
        let attribute = match pair[..] {
            [name] => enumerated(llvm, name, 0).or_else(|| Some(llvm.create_string_attribute(name, ""))),
            [name, value] => value
                .parse()
                .ok()
                .and_then(|value| enumerated(llvm, name, value))
                .or_else(|| Some(llvm.create_string_attribute(name, value))),
            _ => None,
        };
        add(function, AttributeLoc::Function, attribute);
    }
    let lists = op.attr(Ident::ARG_ATTRS).and_then(|list| list.as_array(ctx)).unwrap_or_default();
    for (index, list) in (0..).zip(lists) {
        for entry in list.as_dictionary(ctx).unwrap_or_default() {
            let attribute = of_argument(op, llvm, entry.0.text(ctx), entry.1);
            add(function, AttributeLoc::Param(index), attribute);
        }
    }
}

/// `llvm.noalias`, `llvm.align = 16 : i64` and the like.
fn of_argument(op: OpRef<'_>, llvm: ContextRef<'_>, name: &str, value: Attribute) -> Option<LlvmAttribute> {
    let known_as = name.strip_prefix("llvm.")?;
    match value {
        Attribute::UNIT => enumerated(llvm, known_as, 0),
        value => enumerated(llvm, known_as, u64::try_from(value.as_i64(op.context())?).ok()?),
    }
}

/// An attribute that LLVM knows by number, if it does.
fn enumerated(llvm: ContextRef<'_>, name: &str, value: u64) -> Option<LlvmAttribute> {
    let kind = LlvmAttribute::get_named_enum_kind_id(name);
    let is_known = kind != 0 && !WITH_A_TYPE_OR_RANGE.contains(&name);
    is_known.then(|| llvm.create_enum_attribute(kind, value))
}

fn add(function: FunctionValue<'_>, place: AttributeLoc, attribute: Option<LlvmAttribute>) {
    if let Some(attribute) = attribute {
        function.add_attribute(place, attribute);
    }
}
