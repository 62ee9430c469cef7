//! `toy.capture`: a value leaves the program.

use mlir_lite::ir::prelude::*;

/// Hands a tensor to whoever runs the program, in place of printing it. A session keeps its variables so.
///
/// ```mlir
/// toy.capture %5, 0 : tensor<2x3xf64>
/// ```
#[op(name = "toy.capture", format = "$input `,` $index attr-dict `:` type($input)")]
pub struct CaptureOp {
    #[operand]
    input: AnyTypeOf<(F64Tensor, F64MemRef)>,
    #[attr]
    index: I64Attr,
}

impl CaptureOp {
    /// The function that the lowered op calls for each element, in row-major order: a `void(i64, f64)` that gets
    /// `index` and the element. Whoever runs the program defines it.
    pub const HOOK: &'static str = "toy_capture";
}
