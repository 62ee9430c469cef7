//! Attributes of functions, arguments and results, in LLVM's text.

use super::text::{TypeTexts, quoted};
use inkwell::attributes::Attribute as LlvmAttribute;
use mlir_lite::attributes::{Attribute, AttributeKind};
use mlir_lite::context::Context;
use mlir_lite::dialects::llvm::{FramePointerKind, MemoryEffectsAttr, MemoryKind, UwtableKind};
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::view::OpRef;
use mlir_lite::types::Type;

/// Unit attributes of functions and calls, and LLVM's names for them.
const WORDS: [(&str, &str); 7] = [
    ("convergent", "convergent"),
    ("no_inline", "noinline"),
    ("always_inline", "alwaysinline"),
    ("inline_hint", "inlinehint"),
    ("no_unwind", "nounwind"),
    ("will_return", "willreturn"),
    ("optimize_none", "optnone"),
];

/// Unit attributes of functions that LLVM represents as strings.
const NAMES: [(&str, &str); 8] = [
    ("arm_streaming", "aarch64_pstate_sm_enabled"),
    ("arm_locally_streaming", "aarch64_pstate_sm_body"),
    ("arm_streaming_compatible", "aarch64_pstate_sm_compatible"),
    ("arm_new_za", "aarch64_new_za"),
    ("arm_in_za", "aarch64_in_za"),
    ("arm_out_za", "aarch64_out_za"),
    ("arm_inout_za", "aarch64_inout_za"),
    ("arm_preserves_za", "aarch64_preserves_za"),
];

/// Attributes of functions with a text, or with a boolean as text, which LLVM represents as pairs
/// of strings.
const PAIRS: [(&str, &str); 12] = [
    ("denormal_fp_math", "denormal-fp-math"),
    ("denormal_fp_math_f32", "denormal-fp-math-f32"),
    ("fp_contract", "fp-contract"),
    ("instrument_function_entry", "instrument-function-entry"),
    ("instrument_function_exit", "instrument-function-exit"),
    ("no_infs_fp_math", "no-infs-fp-math"),
    ("no_nans_fp_math", "no-nans-fp-math"),
    ("no_signed_zeros_fp_math", "no-signed-zeros-fp-math"),
    ("prefer_vector_width", "prefer-vector-width"),
    ("reciprocal_estimates", "reciprocal-estimates"),
    ("target_cpu", "target-cpu"),
    ("tune_cpu", "tune-cpu"),
];

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

/// The parameters of `#llvm.name<..>`, if the attribute has that name and this dialect keeps it as
/// text.
fn parameters<'c>(ctx: &'c Context, attribute: Attribute, name: &str) -> Option<&'c str> {
    let AttributeKind::Opaque { dialect, data, .. } = attribute.kind(ctx) else { return None };
    let data = data.strip_prefix(name).filter(|_| dialect.text(ctx) == "llvm")?;
    data.trim().strip_prefix('<')?.strip_suffix('>')
}

/// `a = b, c = d`
fn entries(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split(',')
        .filter_map(|entry| entry.split_once('='))
        .map(|(key, value)| (key.trim(), value.trim()))
}

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

/// The attributes of a function, or of a call, in LLVM's text.
pub(super) fn of_function(op: OpRef<'_>) -> Result<Vec<String>, String> {
    let ctx = op.context();
    let attributes = op.body().each_attribute(op.id());
    attributes
        .filter_map(|(name, value)| of_either(ctx, name.text(ctx), value).transpose())
        .collect()
}

/// As [`of_function`], including the attributes that only functions have.
pub(super) fn of_symbol(op: OpRef<'_>) -> Result<Vec<String>, String> {
    let ctx = op.context();
    let mut words = Vec::new();
    for (name, value) in op.body().each_attribute(op.id()) {
        let name = name.text(ctx);
        if name == "passthrough" {
            for &entry in value.as_array(ctx).unwrap_or_default() {
                if let PassedThrough::Words(text) = passed_through(ctx, entry)? {
                    words.push(text);
                }
            }
        } else if let Some(word) = of_either(ctx, name, value)? {
            words.push(word);
        } else {
            words.extend(of_functions_only(ctx, name, value)?);
        }
    }
    Ok(words)
}

