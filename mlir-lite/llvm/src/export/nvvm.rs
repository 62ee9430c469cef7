//! Attributes of the nvvm dialect on functions: kernels, and the launches that they are for.

use super::text::quoted;
use mlir_lite::ir::view::OpRef;

/// The number of LLVM's convention for kernels.
pub(super) const KERNEL_CONVENTION: u32 = 71;

/// The mark of a kernel.
const KERNEL: &str = "nvvm.kernel";

/// Attributes of numbers, and LLVM's names of them.
const NUMBERS: [(&str, &str); 6] = [
    ("nvvm.cluster_dim", "nvvm.cluster_dim"),
    ("nvvm.cluster_max_blocks", "nvvm.maxclusterrank"),
    ("nvvm.maxnreg", "nvvm.maxnreg"),
    ("nvvm.maxntid", "nvvm.maxntid"),
    ("nvvm.minctasm", "nvvm.minctasm"),
    ("nvvm.reqntid", "nvvm.reqntid"),
];

/// Whether a function is a kernel, which the host launches.
pub(super) fn is_kernel(function: OpRef<'_>) -> bool {
    function.attr_named(KERNEL).is_some()
}

/// The attributes of a function, in LLVM's text.
pub(super) fn of_function(function: OpRef<'_>) -> impl Iterator<Item = String> {
    let ctx = function.context();
    NUMBERS.into_iter().filter_map(move |(name, known_as)| {
        let value = function.attr_named(name)?;
        let numbers = match value.as_i64(ctx) {
            Some(number) => number.to_string(),
            None => {
                let numbers = value.as_i64_array(ctx)?;
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                numbers.join(",")
            }
        };
        Some(format!("{}={}", quoted(known_as.as_bytes()), quoted(numbers.as_bytes())))
    })
}
