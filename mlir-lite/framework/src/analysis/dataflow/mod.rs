//! Data-flow analyses: the state of each value, by the states of those that lead to it, or that it
//! leads to.
//!
//! An analysis is a value that implements [`SparseForwardAnalysis`]: it says which states the
//! results of an op have, by those of its operands. [`solve`] does the rest. It finds the blocks
//! that can be reached, with the optimistic assumption that a branch is not taken before something
//! shows that it may be (Wegman and Zadeck, "Constant Propagation with Conditional Branches",
//! 1991), follows values through branches, through regions, and through calls of functions all of
//! whose callers are known.
//!
//! The state of a value only ever grows coarser, at most
//! [`MAX_CHANGES`](SparseForwardAnalysis::MAX_CHANGES) times, and an op is visited again if that
//! happened to an operand. So the time is linear in the number of uses times that maximum. The
//! results do not depend on threads or on addresses.
//!
//! Analyses take parameters, which are their fields, and build on others: one that needs the
//! results of another holds its [`Solution`].

mod backward;
mod callers;
mod constants;
mod forward;
mod integer_ranges;
mod liveness;
mod program;
mod solution;

pub use backward::{solve_backward, solve_backward_outermost};
pub use constants::{ConstantPropagation, Known};
pub use forward::{solve, solve_outermost};
pub use integer_ranges::{
    InferIntRangeInterface, InferIntRangeInterfaceObject, IntegerRangeAnalysis, MaybeRange,
};
pub use liveness::{Live, LivenessAnalysis};
pub use solution::{Solution, SolvedBody};

use mlir_lite::attributes::Attribute;
use mlir_lite::ir::typed_view::ValueRef;
use mlir_lite::ir::view::OpRef;
use smallvec::SmallVec;

/// The states of values, which are the elements of a join-semilattice. A value that is not reached
/// has no state.
pub trait Lattice: Clone + PartialEq {
    /// The state of a value that has one or the other: the least element above both.
    #[must_use]
    fn join(&self, other: &Self) -> Self;
}

/// The states of the results of an op, one for each.
pub type Results<V> = SmallVec<[V; 1]>;

/// A sparse forward analysis: the state of a value follows from those of the operands of the op
/// that defines it.
///
/// ```
/// # extern crate mlir_lite_framework as mlir_lite;
/// use mlir_lite::analysis::dataflow::{Lattice, Results, SparseForwardAnalysis, States, solve};
/// use mlir_lite::ir::{prelude::*, typed_view::ValueRef};
///
/// /// Whether a value was computed from an argument of the function.
/// #[derive(Clone, PartialEq)]
/// struct FromArgument(bool);
///
/// impl Lattice for FromArgument {
///     fn join(&self, other: &Self) -> Self {
///         Self(self.0 || other.0)
///     }
/// }
///
/// struct ArgumentUses;
///
/// impl SparseForwardAnalysis for ArgumentUses {
///     type Value = FromArgument;
///
///     fn entry(&self, _: ValueRef<'_>) -> FromArgument {
///         FromArgument(true)
///     }
///
///     fn visit_op(&self, op: OpRef<'_>, operands: States<'_, FromArgument>)
///         -> Option<Results<FromArgument>> {
///         let any = operands.iter().any(|operand| operand.0);
///         Some(op.results().map(|_| FromArgument(any)).collect())
///     }
/// }
///
/// # let ctx = mlir_lite::Context::new();
/// # let text = r#"%0 = "a.zero"() : () -> i32
/// # %1 = "a.next"(%0) : (i32) -> i32"#;
/// # let file = ctx.sources().add("a.mlir", text).unwrap();
/// # let options = mlir_lite::text::ParseOptions::default().with_allow_unregistered(true);
/// # let module = mlir_lite::text::parse_module(&ctx, &file, options, &mut Diagnostics::new())?;
/// let solution = solve(&ArgumentUses, &module);
/// let next = module.walk().last().unwrap();
/// assert!(!solution.value(module.value(next.result(0))).unwrap().0);
/// # Ok::<(), mlir_lite_diagnostics::Reported>(())
/// ```
pub trait SparseForwardAnalysis {
    /// The states of values.
    type Value: Lattice;

    /// How often the state of a value may change before it becomes that of [`entry`]: the height of
    /// the lattice, or less where that is large.
    ///
    /// [`entry`]: Self::entry
    const MAX_CHANGES: u8 = 16;

    /// The state of a value that may come from anywhere, such as an argument of a public function:
    /// at least as coarse as each other state that may be found for it.
    fn entry(&self, value: ValueRef<'_>) -> Self::Value;

    /// The states of the results of an op, by those of its operands. None if nothing is known.
    ///
    /// The results of ops that pass on control and values, and of calls of known functions, are
    /// found without it.
    fn visit_op(
        &self,
        op: OpRef<'_>,
        operands: States<'_, Self::Value>,
    ) -> Option<Results<Self::Value>>;

    /// The state of an argument of a region that the op passes no value to, such as the variable of
    /// a loop, by those of the op's operands.
    fn visit_argument(
        &self,
        _op: OpRef<'_>,
        argument: ValueRef<'_>,
        _operands: States<'_, Self::Value>,
    ) -> Self::Value {
        self.entry(argument)
    }

    /// The constant that a value is known to be, by which branches are decided.
    fn constant(&self, _value: ValueRef<'_>, _known: &Self::Value) -> Option<Attribute> {
        None
    }
}

/// The states of the operands of an op, all of which are reached.
#[derive(Clone, Copy)]
pub struct States<'s, V> {
    op: OpRef<'s>,
    values: &'s [Option<V>],
}

