//! Attributes of functions, arguments and results, in LLVM's text.

use super::text::{TypeTexts, quoted};
use inkwell::attributes::Attribute as LlvmAttribute;
use mlir_lite::attributes::Attribute;
use mlir_lite::context::Context;
use mlir_lite::dialects::llvm::{
    ConstantRangeAttr, DenormalMode, FunctionAttributes, LlvmFuncOp, LlvmFuncOpRef,
    MemoryEffectsAttr, MemoryKind, UwtableKind,
};
use mlir_lite::ir::View;
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::typed_view::OpView;
use mlir_lite::types::Type;

/// LLVM's attributes that take a number.
const WITH_A_NUMBER: [&str; 11] = [
    "align",
    "alignstack",
    "allockind",
    "allocsize",
    "captures",
    "dereferenceable",
    "dereferenceable_or_null",
    "memory",
    "nofpclass",
    "uwtable",
    "vscale_range",
];

fn malformed(name: &str) -> String {
    format!("its attribute '{name}' is malformed")
}

/// `memory(none, argmem: read)`
fn memory(effects: &MemoryEffectsAttr) -> String {
    let part = |kind| {
        let known_as = match kind {
            MemoryKind::Other => "",
            MemoryKind::Argument => "argmem: ",
            MemoryKind::Inaccessible => "inaccessiblemem: ",
            MemoryKind::Errno => "errnomem: ",
            MemoryKind::Target0 => "target_mem0: ",
            MemoryKind::Target1 => "target_mem1: ",
        };
        format!("{known_as}{}", effects.on(kind).text())
    };
    format!("memory({})", MemoryKind::ALL.map(part).join(", "))
}

