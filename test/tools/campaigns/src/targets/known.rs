//! The known intentional differences from `mlir-opt` and `mlir-translate`, and their reasons.

/// A difference: a part of the message, or of the text if the message is not specific enough, and
/// the reason.
struct Known {
    message: &'static str,
    text: &'static str,
    #[allow(dead_code, reason = "for readers")]
    reason: &'static str,
}

const fn message(message: &'static str, reason: &'static str) -> Known {
    Known { message, text: "", reason }
}

const fn text(text: &'static str, reason: &'static str) -> Known {
    Known { message: "", text, reason }
}

const NOT_READ: &str =
    "mlir-opt does not read the attributes that it prints of prefetches and transfers";

/// Messages of `mlir-opt` for text that we accept.
const ACCEPTED: &[Known] = &[
    message(
        "attribute parsing hook",
        "with the flag, unknown attributes of known dialects are kept",
    ),
    message("type parsing hook", "with the flag, unknown types of known dialects are kept"),
    message("unknown attribute", "with the flag, unknown attributes of known dialects are kept"),
    message("unknown type", "with the flag, unknown types of known dialects are kept"),
    message("unknown  type", "with the flag, unknown types of known dialects are kept"),
    message("unknown gpu type", "with the flag, unknown types of known dialects are kept"),
    message("unknown LLVM type", "with the flag, unknown types of known dialects are kept"),
    message(
        "that does not allow unknown operations",
        "with the flag, unknown ops of known dialects are kept",
    ),
    message(
        "constant too large for index",
        "mlir-opt does not read the least number that it prints in a map",
    ),
    message(
        "does not reference a valid function",
        "in an op that is not known, a symbol may be anything's",
    ),
    message("unsupported memory space", "attributes of unknown dialects may say which memory"),
    message(
        "created with unregistered dialect",
        "attributes that have no place in LLVM IR are left out, with a warning",
    ),
    Known { message: "expected ':'", text: "prefetch", reason: NOT_READ },
    Known { message: "expected ':'", text: "dma_", reason: NOT_READ },
    Known {
        message: "result type cannot match reduction attribute",
        text: "numf",
        reason: "mlir-opt has no minnumf and maxnumf in affine.parallel",
    },
    Known {
        message: "@ identifier expected to start with letter",
        text: "@.super::",
        reason: "references that leave their table are an extension",
    },
    message(
        "operand cannot be used as a dimension id",
        "mlir-opt refuses accesses in a block that nothing reaches after its own cse",
    ),
    message(
        "result number not allowed in argument list",
        "mlir-opt does not read its own form of cf.switch",
    ),
    message("::mlir::gpu::AddressSpace", "attributes of the gpu dialect are kept as text"),
    message("expected valid keyword", "with the flag, unknown attributes of dialects are kept"),
    message("in vector type", "with the flag, unknown types of known dialects are kept"),
];

/// Our messages for text that they accept.
const REFUSED: &[Known] = &[
    message(
        "index elements attribute of a tensor with one dimension",
        "there, other shapes are printed as a list, which is read back as something else",
    ),
    Known {
        message: "'builtin.module' op expects region 'body' to have one block",
        text: "\"module\"",
        reason: "the op's name of 2020, which is that of an unknown op there",
    },
    text("\0", "mlir-opt takes a zero byte for white space"),
    message(
        "expects 'passthrough' to have strings",
        "checked by translation there, and here at once",
    ),
    message("LLVM range of vscale", "mlir-opt drops an optional attribute of another kind"),
    message("unit or bool attribute", "mlir-opt takes anything for a unit attribute in properties"),
    message("UTF-8", "names and keys are UTF-8"),
    message("right operand of mod must be positive", "a rest of a division by 0 has no value"),
    message(
        "operands as the maps of its bounds",
        "mlir-opt does not count the operands of a generic affine.parallel",
    ),
    message(
        "operands as its map has inputs",
        "mlir-opt does not count the operands of a generic affine.for",
    ),
    message(
        "valid element type for an LLVM global",
        "there, a function may be the type of a global, which LLVM refuses",
    ),
    message("sparse elements are integers", "sparse strings are not supported"),
    message("hints about types of vectors", "not supported by the export"),
    message(
        "LLVM has no attribute of arguments and results",
        "there, what begins with 'llvm.' and is not an attribute of LLVM is left out without a \
            word",
    ),
    message("is not translated", "not supported by the export, which says so"),
    message(
        "expected element: a number",
        "there, a complex element is read into a tensor of integers",
    ),
    message(
        "expected a type of the llvm dialect, an integer, a float or a vector",
        "there, other elements of arrays are read, and crash the translation",
    ),
    message(
        "an alignment is a power of two",
        "there, another one becomes the power of two below it",
    ),
    message("SegmentSizes'", "there, missing sizes of groups are zeros"),
    message(
        "in its mask",
        "positions of a shuffle are checked by translation there, and here at once",
    ),
    message("right operand of floordiv must be positive", "as that of mod"),
    message("right operand of ceildiv must be positive", "as that of mod"),
    Known {
        message: "integer constant out of range for an attribute",
        text: "constant_range",
        reason: "there, bounds lose the bits that their type does not have",
    },
    message("expects a dictionary of attributes for each argument", "there, their number is free"),
    message(
        "expects source and destination of one element type",
        "there, a transfer converts without a word",
    ),
    message("expects regions without arguments", "nothing passes arguments to such a region"),
    message("expects loop variables of type", "there, any type is taken in the generic form"),
    message("expects a step of at least 1", "there, a loop without end is taken"),
    message("expects steps of at least 1", "there, a loop without end is taken"),
    message(
        "or a vector of it as long as the values",
        "LLVM refuses it; checked by translation there, and here at once",
    ),
    message(
        "expects vectors of one length, and a vector as its result",
        "LLVM refuses it; checked by translation there, and here at once",
    ),
    message(
        "expects types of as many bits",
        "LLVM refuses it; checked by translation there, and here at once",
    ),
    Known {
        message: "op expects a result of type",
        text: ".with.overflow",
        reason: "LLVM refuses it; checked by translation there, and here at once",
    },
    Known {
        message: "failed to satisfy constraint: string attribute: one of ieee",
        text: "\"\"",
        reason: "LLVM takes it for the default, which is written by leaving the attribute out",
    },
    message("a set of the 10 classes of floats", "others have no meaning, and LLVM refuses them"),
    message("integer attribute: 0 or 1", "others have no meaning, and LLVM refuses them"),
    message("a locality from 0 to 3", "others have no meaning, and LLVM refuses them"),
    Known {
        message: "expected an integer of type 'i32'",
        text: "vscale_range(",
        reason: "there, the number is taken for a negative one",
    },
    Known {
        message: "expected zero value for 'common' linkage",
        text: "-0.0",
        reason: "there, the float -0.0 is zero, which LLVM refuses",
    },
    message("'vscale_range'", "a range of no sizes, or a negative one: LLVM's verifier refuses it"),
    message(
        "expected only functions and globals of the llvm dialect",
        "there, what else is in the module is translated as if it were in a function, to nothing",
    ),
    message(
        "nesting is deeper than",
        "a limit that a flag raises; mlir-opt has none and overflows its stack",
    ),
];

