//! Dialect conversion: rewriting until all ops are legal.
//!
//! A [`ConversionTarget`] says which ops are legal, patterns rewrite the others, and a
//! [`TypeConverter`] converts types. Patterns may produce ops that are not legal themselves, if
//! other patterns can legalize these.
//!
//! Nothing is replaced during the conversion: old ops stay where they are, new ones are built
//! beside them, and a mapping records which new value replaces which old one. All changes are
//! logged. The changes of a pattern are undone if the ops it produced cannot be legalized. If an
//! illegal op remains, all changes are undone. Only at the end, when nothing can fail any more, are
//! old values replaced and old ops erased.
//!
//! Isolated ops have bodies of their own, and are the roots of these: `func` becomes `llvm.func` by
//! a pattern that updates the root in place. A body is converted before those that are nested in
//! it, and these in parallel.
//!
//! ```
//! # extern crate mlir_lite_framework as mlir_lite;
//! use mlir_lite::conversion::*;
//! use mlir_lite::ir::{OpAdaptor, OpBuilder, OpDefinition, SymbolRequests};
//! use mlir_lite::{Context, types::Type};
//! use mlir_lite_diagnostics::Diagnostics;
//! use std::sync::Arc;
//! # use mlir_lite::ir::{Body, Location, ValueId};
//! # fn build(_: &mut ConversionPatternRewriter<'_>, _: Location, _: ValueId) -> ValueId { unimplemented!() }
//!
//! /// Replaces ops `Old` on `i1` by something on `i8`.
//! fn convert<Old: OpDefinition>(body: &mut Body, diagnostics: &mut Diagnostics) {
//!     let ctx = body.context().clone();
//!     let mut converter = TypeConverter::new(&ctx);
//!     converter.add_conversion(|_, ty| ty); // what follows comes first
//!     converter.add_conversion(|_, ty| (ty == Type::I1).then_some(Type::I8));
//!
//!     let mut target = ConversionTarget::new(&ctx);
//!     target.add_illegal_op::<Old>();
//!     target.add_legal_dialect("new");
//!
//!     let mut patterns = ConversionPatternSet::with_converter(&Arc::new(converter));
//!     patterns.add::<Old>("old-to-new", 1, |op, operands, rewriter| {
//!         // `operands` are the new values, of converted types: `operands.lhs()` of an op
//!         // that declares `lhs`, and `operands.values()` all of them.
//!         let location = rewriter.body().location(op.id());
//!         let new = build(rewriter, location, operands.values()[0]);
//!         rewriter.replace_op(op.id(), &[new]);
//!         Ok(())
//!     });
//!     let patterns = patterns.freeze(&ctx);
//!     let _ = apply_partial_conversion(body, &target, &patterns, &mut SymbolRequests::new(), diagnostics);
//! }
//! ```

#![forbid(unsafe_code)]

mod driver;
mod finish;
mod legalizer;
mod log;
mod lower_to;
mod memory;
mod one_to_many;
mod order;
mod pattern;
mod rewriter;
mod state;
#[doc(hidden)]
pub mod structured;
mod target;
#[cfg(test)]
mod tests;
mod trace;
mod type_converter;
mod type_patterns;

pub use driver::{
    ConversionMode, analyze_conversion, apply_full_conversion, apply_partial_conversion,
    convert_bodies,
};
pub use lower_to::{
    LowerByPatterns, LowerTo, LoweringTarget, populate_lowerings, populate_lowerings_of,
};
pub use one_to_many::OneToManyOperands;
pub use pattern::{ConversionPattern, ConversionPatternSet, FrozenConversionPatternSet};
pub use rewriter::ConversionPatternRewriter;
pub use state::ConversionState;
pub use target::ConversionTarget;
pub use type_converter::{Materialization, SignatureConversion, TypeConversion, TypeConverter};
pub use type_patterns::{
    KeptTypes, PartialConversion, populate_partial_type_conversion, populate_type_conversion,
};
