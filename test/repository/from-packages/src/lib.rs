//! A dialect on the packages of mlir-lite alone, and helpers of its tests.
//!
//! Types that will grow have no complete lists of cases:
//!
//! ```compile_fail,E0004
//! fn name(kind: &mlir_lite::types::TypeKind) -> &'static str {
//!     use mlir_lite::types::TypeKind::*;
//!     match kind {
//!         Integer { .. } | Index | Float(_) | None | Complex(_) | Vector { .. } => "",
//!         Tensor { .. } | UnrankedTensor(_) | MemRef { .. } | UnrankedMemRef { .. } => "",
//!         Function { .. } | Tuple(_) | Dialect(_) | Opaque { .. } => "",
//!     }
//! }
//! ```

use mlir_lite::constants::binary;
use mlir_lite::diagnostics::Diagnostics;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite::verify::verify;
use std::error::Error;

/// The larger of two integers, or of each pair of elements.
#[op(
    name = "own.larger",
    traits(Pure, Commutative, SameOperandsAndResultType),
    implements(FoldOp),
    format = "$lhs `,` $rhs attr-dict `:` type($result)"
)]
pub struct LargerOp {
    #[operand]
    lhs: AnyType,
    #[operand]
    rhs: AnyType,
    #[result]
    result: AnyType,
}

impl FoldOp for LargerOp {
    fn fold(op: LargerOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (Some(lhs), Some(rhs)) = (constants.lhs(), constants.rhs()) else {
            return Fold::Unchanged;
        };
        let larger = |a: &i64, b: &i64| Some(*a.max(b));
        match binary::<i64, i64>(op.context(), op.result().ty(), lhs, rhs, larger) {
            Some(constant) => Fold::constant(constant),
            None => Fold::Unchanged,
        }
    }
}

/// Repeats a value: the number has the same type in a text of other types.
#[op(
    name = "own.repeat",
    traits(Pure, AllTypesMatch(value, result)),
    format = "$times `,` $value attr-dict `:` type($times) `,` type($value)"
)]
pub struct RepeatOp {
    #[operand]
    times: AnyType,
    #[operand]
    value: AnyType,
    #[result]
    result: AnyType,
}

/// A type with lists of parameters.
#[type_def(name = "own.table")]
pub struct TableType {
    /// The sizes.
    pub sizes: Vec<u32>,
    /// The types of the columns.
    pub columns: Vec<Type>,
    /// Whether the values are sorted.
    pub sorted: bool,
}

/// The dialect.
pub struct OwnDialect;

impl Dialect for OwnDialect {
    const NAMESPACE: &'static str = "own";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.ty::<TableType>();
        dialect.op::<LargerOp>();
        dialect.op::<RepeatOp>();
        dialect.constants_of::<StdDialect>();
    }
}

/// A context with all dialects.
pub fn context() -> Context {
    let ctx = Context::new();
    mlir_lite::register_all_dialects(&ctx);
    ctx.load::<OwnDialect>();
    ctx
}

/// A module, parsed and verified.
///
/// # Errors
/// If the text is wrong.
pub fn parse(ctx: &Context, text: &str) -> Result<Body, Box<dyn Error>> {
    let file = ctx.sources().add("test.mlir", text)?;
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(ctx, &file, ParseOptions::default(), &mut diagnostics)?;
    verify(&module, &mut diagnostics)?;
    Ok(module)
}
