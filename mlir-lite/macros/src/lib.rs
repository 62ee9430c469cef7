//! Procedural macros of mlir-lite: op definitions.
//!
//! [`macro@op`] reads the declaration of an op and emits data, an `OpDef`
//! with its format as a program, together with a thin typed wrapper. It emits
//! no parser, printer or verifier: one engine in mlir-lite runs the data, so
//! that an op costs little to compile.
//!
//! `declaration.rs` reads the attribute and the fields, `format.rs` compiles
//! and checks the assembly format, `definition.rs` writes the data and
//! `wrapper.rs` the wrapper's functions.

mod declaration;
mod definition;
mod format;
#[cfg(test)]
mod tests;
mod wrapper;

use declaration::Declaration;
use proc_macro::TokenStream;

/// Declares an op.
///
/// ```text
/// use mlir_lite::ir::prelude::*;
///
/// /// Element-wise product of two tensors.
/// ///
/// /// The shapes are broadcast to each other.
/// #[op(name = "toy.mul", traits(Pure, ResultsBroadcastableShape), interfaces(InferShape),
///      format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)", fold)]
/// pub struct MulOp {
///     #[operand] lhs: F64Tensor,
///     #[operand] rhs: F64Tensor,
///     #[result] result: F64Tensor,
/// }
/// ```
///
/// Options:
/// * `name = "dialect.op"`: the full name.
/// * `traits(..)`: types that implement `OpTrait`.
/// * `interfaces(..)`: object-safe traits that the struct implements.
/// * `format = ".."`: the custom form, in the language of MLIR's declarative
///   assembly formats; or `assembly = custom`: the struct implements
///   `CustomAssembly`. With neither, the op has the generic form only.
/// * `upstream(name = "..", format = "..")`: what today's MLIR calls the op and,
///   if it differs, its form; `names("..", "..")` where there are several, with
///   `choose = function` to say which to print.
/// * `verify`, `fold`, `canonicalize`: the struct implements `VerifyOp`,
///   `FoldOp`, `CanonicalizeOp`.
///
/// Fields are marked `#[operand]`, `#[attr]`, `#[region]`, `#[successor]` or
/// `#[result]`; their types are constraints, in `Optional<..>` or
/// `Variadic<..>` where they may be missing or many. `#[attr(name = "..")]`
/// gives the name in the dictionary where it differs from the field's;
/// `#[attr(default = function)]` the value that absence means.
///
/// The struct becomes a `Copy` wrapper of an `OpId` with a function for each
/// field, `build`, and, beside it, an adaptor `<Name>Adaptor` with the operand
/// accessors over any values.
///
/// Result types are parameters of `build`, except under
/// `SameOperandsAndResultType` and for results whose constraint is one of
/// `I1`, `I8`, `I16`, `I32`, `I64`, `F32`, `F64` and `Index`.
#[proc_macro_attribute]
pub fn op(options: TokenStream, item: TokenStream) -> TokenStream {
    match Declaration::parse(options.into(), item.into()) {
        Ok(declaration) => {
            let definition = definition::expand(&declaration);
            let wrapper = wrapper::expand(&declaration);
            quote::quote!(#definition #wrapper).into()
        }
        Err(error) => error.to_compile_error().into(),
    }
}
