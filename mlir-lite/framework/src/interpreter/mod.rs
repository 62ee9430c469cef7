//! The interpreter: what ops mean, as code that runs them.
//!
//! It runs IR of any level, and of several at once: each dialect says by [`DialectInterpreterInterface`] how its ops
//! are evaluated. It is an engine where LLVM is not at hand, and the judge of every lowering: a program and what it is
//! lowered to print the same bytes.
//!
//! What MLIR leaves undefined ends a run with a diagnostic at the op: a division by zero, an access out of bounds, of
//! freed memory or of none, `unreachable`. Results without a defined value, such as a shift too far, are poison, and
//! poison may not decide a branch.
//!
//! It is deliberately no compiler: ops are looked at each time they run.

#![forbid(unsafe_code)]

pub mod arithmetic;
mod combine;
mod constants;
mod data_layout;
mod host;
mod machine;
mod memory;
mod memref;
mod show;
#[doc(hidden)]
pub mod shuffle;
mod value;

pub use combine::{apply, combine, neutral};
pub use constants::{constant_value, zero as zero_value};
use data_layout::part_types;
pub use data_layout::{TypeLayout, part as part_of, size_of};
pub use machine::{Flow, MAX_CALL_DEPTH, Machine};
pub use memory::Memory;
pub use memref::{MemRef, positions};
pub use show::show_value;
pub use value::{Elements, Value, Values};

use mlir_lite::context::{Context, InterfaceMap, OpInfo};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::location::Location;
use mlir_lite::ir::op_def::OpDefinition;
use mlir_lite::ir::op_interface::OpHook;
use mlir_lite::ir::typed_view::View;
use mlir_lite::ir::view::OpRef;
use mlir_lite::types::Type;
use mlir_lite_diagnostics::{Diagnostic, Position};
use std::io::Write;

/// Runs one op: reads operands from the machine, gives it the results, and says where to go on.
type EvalFn = for<'b> fn(&mut Machine<'b>, OpRef<'b>) -> Result<Flow, Trap>;

/// A function outside of the program, which it declares and calls.
pub type HostFn = fn(&mut Machine<'_>, &[Value]) -> Result<Values, Trap>;

/// Says what an op does: `hooks(InterpretOp)` in its declaration.
#[diagnostic::on_unimplemented(
    message = "the declaration of `{Self}` says `hooks(InterpretOp)`, but there is no `impl InterpretOp for {Self}`",
    label = "it asks for `InterpretOp`"
)]
pub trait InterpretOp: OpDefinition {
    /// Runs the op: reads its operands from the machine, gives it the results, and says where to go on.
    ///
    /// # Errors
    /// If the op does something that is not defined.
    fn interpret<'b>(op: View<'b, Self>, machine: &mut Machine<'b>) -> Result<Flow, Trap>;

    /// Adds the function to the op's table.
    fn install(interfaces: &mut InterfaceMap) {
        interfaces.add_hook(Evaluator(|machine, op| Self::interpret(Self::view_of(op), machine)));
    }
}

/// What [`InterpretOp`] installs.
#[derive(Copy, Clone)]
struct Evaluator(EvalFn);

impl OpHook for Evaluator {}

/// Whether the declaration of an op says what it does.
pub fn is_interpreted(info: &OpInfo) -> bool {
    info.hook::<Evaluator>().is_some()
}

/// What the interpreter asks a dialect, beside how its ops are run, which they say themselves ([`InterpretOp`]).
pub trait DialectInterpreterInterface: Send + Sync {
    /// What a function does that programs declare, and whoever runs them defines: the dialect's lowerings call it. None if
    /// it is not the dialect's.
    fn host_function(&self, _name: &str) -> Option<HostFn> {
        None
    }

    /// How values of one of the dialect's types lie in memory; none if they do not.
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
    /// What the program says of itself, in place of all this.
    said: Option<Box<Diagnostic>>,
}

impl Trap {
    /// A trap at the op that is being run.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), places: Vec::new(), said: None }
    }

    /// A trap at an op that a verified program does not have.
    pub fn malformed() -> Self {
        Self::new("cannot be interpreted: the op is malformed")
    }

    /// The end of a program that has found an error itself, by a check that it contains: nothing is added to
    /// what it says.
    pub fn said(diagnostic: Diagnostic) -> Self {
        Self { said: Some(Box::new(diagnostic)), ..Self::new(String::new()) }
    }

    fn into_diagnostic(self, module: &Body) -> Diagnostic {
        /// As many calls as help.
        const SHOWN_CALLS: usize = 8;
        if let Some(said) = self.said {
            return *said;
        }
        let position = |location: &Location| location.to_position(module.context());
        let mut places = self.places.iter();
        let at = places.next().map_or(Position::Unknown, position);
        let calls = places.clone().take(SHOWN_CALLS);
        let diagnostic = calls.fold(Diagnostic::error(at, self.message), |diagnostic, call| {
            diagnostic.with_note_at(position(call), "called from here")
        });
        match places.len().saturating_sub(SHOWN_CALLS) {
            0 => diagnostic,
            more => diagnostic.with_note(format!("and {more} more calls")),
        }
    }
}

/// What a run leaves.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// What the function returned; of a memref, the elements that it has at the end.
    pub results: Values,
    /// What ops handed out on the way, by [`Machine::capture`], in that order.
    pub captured: Vec<(i64, Value)>,
}

/// Bytes of stack for each level of [`MAX_CALL_DEPTH`]: ops in regions and calls recurse. The stack is reserved, and used only
/// as far as a program nests.
const STACK_OF_A_LEVEL: usize = 26 << 10;

/// Runs a function of a verified module; what it prints goes to `output`. For a memref it may be given elements, which
/// are put into memory.
///
/// # Errors
/// If there is no such function, or it does something that is not defined, or that cannot be interpreted.
pub fn run(
    module: &Body,
    function: &str,
    arguments: Vec<Value>,
    output: &mut (dyn Write + Send),
) -> Result<Outcome, Box<Diagnostic>> {
    run_at_most(u64::MAX, module, function, arguments, output)
}

/// The same, if it is done after so many ops.
///
/// # Errors
/// As [`run`], and if it is not done then.
pub fn run_at_most(
    max_ops: u64,
    module: &Body,
    function: &str,
    arguments: Vec<Value>,
    output: &mut (dyn Write + Send),
) -> Result<Outcome, Box<Diagnostic>> {
    let outcome = on_large_stack(|| {
        let mut machine = Machine::new(module, max_ops, output);
        let result = machine.run(function, arguments);
        machine.finish(result)
    });
    outcome?.map_err(|trap| Box::new(trap.into_diagnostic(module)))
}

/// What a run gives, and what it printed.
pub type Run = (Result<Outcome, Box<Diagnostic>>, Vec<u8>);

/// Runs functions of a verified module one after the other, each as [`run_at_most`] does: in memory of its own. One
/// thread runs them all, so that many short runs cost little.
///
/// # Errors
/// If the thread cannot be started.
pub fn run_each(
    max_ops: u64,
    module: &Body,
    calls: Vec<(&str, Vec<Value>)>,
) -> Result<Vec<Run>, Box<Diagnostic>> {
    on_large_stack(|| {
        let run = |(function, arguments)| {
            let mut output = Vec::new();
            let mut machine = Machine::new(module, max_ops, &mut output);
            let result = machine.run(function, arguments);
            let result =
                machine.finish(result).map_err(|trap| Box::new(trap.into_diagnostic(module)));
            (result, output)
        };
        calls.into_iter().map(run).collect()
    })
}

/// Does the work on a thread whose stack is large enough for deep programs.
fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Box<Diagnostic>> {
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