impl<'s, V> States<'s, V> {
    /// None if an operand is not reached.
    fn of(op: OpRef<'s>, values: &'s [Option<V>]) -> Option<Self> {
        let all = op.operands().all(|operand| values[operand.index()].is_some());
        all.then_some(Self { op, values })
    }

    /// In the order of the operands.
    pub fn iter(self) -> impl Iterator<Item = &'s V> {
        self.op.operands().filter_map(move |operand| self.values[operand.index()].as_ref())
    }

    /// That of the operand `index`.
    ///
    /// # Panics
    /// If there is no such operand.
    #[track_caller]
    pub fn get(self, index: usize) -> &'s V {
        let operand = self.op.operand(index);
        self.values[operand.index()].as_ref().expect("all operands are reached")
    }

    /// That of another value of the same body. None if it is not reached.
    pub fn of_value(self, value: mlir_lite::ir::ValueId) -> Option<&'s V> {
        self.values[value.index()].as_ref()
    }
}

/// The states of the operands of an op, one for each; none for those of which nothing is needed.
pub type OperandStates<V> = SmallVec<[Option<V>; 4]>;

/// A sparse backward analysis: the state of a value follows from those of the results of the ops
/// that use it, and says what is done with it. A value that nothing is done with has no state.
///
/// Values that branches, ops with regions, and calls of known functions pass on have the states of
/// those that they become.
///
/// ```
/// # extern crate mlir_lite_framework as mlir_lite;
/// use mlir_lite::analysis::dataflow::{
///     Lattice, OperandStates, SparseBackwardAnalysis, UseStates, solve_backward,
/// };
/// use mlir_lite::ir::{prelude::*, typed_view::ValueRef};
///
/// /// A value from which something that is printed is computed.
/// #[derive(Clone, PartialEq)]
/// struct Printed;
///
/// impl Lattice for Printed {
///     fn join(&self, _: &Self) -> Self {
///         Self
///     }
/// }
///
/// struct PrintedValues;
///
/// impl SparseBackwardAnalysis for PrintedValues {
///     type Value = Printed;
///
///     fn exit(&self, _: ValueRef<'_>) -> Printed {
///         Printed
///     }
///
///     fn visit_op(&self, op: OpRef<'_>, results: UseStates<'_, Printed>)
///         -> Option<OperandStates<Printed>> {
///         let prints = op.info().name() == "a.print" || results.iter().any(|it| it.is_some());
///         Some(op.operands().map(|_| prints.then_some(Printed)).collect())
///     }
/// }
///
/// # let ctx = mlir_lite::Context::new();
/// # let text = r#"%0:2 = "a.numbers"() : () -> (i32, i32)
/// # %1 = "a.next"(%0#0) : (i32) -> i32
/// # "a.print"(%1) : (i32) -> ()
/// # %2 = "a.next"(%0#1) : (i32) -> i32
/// # "a.end"() : () -> ()"#;
/// # let file = ctx.sources().add("a.mlir", text).unwrap();
/// # let options = mlir_lite::text::ParseOptions::default().with_allow_unregistered(true);
/// # let module = mlir_lite::text::parse_module(&ctx, &file, options, &mut Diagnostics::new())?;
/// let solution = solve_backward(&PrintedValues, &module);
/// let numbers = module.walk().next().unwrap();
/// let is_printed = |index| solution.value(module.value(numbers.result(index))).is_some();
/// assert!(is_printed(0) && !is_printed(1));
/// # Ok::<(), mlir_lite_diagnostics::Reported>(())
/// ```
pub trait SparseBackwardAnalysis {
    /// The states of values.
    type Value: Lattice;

    /// How often the state of a value may change before it becomes that of [`exit`](Self::exit).
    const MAX_CHANGES: u8 = 16;

    /// The state of a value that may be used for anything, such as a result of a public function:
    /// at least as coarse as each other state that may be found for it.
    fn exit(&self, value: ValueRef<'_>) -> Self::Value;

    /// The states of the operands of an op, by those of its results. None if nothing is known. For
    /// an op that passes on operands, only the states of the other ones count.
    fn visit_op(
        &self,
        op: OpRef<'_>,
        results: UseStates<'_, Self::Value>,
    ) -> Option<OperandStates<Self::Value>>;

    /// The state of an operand of the end of a region of `parent` that is not passed on, such as
    /// the condition of a loop, by the states of the results of `parent`.
    fn visit_end(
        &self,
        _end: OpRef<'_>,
        operand: ValueRef<'_>,
        _parent: OpRef<'_>,
        _results: UseStates<'_, Self::Value>,
    ) -> Option<Self::Value> {
        Some(self.exit(operand))
    }
}

/// The states of the results of an op; none for those that nothing is done with.
#[derive(Clone, Copy)]
pub struct UseStates<'s, V> {
    op: OpRef<'s>,
    values: &'s [Option<V>],
}

impl<'s, V> UseStates<'s, V> {
    /// In the order of the results.
    pub fn iter(self) -> impl Iterator<Item = Option<&'s V>> {
        self.op.results().map(move |result| self.values[result.index()].as_ref())
    }
}
