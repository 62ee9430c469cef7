//! The interpreter: the semantics of ops, as code that runs them.
//!
//! It runs IR of any level, and of several at once: each op implements [`InterpretOp`], and a
//! dialect [`DialectInterpreterInterface`]. It is an engine where LLVM is not available, and the
//! reference for every lowering: a program and its lowered form print the same bytes.
//!
//! Undefined behaviour ends a run with a diagnostic at the op: a division by zero, an access out of
//! bounds, of freed memory or of none, `unreachable`. Results without a defined value, such as a
//! shift too far, are poison; a branch on poison is undefined behaviour.
//!
//! Launches of kernels run all of their threads, which wait for each other at barriers. A barrier
//! that some do not reach, and two accesses of which one is a write, which nothing orders, end the
//! run.
//!
//! It is deliberately not a compiler: ops are decoded each time they run.

#![forbid(unsafe_code)]

pub mod arithmetic;
mod combine;
mod constants;
mod data_layout;
mod host;
mod last_uses;
mod launch;
mod libraries;
mod machine;
mod memory;
mod memref;
mod races;
mod show;
#[doc(hidden)]
pub mod shuffle;
mod value;

#[doc(hidden)]
pub use combine::{apply, combine, neutral};
#[doc(hidden)]
pub use constants::{constant_value, zero as zero_value};
use data_layout::part_types;
#[doc(hidden)]
pub use data_layout::{TypeLayout, part as part_of, run_shape, size_of};
#[doc(hidden)]
pub use host::{format_exponential, format_general};
pub use last_uses::RunsOneRegion;
pub use launch::{Given, GridSizes, Meeting, SUBGROUP_SIZE, ThreadBody, ThreadPosition};
pub use machine::{Flow, MAX_CALL_DEPTH, Machine, VSCALE};
pub use memory::Memory;
pub use memref::MemRef;
#[doc(hidden)]
pub use memref::positions;
pub use show::show_value;
pub use value::{DialectValue, Elements, Value, Values};

use mlir_lite::context::{Context, OpInfo};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::location::Location;
use mlir_lite::ir::prelude::op_interface;
use mlir_lite::ir::typed_view::View;
use mlir_lite::types::Type;
use mlir_lite_diagnostics::{Diagnostic, Position};
use std::fmt;
use std::io::Write;

/// A function outside of the program, which it declares and calls.
pub type HostFn = fn(&mut Machine<'_>, &[Value]) -> Result<Values, Trap>;

/// Runs ops.
#[diagnostic::on_unimplemented(
    message = "the declaration lists `InterpretOp`, but there is no `impl InterpretOp for {Self}`",
    label = "`implements(..)` lists `InterpretOp`"
)]
#[op_interface]
pub trait InterpretOp {
    /// Runs the op: reads its operands from the machine, sets the results, and returns where to
    /// continue.
    ///
    /// # Errors
    /// If the op has undefined behaviour.
    fn interpret<'b>(op: View<'b, Self>, machine: &mut Machine<'b>) -> Result<Flow, Trap>;
}

/// Whether the interpreter can run ops of this name.
pub fn is_interpreted(info: &OpInfo) -> bool {
    info.interface::<dyn InterpretOp>().is_some()
}

/// Questions of the interpreter to a dialect, besides the execution of its ops, which is
/// [`InterpretOp`].
pub trait DialectInterpreterInterface: Send + Sync {
    /// The implementation of a function that programs declare and their host defines: the dialect's
    /// lowerings call it. None if it is not the dialect's.
    fn host_function(&self, _name: &str) -> Option<HostFn> {
        None
    }

    /// A module that defines functions which programs only declare, such as those of a runtime
    /// library. None if it defines none of the functions that a program declares.
    fn library(&self, _ctx: &Context, _declared: &[&str]) -> Option<Body> {
        None
    }

    /// The memory layout of values of one of the dialect's types; none if they have none.
    fn layout(&self, _ctx: &Context, _ty: Type) -> Option<TypeLayout> {
        None
    }
}

/// Why a run ended early.
#[derive(Debug)]
pub struct Trap {
    message: String,
    /// The op, and the calls that led to it, innermost first.
    places: Vec<Location>,
    /// Other places that have to do with it.
    notes: Vec<(Location, String)>,
    /// The program's own message, which replaces all this.
    reported: Option<Box<Diagnostic>>,
}

