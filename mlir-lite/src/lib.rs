//! A multi-level IR framework that speaks MLIR's text.
//!
//! A program reads a function, simplifies it and runs it:
//!
//! ```
//! use mlir_lite::diagnostics::Diagnostics;
//! use mlir_lite::interpreter::{Value, run};
//! use mlir_lite::pass::{PassManager, RunOptions};
//! use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
//! use mlir_lite::transforms::canonicalize::CanonicalizerPass;
//! use mlir_lite::{Context, register_all_dialects};
//!
//! let ctx = Context::new();
//! register_all_dialects(&ctx);
//! let text = "func @f(%x: i32) -> i32 {
//!   %c0 = constant 0 : i32
//!   %0 = addi %x, %c0 : i32
//!   return %0 : i32
//! }";
//! let file = ctx.sources().add("f.mlir", text).unwrap();
//! let mut diagnostics = Diagnostics::new();
//! let mut module =
//!     parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics).expect("valid text");
//!
//! let mut passes = PassManager::new();
//! passes.add_pass(CanonicalizerPass::new(&ctx));
//! passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics).expect("no pass fails");
//! let expected = "module {
//!   func @f(%arg0: i32) -> i32 {
//!     return %arg0 : i32
//!   }
//! }";
//! assert_eq!(print_op(module.as_op(), PrintOptions::default()), expected);
//!
//! let outcome = run(&module, "f", vec![Value::Int(7)], &mut std::io::sink()).unwrap();
//! assert_eq!(outcome.results[..], [Value::Int(7)]);
//! ```
//!
//! # Where to go from here
//!
//! * *Your first dialect* (`docs/tutorial.md` in the repository) builds a small language: a type,
//!   ops, checks, simplifications, a lowering and a tool.
//! * *The second day* (`docs/second-day`) has pages with whole programs: parameters of types,
//!   branches, regions, effects, inlining, conversions of functions, remarks, tests, language
//!   servers and packages.
//! * *From C++ MLIR* (`docs/from-cpp-mlir.md`) shows what you know from there, side by side.
//! * *Building IR* (`docs/building-ir.md`) has builders, loops, clones and requests for symbols.
//! * *Writing patterns* and *Writing a pass* have the details of these.
//! * *Your own dialects* (`docs/own-dialects.md`) has constraints, traits, interfaces, the two
//!   spellings, data of a dialect and pipelines.
//! * *Running IR* (`docs/running-ir.md`) has the interpreter and the JIT.
//! * *Polynomials* (`docs/polynomials.md`) compares a second example language with C++.
//! * *Inner symbols* (`docs/inner-symbols.md`) has names that symbol tables cannot have.
//! * [`op`](macro@op) declares an op; [`ir`] has the builders and views; [`dialects`] has the ops.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `affine` (default) | the affine dialect, its passes and its lowering |
//! | `llvm` | LLVM IR, the JIT and object files (`mlir_lite::llvm`); needs LLVM 22 |
//!
//! # Crates
//!
//! This crate shows what its parts are, under one path each:
//!
//! | modules | crate |
//! |---|---|
//! | [`ir`], [`text`], [`verify`], [`types`], [`attributes`], [`affine`], [`context`], [`scalar`], [`docs`] | `mlir-lite-ir` |
//! | [`rewrite`](mod@rewrite), [`conversion`], [`pass`], [`analysis`], [`interpreter`] | `mlir-lite-framework` |
//! | [`transforms`] | `mlir-lite-passes`, and `mlir-lite-affine` for those on its loops |
//! | [`dialects`], [`conversions`] | `mlir-lite-llvm-dialect`, `mlir-lite-standard`, `mlir-lite-scf`, `mlir-lite-vector`, `mlir-lite-quant`, `mlir-lite-shape`, `mlir-lite-nvvm`, `mlir-lite-gpu`, `mlir-lite-affine`, `mlir-lite-irdl` |
//! | `llvm`, a feature | `mlir-lite-llvm` |

// Macros name the crate by its path, also in the crate itself.
#[allow(unused_extern_crates)]
extern crate self as mlir_lite;

mod absent_passes;
pub mod conversions;
pub mod dialects;
pub mod edsc;
pub mod transforms;

mod reading;
mod registration;

#[doc(inline)]
pub use mlir_lite_diagnostics as diagnostics;
#[cfg(feature = "llvm")]
#[doc(inline)]
pub use mlir_lite_llvm as llvm;

/// Runs IR of any level.
///
/// ```
/// use mlir_lite::Context;
/// use mlir_lite::dialects::{builtin::BuiltinDialect, standard::StdDialect};
/// use mlir_lite::interpreter::{Value, run};
/// use mlir_lite::text::{ParseOptions, parse_module};
/// use mlir_lite_diagnostics::Diagnostics;
///
/// let ctx = Context::new();
/// ctx.load::<BuiltinDialect>();
/// ctx.load::<StdDialect>();
/// let text = "func @twice(%x: f64) -> f64 {\n  %0 = addf %x, %x : f64\n  return %0 : f64\n}";
/// let file = ctx.sources().add("twice.mlir", text.to_string()).unwrap();
/// let module = parse_module(&ctx, &file, ParseOptions::default(), &mut Diagnostics::new()).unwrap();
/// let outcome = run(&module, "twice", vec![Value::Float(21.0)], &mut std::io::sink()).unwrap();
/// assert_eq!(outcome.results[..], [Value::Float(42.0)]);
/// ```
#[doc(inline)]
pub use mlir_lite_framework::interpreter;
#[doc(inline)]
pub use mlir_lite_framework::{analysis, conversion, pass, rewrite};
#[doc(inline)]
pub use mlir_lite_ir::{
    Context, affine, attributes, constants, context, docs, ir, scalar, text, types, verify,
};
pub use mlir_lite_ir::{attr_constraints, type_constraints};
#[doc(hidden)]
pub use mlir_lite_ir::{smallvec, support};
pub use mlir_lite_macros::{attr_def, enum_attr, op, type_def};
pub use reading::read_module;
pub use registration::{register_all_dialects, register_all_passes};