/// An attribute of functions and calls.
fn of_either(ctx: &Context, name: &str, value: Attribute) -> Result<Option<String>, String> {
    if name == "memory_effects" {
        let effects = MemoryEffectsAttr::of(ctx, value).map(memory);
        return effects.map(Some).ok_or_else(|| malformed(name));
    }
    Ok(known_as(&WORDS, name).map(str::to_owned))
}

/// An attribute that only functions have.
fn of_functions_only(
    ctx: &Context,
    name: &str,
    value: Attribute,
) -> Result<Option<String>, String> {
    let malformed = || malformed(name);
    Ok(Some(match name {
        "vscale_range" => {
            let bound = |name: &str| {
                let bounds = parameters(ctx, value, "vscale_range")?;
                let (_, bound) = entries(bounds).find(|(key, _)| *key == name)?;
                bound.split(':').next()?.trim().parse::<u32>().ok()
            };
            let (Some(min), Some(max)) = (bound("minRange"), bound("maxRange")) else {
                return Err(malformed());
            };
            format!("vscale_range({min}, {max})")
        }
        "uwtable_kind" => match UwtableKind::from_attribute(ctx, value).ok_or_else(malformed)? {
            UwtableKind::None => return Ok(None),
            UwtableKind::Sync => "uwtable(sync)".into(),
            UwtableKind::Async => "uwtable".into(),
        },
        "frame_pointer" => {
            let kind = FramePointerKind::from_attribute(ctx, value).ok_or_else(malformed)?;
            format!("\"frame-pointer\"={}", quoted(kind.text().as_bytes()))
        }
        "target_features" => {
            let list = parameters(ctx, value, "target_features").and_then(|list| {
                let list = list.trim().strip_prefix('[')?.strip_suffix(']')?;
                let feature =
                    |text: &str| Some(text.trim().strip_prefix('"')?.strip_suffix('"')?.to_owned());
                list.split(',')
                    .filter(|text| !text.trim().is_empty())
                    .map(feature)
                    .collect::<Option<Vec<_>>>()
            });
            let list = list.ok_or_else(malformed)?.join(",");
            if list.is_empty() {
                return Ok(None);
            }
            format!("\"target-features\"={}", quoted(list.as_bytes()))
        }
        _ => match (known_as(&NAMES, name), known_as(&PAIRS, name)) {
            (Some(known_as), _) => quoted(known_as.as_bytes()),
            (_, Some(known_as)) => {
                let value = match (value.as_str(ctx), value.as_bool(ctx)) {
                    (Some(text), _) => text.to_owned(),
                    (_, Some(truth)) => truth.to_string(),
                    _ => return Err(malformed()),
                };
                format!("\"{known_as}\"={}", quoted(value.as_bytes()))
            }
            _ => return Ok(None),
        },
    }))
}

/// LLVM's name of an attribute, from a table.
fn known_as(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    table.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
}

/// The `passthrough` attributes of a function, each as LLVM's number and a value.
pub(super) fn numbered(
    ctx: &Context,
    passed: Option<Attribute>,
) -> Result<Vec<(u32, u64)>, String> {
    let mut found = Vec::new();
    for entry in passed.and_then(|list| list.as_array(ctx)).unwrap_or_default() {
        if let PassedThrough::Numbered(kind, number) = passed_through(ctx, *entry)? {
            found.push((kind, number));
        }
    }
    Ok(found)
}

/// An entry of `passthrough`.
enum PassedThrough {
    Words(String),
    /// LLVM's number of the attribute, and its value.
    Numbered(u32, u64),
}

/// `"noinline"`, `["alignstack", "4"]` or `["key", "value"]`
fn passed_through(ctx: &Context, entry: Attribute) -> Result<PassedThrough, String> {
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
        // `i32, 0, 12`
        let range = parameters(ctx, value, "constant_range")?;
        let [ty, from, to] = range.split(',').map(str::trim).collect::<Vec<_>>()[..] else {
            return None;
        };
        format!("range({ty} {from}, {to})")
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