impl Trap {
    /// A trap at the op that is being run.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), places: Vec::new(), notes: Vec::new(), reported: None }
    }

    /// A trap at an op that does not occur in verified programs.
    pub fn malformed() -> Self {
        Self::new("cannot be interpreted: the op is malformed")
    }

    /// The end of a program that has detected an error by a check of its own: nothing is added to
    /// its message.
    pub fn reported(diagnostic: Diagnostic) -> Self {
        Self { reported: Some(Box::new(diagnostic)), ..Self::new(String::new()) }
    }

    /// With a note at another place.
    pub(crate) fn noted(mut self, location: Location, note: String) -> Self {
        self.notes.push((location, note));
        self
    }

    fn into_diagnostic(self, module: &Body) -> Diagnostic {
        /// As many calls as help.
        const SHOWN_CALLS: usize = 8;
        if let Some(reported) = self.reported {
            return *reported;
        }
        let position = |location: &Location| location.to_position(module.context());
        let mut places = self.places.iter();
        let at = places.next().map_or(Position::Unknown, position);
        // Calls that a pass made are not written anywhere.
        let calls: Vec<&Location> = places.filter(|call| **call != Location::UNKNOWN).collect();
        let notes = self.notes.into_iter();
        let error = notes.fold(Diagnostic::error(at, self.message), |error, (location, note)| {
            error.with_note_at(position(&location), note)
        });
        let shown = calls.iter().take(SHOWN_CALLS);
        let diagnostic = shown.fold(error, |diagnostic, call| {
            diagnostic.with_note_at(position(call), "called from here")
        });
        match calls.len().saturating_sub(SHOWN_CALLS) {
            0 => diagnostic,
            more => diagnostic.with_note(format!("and {more} more calls")),
        }
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reported {
            Some(diagnostic) => diagnostic.fmt(f),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Trap {}

/// The outcome of a run.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The results of the function; of a memref, its elements at the end.
    pub results: Values,
    /// The values that ops passed to [`Machine::capture`], in that order.
    pub captured: Vec<(i64, Value)>,
}

/// Bytes of stack for each level of [`MAX_CALL_DEPTH`]: ops in regions and calls recurse. The stack
/// is reserved, and only the part that a program needs is touched.
const STACK_OF_A_LEVEL: usize = 26 << 10;

/// Runs a function of a verified module and writes its output to `output`. Elements that are given
/// for a memref are copied into memory.
///
/// # Errors
/// If there is no such function, or it has undefined behaviour, or cannot be interpreted.
pub fn run(
    module: &Body,
    function: &str,
    arguments: Vec<Value>,
    output: &mut (dyn Write + Send),
) -> Result<Outcome, Box<Diagnostic>> {
    run_at_most(u64::MAX, module, function, arguments, output)
}

/// As [`run`], with a limit on the number of ops.
///
/// # Errors
/// As [`run`], and if the limit is exceeded.
pub fn run_at_most(
    max_ops: u64,
    module: &Body,
    function: &str,
    arguments: Vec<Value>,
    output: &mut (dyn Write + Send),
) -> Result<Outcome, Box<Diagnostic>> {
    let outcome = on_large_stack(|| {
        let libraries = libraries::of(module);
        let mut machine = Machine::new(module, &libraries, max_ops, output);
        let result = machine.run(function, arguments);
        machine.finish(result)
    });
    outcome?.map_err(|trap| Box::new(trap.into_diagnostic(module)))
}

/// The result of a run, and its output.
pub type Run = (Result<Outcome, Box<Diagnostic>>, Vec<u8>);

/// Runs functions of a verified module one after the other, each as [`run_at_most`] does, with a
/// memory of its own. One thread runs them all, so that many short runs cost little.
///
/// # Errors
/// If the thread cannot be started.
pub fn run_each(
    max_ops: u64,
    module: &Body,
    calls: Vec<(&str, Vec<Value>)>,
) -> Result<Vec<Run>, Box<Diagnostic>> {
    on_large_stack(|| {
        let libraries = libraries::of(module);
        let run = |(function, arguments)| {
            let mut output = Vec::new();
            let mut machine = Machine::new(module, &libraries, max_ops, &mut output);
            let result = machine.run(function, arguments);
            let result =
                machine.finish(result).map_err(|trap| Box::new(trap.into_diagnostic(module)));
            (result, output)
        };
        calls.into_iter().map(run).collect()
    })
}

/// Runs `work` on a thread whose stack is large enough for deep programs.
fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Box<Diagnostic>> {
    if cfg!(target_family = "wasm") {
        // There are no threads. Browsers end a run that needs more stack than they have.
        return Ok(work());
    }
    let outcome = std::thread::scope(|scope| {
        let levels = MAX_CALL_DEPTH.get().max(MAX_CALL_DEPTH.default_value());
        let stack = levels * STACK_OF_A_LEVEL;
        let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, work);
        thread.map(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    });
    outcome.map_err(|error| {
        let mut message = format!("cannot start a thread to run the program: {error}");
        if MAX_CALL_DEPTH.get() > MAX_CALL_DEPTH.default_value() {
            message += "; '--max-call-depth=N' says for how many calls it has a stack";
        }
        Box::new(Diagnostic::error(Position::Unknown, message))
    })
}
