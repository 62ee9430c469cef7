//! Calls of intrinsics, which are ops of the dialect.

use super::calls::Call;
use super::emit::dictionary;
use super::function::Function;
use super::lexer::Read;
use super::reader::Reader;

/// The intrinsics whose operands are those of the op.
const PLAIN: [&str; 79] = [
    "acos",
    "asin",
    "atan",
    "atan2",
    "bitreverse",
    "bswap",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "ctpop",
    "exp",
    "exp10",
    "exp2",
    "fabs",
    "floor",
    "fma",
    "fmuladd",
    "fshl",
    "fshr",
    "log",
    "log10",
    "log2",
    "maximum",
    "maxnum",
    "minimum",
    "minnum",
    "nearbyint",
    "pow",
    "powi",
    "rint",
    "round",
    "roundeven",
    "sadd.sat",
    "sadd.with.overflow",
    "sin",
    "sinh",
    "smax",
    "smin",
    "smul.with.overflow",
    "sqrt",
    "sshl.sat",
    "ssub.sat",
    "ssub.with.overflow",
    "stepvector",
    "tan",
    "tanh",
    "trunc",
    "uadd.sat",
    "uadd.with.overflow",
    "umax",
    "umin",
    "umul.with.overflow",
    "ushl.sat",
    "usub.sat",
    "usub.with.overflow",
    "vscale",
    "vector.reduce.add",
    "vector.reduce.and",
    "vector.reduce.fmax",
    "vector.reduce.fmaximum",
    "vector.reduce.fmin",
    "vector.reduce.fminimum",
    "vector.reduce.mul",
    "vector.reduce.or",
    "vector.reduce.smax",
    "vector.reduce.smin",
    "vector.reduce.umax",
    "vector.reduce.umin",
    "vector.reduce.xor",
    "vector.reduce.fadd",
    "vector.reduce.fmul",
    "expect",
    "lifetime.start",
    "lifetime.end",
    "stacksave",
    "stackrestore",
    "trap",
    "debugtrap",
];

/// Intrinsics with another name in the dialect.
const RENAMED: [(&str, &str); 3] =
    [("va_start", "vastart"), ("va_end", "vaend"), ("va_copy", "vacopy")];

/// The intrinsics whose last arguments, as many as are listed, are attributes of the op.
const WITH_ATTRIBUTES: [(&str, &[&str]); 8] = [
    ("abs", &["is_int_min_poison"]),
    ("ctlz", &["is_zero_poison"]),
    ("cttz", &["is_zero_poison"]),
    ("is.fpclass", &["bit"]),
    ("memcpy", &["isVolatile"]),
    ("memmove", &["isVolatile"]),
    ("memset", &["isVolatile"]),
    ("prefetch", &["rw", "hint", "cache"]),
];

/// Whether an intrinsic, without `llvm.`, is that one for some types.
fn is(full: &str, base: &str) -> bool {
    let rest = full.strip_prefix(base);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') && is_types(rest))
}

/// Whether text is the types at the end of an intrinsic's name: `.f32`, `.p0.i64`, `.v4f32`.
fn is_types(text: &str) -> bool {
    text.split('.').skip(1).all(|part| {
        let part = part.trim_start_matches("nx");
        let digits = part.trim_start_matches(|sign: char| sign.is_ascii_lowercase());
        digits.len() < part.len() && digits.starts_with(|sign: char| sign.is_ascii_digit())
    })
}

impl Reader<'_> {
    /// The op for a call of an intrinsic.
    pub(super) fn intrinsic(
        &mut self,
        function: &mut Function,
        name: &str,
        call: &Call,
        at: usize,
    ) -> Read<String> {
        let full = name.trim_start_matches("llvm.");
        if full == "assume" {
            let (_, condition) = &call.arguments[0];
            let bundles = call.bundles();
            return Ok(format!("llvm.intr.assume {condition}{bundles} : i1"));
        }
        if let Some((_, base)) = RENAMED.iter().find(|(theirs, _)| is(full, theirs)) {
            return Ok(self.op(base, call, &call.flags));
        }
        if let Some(base) = PLAIN.into_iter().find(|base| is(full, base)) {
            return Ok(self.op(base, call, &call.flags));
        }
        let with_attributes = WITH_ATTRIBUTES.iter().find(|(base, _)| is(full, base));
        let Some((base, attributes)) = with_attributes else {
            return Ok(call.intrinsic_text(name));
        };
        let kept = call.arguments.len() - attributes.len();
        let mut entries = call.flags.clone();
        for (attribute, (ty, value)) in attributes.iter().zip(&call.arguments[kept..]) {
            let Some(number) = function.constant_of(value) else {
                return self.missing(at, name);
            };
            let is_flag = ty.to_string() == "i1";
            entries.push(match is_flag {
                true => format!("{attribute} = {number}"),
                false => format!("{attribute} = {number} : {ty}"),
            });
        }
        let values: Vec<&str> =
            call.arguments[..kept].iter().map(|(_, value)| &value[..]).collect();
        let types: Vec<String> =
            call.arguments[..kept].iter().map(|(ty, _)| ty.to_string()).collect();
        let result = match call.result.is_void() {
            true => "()".to_owned(),
            false => call.result.to_string(),
        };
        Ok(format!(
            "\"llvm.intr.{base}\"({}){} : ({}) -> {result}",
            values.join(", "),
            dictionary(&entries),
            types.join(", ")
        ))
    }

    fn op(&self, base: &str, call: &Call, entries: &[String]) -> String {
        let entries = dictionary(entries);
        format!("\"llvm.intr.{base}\"({}){entries} : {}", call.values(), call.signature())
    }
}

impl Function {
    /// The number that the constant of that name is.
    fn constant_of(&self, name: &str) -> Option<String> {
        let start = format!("{name} = llvm.mlir.constant(");
        let line = self.pool.lines.iter().find_map(|line| line.strip_prefix(&start[..]))?;
        let value = line.split(')').next()?;
        Some(value.split(" : ").next()?.to_owned())
    }
}
