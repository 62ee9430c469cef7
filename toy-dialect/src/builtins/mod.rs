//! The builtin functions, one file each: the parameters, the op with its shape inference, its
//! evaluation, its lowering, and its documentation.
//!
//! A new builtin needs one more file, and one more line in the list here. Everything else that uses
//! builtins (checks, completion, the documentation, tests of the examples) reads [`TABLE`].

mod call;
mod concat_all;
mod constants;
mod constructors;
mod docs;
mod elementwise;
mod extremum;
pub(crate) mod files;
mod permute;
mod print_values;
mod radix_sort;
mod rearrange;
mod reduction;
mod running;
mod signature;
mod small_integers;
mod sorting;
mod triangle;

pub use call::{Argument, Call, Text};
pub use constants::{CONSTANTS, Constant, constant};
pub use docs::{document, explain, explain_constant, language, reference};
pub(crate) use docs::{in_lines, wrapped};
pub(crate) use reduction::{LANES, Reduced, Reduces, Steps};
pub use signature::{Binding, Mismatch, Parameter, ParameterKind, Returns, Signature};

use mlir_lite::conversion::ConversionTarget;
use mlir_lite::ir::prelude::*;

use crate::loop_builder::Affine;
use mlir_lite::conversion::LowerTo;

/// A builtin function.
pub struct Builtin {
    /// The name of the builtin.
    pub name: &'static str,
    /// Whether a program may define a function of this name, which calls then mean. The builtins
    /// that every version has are not shadowable: defining one of them is an error.
    pub is_shadowable: bool,
    /// Its signatures, at least one.
    pub signatures: &'static [Signature],
    /// The kind of result.
    pub returns: Returns,
    /// A description, in a sentence.
    pub summary: &'static str,
    /// Further documentation, as Markdown; may be empty.
    pub details: &'static str,
    /// How the shape of the result is determined by those of the arguments.
    pub shape: &'static str,
    /// Invalid calls, each with part of the message.
    pub errors: &'static [(&'static str, &'static str)],
    /// Statements of a `main`, and their output.
    pub example: (&'static str, &'static str),
    /// The ops that calls of it are emitted as.
    pub ops: &'static [OpEntry],
}

/// An op of a builtin.
pub struct OpEntry {
    register: fn(&mut DialectRegistration<'_>),
    keep: fn(&mut ConversionTarget),
}

impl OpEntry {
    /// An op that is lowered to loops over memory.
    pub(crate) const fn of<O: OpDefinition + LowerTo<Affine>>() -> Self {
        Self { register: |dialect| dialect.op::<O>(), keep: |_| {} }
    }

    /// An op that other passes lower, once its operands are in memory.
    pub(crate) const fn in_memory<O: OpDefinition>() -> Self {
        Self {
            register: |dialect| dialect.op::<O>(),
            keep: |target| {
                target.add_dynamically_legal_op::<O>(|op| {
                    op.operand_types().all(|ty| ty.is_memref(op.context()))
                });
            },
        }
    }
}

/// Declares the files of the builtins, and lists them in the order of their documentation.
macro_rules! builtins {
    ($($(#[$section:meta])* $file:ident $($op:ident)*;)*) => {
        $(mod $file;)*

        /// The ops of the builtins.
        pub mod ops {
            $($(pub use super::$file::$op;)*)*
            pub use super::concat_all::ConcatAllOp;
            pub use super::permute::PermuteOp;
            pub use super::print_values::{PrintValuesOp, PrintValuesOpRef};
        }
        pub use ops::*;

        /// All builtins.
        pub static TABLE: &[&Builtin] = &[$(&$file::BUILTIN),*];
    };
}

builtins! {
    print PrintOp;
    format;
    transpose TransposeOp;
    abs AbsOp;
    sqrt SqrtOp;
    exp ExpOp;
    log LogOp;
    pow PowOp;
    sin SinOp;
    cos CosOp;
    tan TanOp;
    asin AsinOp;
    acos AcosOp;
    atan AtanOp;
    atan2 Atan2Op;
    sinh SinhOp;
    cosh CoshOp;
    tanh TanhOp;
    erf ErfOp;
    floor FloorOp;
    ceil CeilOp;
    round RoundOp;
    trunc TruncOp;
    sign SignOp;
    f32 F32Op;
    f64 F64Op;
    i64 I64Op;
    i8 I8Op;
    u8 U8Op;
    quantize;
    quantize_u8;
    dequantize;
    boolean BoolOp;
    select SelectOp;
    where_true;
    clip;
    min MinOp ReduceMinOp;
    max MaxOp ReduceMaxOp;
    sum SumOp;
    prod ProdOp;
    mean MeanOp;
    norm NormOp;
    any AnyOp;
    all AllOp;
    argmin ArgMinOp;
    argmax ArgMaxOp;
    cumsum CumSumOp;
    cumprod CumProdOp;
    sort SortOp;
    argsort ArgSortOp;
    matmul MatMulOp;
    outer OuterOp;
    einsum EinsumOp;
    shape ShapeOp;
    reshape;
    expand_dims ExpandDimsOp;
    concat ConcatOp;
    stack StackOp;
    pad PadOp;
    roll RollOp;
    diag DiagOp;
    tril TriLOp;
    triu TriUOp;
    zeros;
    ones;
    fill FillOp;
    full;
    zeros_like;
    ones_like;
    full_like FullLikeOp;
    eye;
    iota IotaOp;
    arange;
    linspace;
    random RandomOp;
    load LoadOp LoadSizesOp LoadIntoOp;
    save SaveOp;
    plot PlotOp;
    arg;
}

/// The prefix of the name of a builtin that no definition hides. No source can write it.
const HIDDEN: char = '#';

/// The name by which a generated program calls a builtin, whatever a definition hides.
pub fn hidden(name: &str) -> String {
    format!("{HIDDEN}{name}")
}

/// The builtin of a name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    let name = name.strip_prefix(HIDDEN).unwrap_or(name);
    TABLE.iter().find(|builtin| builtin.name == name).copied()
}

/// The builtin that a call of this name means, in a program that defines a function of the name or
/// does not.
pub fn called(name: &str, is_defined: bool) -> Option<&'static Builtin> {
    find(name).filter(|builtin| !(is_defined && builtin.is_shadowable))
}

/// The names of all builtins.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|builtin| builtin.name)
}

pub(crate) fn register(dialect: &mut DialectRegistration<'_>) {
    for entry in TABLE.iter().flat_map(|builtin| builtin.ops) {
        (entry.register)(dialect);
    }
}

/// Declares which ops are legal once everything is in memory.
pub(crate) fn keep_in_memory(target: &mut ConversionTarget) {
    for entry in TABLE.iter().flat_map(|builtin| builtin.ops) {
        (entry.keep)(target);
    }
}
