//! Errors in compiling and running an LLVM module.

use mlir_lite_diagnostics::Diagnostic;
use std::{error, fmt, io};

/// An error of LLVM's verifier, optimiser, code generator or JIT.
///
/// The texts inside are LLVM's own, without a trailing newline.
#[derive(Debug)]
#[non_exhaustive]
pub enum LlvmError {
    /// The host has no usable code generator.
    Target(String),
    /// LLVM's verifier rejected the module: a bug of the code that built it.
    Verify(String),
    /// LLVM's optimiser could not run.
    Optimize(String),
    /// LLVM's code generator rejected the module.
    Codegen(String),
    /// The module could not be linked into the session: a symbol is undefined, or the session
    /// defines it already.
    Link(String),
    /// Kernels cannot be compiled for a device: it is not known, or a function of its library is
    /// not there.
    Device(String),
    /// No module of the session defines this symbol.
    UnknownSymbol(String),
    /// A symbol name that contains a NUL byte, which no linker can look up.
    SymbolName(String),
    /// An op of the module cannot be represented in LLVM IR.
    Translate(Box<Diagnostic>),
    /// A function of the program has another signature than the one stated.
    Signature {
        /// The name of the function.
        name: String,
        /// Its signature, with types of the llvm dialect.
        expected: String,
        /// The signature that was stated.
        found: String,
    },
    /// The number of elements of a memref is not the product of its sizes.
    Sizes {
        /// The number of elements.
        elements: usize,
        /// The sizes.
        sizes: Vec<usize>,
    },
    /// The program ran, but its output could not be written.
    Output(io::Error),
}

impl fmt::Display for LlvmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Target(text) => write!(f, "LLVM cannot generate code for this machine: {text}"),
            Self::Verify(text) => write!(f, "LLVM's verifier rejects the module: {text}"),
            Self::Optimize(text) => write!(f, "LLVM's optimiser failed: {text}"),
            Self::Codegen(text) => write!(f, "LLVM's code generator failed: {text}"),
            Self::Link(text) => write!(f, "cannot link the module into the JIT session: {text}"),
            Self::Device(text) => write!(f, "cannot compile kernels: {text}"),
            Self::UnknownSymbol(name) => write!(
                f,
                "expected a definition of '{name}' in the JIT session, found none; \
                 add the module that defines it first"
            ),
            Self::SymbolName(name) => {
                write!(f, "expected a symbol name without NUL bytes, found {name:?}")
            }
            Self::Translate(error) => f.write_str(&error.message),
            Self::Signature { name, expected, found } => {
                write!(f, "expected the signature {expected} of '{name}', found {found}")
            }
            Self::Sizes { elements, sizes } => {
                let product =
                    sizes.iter().fold(1u128, |product, &size| product.saturating_mul(size as u128));
                write!(
                    f,
                    "expected {product} elements for a memref of sizes {sizes:?}, found {elements}"
                )
            }
            Self::Output(error) => write!(f, "cannot write the program's output: {error}"),
        }
    }
}

impl error::Error for LlvmError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Output(error) => Some(error),
            _ => None,
        }
    }
}