fn any(list: &[Known], said: &str, bytes: &[u8]) -> bool {
    let source = String::from_utf8_lossy(bytes);
    list.iter().any(|known| said.contains(known.message) && source.contains(known.text))
}

/// Whether a text that we accept is known to be refused with this message.
pub(super) fn is_known_acceptance(message: &str, text: &[u8]) -> bool {
    any(ACCEPTED, message, text)
}

/// Whether we are known to refuse a text with this message that others accept.
pub(super) fn is_known_refusal(message: &str, text: &[u8]) -> bool {
    any(REFUSED, message, text)
}

/// Whether we and mlir-translate are known to write these two lines of LLVM IR for the same:
/// mlir-translate leaves out the `vscale_range` and the attributes of Arm of declarations, not
/// those of definitions.
pub(super) fn is_known_line(ours: &str, theirs: &str) -> bool {
    let left_out = |line| without_arm(&without_vscale_range(line)).replace(" { }", "");
    ours.starts_with("declare ") && left_out(ours) == theirs
}

fn without_vscale_range(line: &str) -> String {
    let Some((before, rest)) = line.split_once(" vscale_range(") else { return line.to_owned() };
    let after = rest.split_once(')').map_or("", |(_, after)| after);
    format!("{before}{after}")
}

fn without_arm(line: &str) -> String {
    let mut line = line.to_owned();
    while let Some(start) = line.find(" \"aarch64_") {
        let end = line[start + 2..].find('"').map_or(line.len(), |len| start + 2 + len + 1);
        line.replace_range(start..end, "");
    }
    line
}

/// Whether our LLVM IR of a module has a bitcast of constants. LLVM computes it, and expressions of
/// it, where the builder knows the target's data layout, as mlir-translate's does; for us it stays
/// an expression, which LLVM's optimiser computes.
pub(super) fn has_bitcast_of_constants(ours: &str) -> bool {
    ours.contains(" bitcast (")
}

#[cfg(test)]
mod tests {
    use super::{has_bitcast_of_constants, is_known_line};

    #[test]
    fn declarations_lose_what_their_target_needs() {
        let ours = "declare i32 @short(i32) { nounwind vscale_range(2,64) }";
        assert!(is_known_line(ours, "declare i32 @short(i32) { nounwind }"));
        assert!(!is_known_line(ours, "declare i32 @short(i32)"));
        let ours = "declare void @alone() { vscale_range(2,64) }";
        assert!(is_known_line(ours, "declare void @alone()"));
        let ours = "declare void @out() { \"aarch64_out_za\" \"aarch64_pstate_sm_enabled\" }";
        assert!(is_known_line(ours, "declare void @out()"));
        let ours = "define void @defined() { vscale_range(2,64) }";
        assert!(!is_known_line(ours, "define void @defined()"));
    }

    #[test]
    fn bitcasts_of_constants_are_expressions() {
        let expression = "  %0 = call i32 @f(i64 bitcast (<2 x i32> <i32 1, i32 2> to i64))";
        assert!(has_bitcast_of_constants(expression));
        assert!(!has_bitcast_of_constants("  %0 = bitcast <2 x i32> %1 to i64"));
    }
}