/// The names of the unit attributes that are present.
fn present<const N: usize>(
    known: [(Option<Attribute>, &'static str); N],
) -> impl Iterator<Item = &'static str> {
    known.into_iter().filter_map(|(attribute, known_as)| attribute.map(|_| known_as))
}

/// The attributes that functions and calls have, in LLVM's text.
pub(super) fn of_both<O: FunctionAttributes>(op: View<'_, O>) -> Vec<String> {
    let words = present([
        (O::convergent(op), "convergent"),
        (O::no_inline(op), "noinline"),
        (O::always_inline(op), "alwaysinline"),
        (O::inline_hint(op), "inlinehint"),
        (O::no_unwind(op), "nounwind"),
        (O::will_return(op), "willreturn"),
    ]);
    let memory = O::memory_effects(op).map(|effects| memory(&effects));
    memory.into_iter().chain(words.map(str::to_owned)).collect()
}

/// The attributes of a function, in LLVM's text.
pub(super) fn of_function(op: LlvmFuncOpRef<'_>) -> Result<Vec<String>, String> {
    let mut attributes = of_both::<LlvmFuncOp>(op);
    attributes.extend(op.optimize_none().map(|_| "optnone".to_owned()));
    attributes.extend(with_values(op)?);
    attributes.extend(text_pairs(op));
    for entry in passed_through(op)? {
        if let PassedThrough::Words(text) = entry {
            attributes.push(text);
        }
    }
    Ok(attributes)
}

/// The attributes of a function that LLVM represents as attributes with a value.
fn with_values(op: LlvmFuncOpRef<'_>) -> Result<Vec<String>, String> {
    let mut attributes = Vec::new();
    if let Some(range) = op.vscale_range() {
        let [min, max] = range.bounds(op.context()).ok_or_else(|| malformed("vscale_range"))?;
        attributes.push(format!("vscale_range({min}, {max})"));
    }
    match op.uwtable_kind() {
        None | Some(UwtableKind::None) => {}
        Some(UwtableKind::Sync) => attributes.push("uwtable(sync)".into()),
        Some(UwtableKind::Async) => attributes.push("uwtable".into()),
    }
    Ok(attributes)
}

/// The attributes of a function that LLVM represents as strings, or as pairs of strings.
fn text_pairs(op: LlvmFuncOpRef<'_>) -> impl Iterator<Item = String> {
    let names = present([
        (op.arm_streaming(), "aarch64_pstate_sm_enabled"),
        (op.arm_locally_streaming(), "aarch64_pstate_sm_body"),
        (op.arm_streaming_compatible(), "aarch64_pstate_sm_compatible"),
        (op.arm_new_za(), "aarch64_new_za"),
        (op.arm_in_za(), "aarch64_in_za"),
        (op.arm_out_za(), "aarch64_out_za"),
        (op.arm_inout_za(), "aarch64_inout_za"),
        (op.arm_preserves_za(), "aarch64_preserves_za"),
    ]);
    let features = op.target_features().filter(|list| !list.features.is_empty());
    let pairs = [
        (op.denormal_fp_math().map(DenormalMode::text), "denormal-fp-math"),
        (op.denormal_fp_math_f32().map(DenormalMode::text), "denormal-fp-math-f32"),
        (op.fp_contract(), "fp-contract"),
        (op.frame_pointer().map(|kind| kind.text().into()), "frame-pointer"),
        (op.instrument_function_entry(), "instrument-function-entry"),
        (op.instrument_function_exit(), "instrument-function-exit"),
        (op.no_infs_fp_math().map(|boolean| boolean.to_string()), "no-infs-fp-math"),
        (op.no_nans_fp_math().map(|boolean| boolean.to_string()), "no-nans-fp-math"),
        (
            op.no_signed_zeros_fp_math().map(|boolean| boolean.to_string()),
            "no-signed-zeros-fp-math",
        ),
        (op.prefer_vector_width(), "prefer-vector-width"),
        (op.reciprocal_estimates(), "reciprocal-estimates"),
        (op.target_cpu(), "target-cpu"),
        (features.map(|list| list.features.join(",")), "target-features"),
        (op.tune_cpu(), "tune-cpu"),
    ];
    let pairs = pairs.into_iter().filter_map(|(value, known_as)| {
        Some(format!("\"{known_as}\"={}", quoted(value?.as_bytes())))
    });
    names.map(|known_as| quoted(known_as.as_bytes())).chain(pairs)
}

/// The `passthrough` attributes of a function that LLVM has by numbers, each with a value.
pub(super) fn numbered(op: LlvmFuncOpRef<'_>) -> Result<Vec<(u32, u64)>, String> {
    let numbered = |entry| match entry {
        PassedThrough::Numbered(kind, number) => Some((kind, number)),
        PassedThrough::Words(_) => None,
    };
    Ok(passed_through(op)?.into_iter().filter_map(numbered).collect())
}

/// The entries of `passthrough`.
fn passed_through(op: LlvmFuncOpRef<'_>) -> Result<Vec<PassedThrough>, String> {
    let ctx = op.context();
    let list = op.passthrough().and_then(|list| list.as_array(ctx));
    list.into_iter().flatten().map(|&entry| passed_entry(ctx, entry)).collect()
}

/// An entry of `passthrough`.
enum PassedThrough {
    Words(String),
    /// LLVM's number of the attribute, and its value.
    Numbered(u32, u64),
}

/// `"noinline"`, `["alignstack", "4"]` or `["key", "value"]`
fn passed_entry(ctx: &Context, entry: Attribute) -> Result<PassedThrough, String> {
    let pair: Vec<&str> = match entry.as_array(ctx) {
        Some(pair) => pair.iter().filter_map(|text| text.as_str(ctx)).collect(),
        None => entry.as_str(ctx).into_iter().collect(),
    };
    let (&[name] | &[name, _]) = &pair[..] else { return Err(malformed("passthrough")) };
    let value = pair.get(1).copied();
    let takes_number = WITH_A_NUMBER.contains(&name);
    let kind = LlvmAttribute::get_named_enum_kind_id(name);
    if kind == 0 {
        let name = quoted(name.as_bytes());
        let text =
            value.map_or(name.clone(), |value| format!("{name}={}", quoted(value.as_bytes())));
        return Ok(PassedThrough::Words(text));
    }
    match (takes_number, value) {
        (false, None) => Ok(PassedThrough::Words(name.to_owned())),
        (false, Some(value)) => Err(format!(
            "LLVM's attribute '{name}' takes no value, but '{value}' is given in 'passthrough'"
        )),
        (true, None) => {
            Err(format!("LLVM's attribute '{name}' takes a number, but 'passthrough' gives none"))
        }
        (true, Some(value)) => {
            let number: u64 = value.parse().map_err(|_| {
                format!(
                    "LLVM's attribute '{name}' takes a number, but 'passthrough' gives '{value}'"
                )
            })?;
            Ok(PassedThrough::Numbered(kind, number))
        }
    }
}

/// An attribute of an argument or a result.
pub(super) enum ParameterAttribute {
    /// In LLVM's words.
    Words(String),
    /// A word with a type.
    OfType(&'static str, Type),
}

impl ParameterAttribute {
    /// The whole text.
    pub(super) fn text(&self, ctx: &Context, types: &mut TypeTexts) -> Result<String, String> {
        Ok(match self {
            Self::Words(words) => words.clone(),
            Self::OfType(word, ty) => format!("{word}({})", types.text(ctx, *ty)?),
        })
    }
}

/// Unit attributes of arguments and results.
const PARAMETER_WORDS: [&str; 22] = [
    "allocalign",
    "allocptr",
    "dead_on_unwind",
    "immarg",
    "inreg",
    "nest",
    "noalias",
    "nofree",
    "nonnull",
    "noundef",
    "readnone",
    "readonly",
    "returned",
    "signext",
    "swiftasync",
    "swifterror",
    "swiftself",
    "writable",
    "writeonly",
    "zeroext",
    "dead_on_return",
    "noext",
];

/// Attributes of arguments with a type.
const PARAMETER_TYPES: [&str; 6] =
    ["byref", "byval", "elementtype", "inalloca", "preallocated", "sret"];

/// The attributes of an argument or a result in a dictionary. Those of other dialects are ignored.
pub(super) fn of_parameter(
    ctx: &Context,
    dictionary: Attribute,
) -> Result<Vec<ParameterAttribute>, String> {
    let mut found = Vec::new();
    for &(name, value) in dictionary.as_dictionary(ctx).unwrap_or_default() {
        let full_name = name.text(ctx);
        let Some(name) = full_name.strip_prefix("llvm.") else { continue };
        found.push(parameter_attribute(ctx, name, value).ok_or_else(|| {
            format!(
                "LLVM has no attribute of arguments and results for '{full_name}' with this value"
            )
        })?);
    }
    Ok(found)
}

fn parameter_attribute(ctx: &Context, name: &str, value: Attribute) -> Option<ParameterAttribute> {
    if let Some(ty) = value.as_type(ctx) {
        let word = PARAMETER_TYPES.iter().find(|&&word| word == name)?;
        return Some(ParameterAttribute::OfType(word, ty));
    }
    let words = if value == Attribute::UNIT {
        match name {
            "nocapture" => "captures(none)".to_owned(),
            _ => (*PARAMETER_WORDS.iter().find(|&&word| word == name)?).to_owned(),
        }
    } else if name == "range" {
        let range = ConstantRangeAttr::of(ctx, value)?;
        let [from, to] = range.bounds(ctx)?;
        let (width, from, to) = (from.width(), from.to_decimal(true), to.to_decimal(true));
        format!("range(i{width} {from}, {to})")
    } else {
        let number = u64::try_from(value.as_i64(ctx)?).ok()?;
        match name {
            "align" => format!("align {number}"),
            "alignstack" | "dereferenceable" | "dereferenceable_or_null" | "nofpclass" => {
                format!("{name}({number})")
            }
            _ => return None,
        }
    };
    Some(ParameterAttribute::Words(words))
}
