//! The runtime library: functions that programs of MLIR declare and MLIR's own runtime libraries
//! define, such as `printMemrefF32`, `printI64` and `rtclock`.
//!
//! They are written in the llvm dialect, on top of a few functions of C's library, so that every
//! engine runs the same definitions: the interpreter calls them, and machine code has them inside
//! of the module.
//!
//! | file | concept |
//! |---|---|
//! | `mod.rs` | the names, and the definitions as a module |
//! | `functions.mlir` | the definitions that do not differ by the type of elements |
//! | `define.rs` | adds the definitions to a program |

mod define;
#[cfg(test)]
mod tests;

pub use define::define_runtime_functions;

use mlir_lite::context::Context;
use mlir_lite::ir::Body;
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite_diagnostics::Diagnostics;
use std::fmt::Write as _;

const FUNCTIONS: &str = include_str!("functions.mlir");

/// The types of elements that are printed: their names in functions, and the sizes in bytes.
const ELEMENTS: [(&str, u32); 11] = [
    ("I8", 1),
    ("I16", 2),
    ("I32", 4),
    ("I64", 8),
    ("Ind", 8),
    ("F16", 2),
    ("BF16", 2),
    ("F32", 4),
    ("F64", 8),
    ("C32", 8),
    ("C64", 16),
];

/// The functions for C have this in front of their names, and take pointers to memrefs.
const C_INTERFACE: &str = "_mlir_ciface_";

/// Functions that are defined under names of their own, because a program may define a function of
/// the public name itself: the public name, the own one, and the types of the arguments and of the
/// result.
const FORWARDED: [(&str, &str, &str, &str); 10] = [
    ("printI64", "print_i64", "i64", ""),
    ("printU64", "print_u64", "i64", ""),
    ("printF16", "print_f16", "i16", ""),
    ("printBF16", "print_bf16", "i16", ""),
    ("printF32", "print_f32", "f32", ""),
    ("printF64", "print_f64", "f64", ""),
    ("printString", "print_text", "!llvm.ptr", ""),
    ("printNewline", "print_newline", "", ""),
    ("nanoTime", "nanoseconds", "", "i64"),
    ("_mlir_ciface_nanoTime", "nanoseconds", "", "i64"),
];

/// The functions that nothing else in the library calls, apart from those of memrefs.
const OTHERS: [&str; 6] =
    ["memrefCopy", "printClose", "printComma", "printFlops", "printOpen", "rtclock"];

/// Whether the runtime library defines a function of this name.
pub fn is_runtime_function(name: &str) -> bool {
    let plain = name.strip_prefix(C_INTERFACE).unwrap_or(name);
    let of_memref = plain.strip_prefix("printMemref").is_some_and(|element| {
        let element = element.strip_prefix("Shape").unwrap_or(element);
        ELEMENTS.iter().any(|(known, _)| *known == element)
    });
    of_memref || OTHERS.contains(&name) || FORWARDED.iter().any(|(known, ..)| *known == name)
}

/// A function that calls another one.
fn forwarded((name, own, argument, result): (&str, &str, &str, &str), text: &mut String) {
    let parameter = if argument.is_empty() { "" } else { "%argument: " };
    let passed = if argument.is_empty() { "" } else { "%argument" };
    let (arrow, given, returned) = match result {
        "" => ("", "", String::new()),
        _ => ("-> ", "%result = ", format!(" %result : {result}")),
    };
    let call_result = if result.is_empty() { "()" } else { result };
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "
llvm.func @{name}({parameter}{argument}) {arrow}{result} {{
  {given}llvm.call @mlir.runtime.{own}({passed}) : ({argument}) -> {call_result}
  llvm.return{returned}
}}
"
    );
}

/// The functions that print memrefs with elements of one type.
fn memref_functions(element: &str, bytes: u32, text: &mut String) {
    let print = format!(
        "
  %bytes = llvm.mlir.constant({bytes} : i64) : i64
  %print = llvm.mlir.addressof @mlir.runtime.element_{element} : !llvm.ptr
  llvm.call @mlir.runtime.print_memref(%rank, %descriptor, %bytes, %print)
    : (i64, !llvm.ptr, i64, !llvm.ptr) -> ()"
    );
    let print_header = "
  llvm.call @mlir.runtime.print_header(%rank, %descriptor) : (i64, !llvm.ptr) -> ()";
    let functions = [
        (format!("printMemref{element}"), print.as_str()),
        (format!("printMemrefShape{element}"), print_header),
    ];
    for (function, call) in functions {
        let _ = write!(
            text,
            "
llvm.func @{function}(%rank: i64, %descriptor: !llvm.ptr) {{{call}
  llvm.return
}}

llvm.func @{C_INTERFACE}{function}(%memref: !llvm.ptr) {{
  %at = llvm.getelementptr %memref[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %rank = llvm.load %memref : !llvm.ptr -> i64
  %descriptor = llvm.load %at : !llvm.ptr -> !llvm.ptr{call}
  llvm.return
}}
"
        );
    }
}

/// The module of all functions. None if the text is wrong, which a test excludes.
pub(crate) fn library(ctx: &Context) -> Option<Body> {
    let mut text = FUNCTIONS.to_owned();
    for (element, bytes) in ELEMENTS {
        memref_functions(element, bytes, &mut text);
    }
    for function in FORWARDED {
        forwarded(function, &mut text);
    }
    let file = ctx.sources().add("runtime library", text).ok()?;
    parse_module(ctx, &file, ParseOptions::default(), &mut Diagnostics::new()).ok()
}
