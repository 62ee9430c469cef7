//! Ops that threads of a block or of a warp do together.

use crate::dialects::llvm::{IntrinsicOpInterface, struct_type};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;

/// Which thread of a warp gives the value.
#[enum_attr(name = "nvvm.shfl_kind", bare)]
pub enum ShflKind {
    /// The one whose number differs by these bits.
    #[case("bfly")]
    Bfly = 0,
    /// One with a smaller number.
    #[case("up")]
    Up = 1,
    /// One with a greater number.
    #[case("down")]
    Down = 2,
    /// The one with this number.
    #[case("idx")]
    Idx = 3,
}

/// How the conditions of the threads of a warp are combined.
#[enum_attr(name = "nvvm.vote_sync_kind", bare)]
pub enum VoteSyncKind {
    /// Whether one of them holds.
    #[case("any")]
    Any = 0,
    /// Whether all of them hold.
    #[case("all")]
    All = 1,
    /// The bits of those that hold.
    #[case("ballot")]
    Ballot = 2,
    /// Whether all of them are equal.
    #[case("uni")]
    Uni = 3,
}

/// How the integers of the threads of a warp are combined.
#[enum_attr(name = "nvvm.redux_kind", bare)]
pub enum ReduxKind {
    /// A sum.
    #[case("add")]
    Add = 1,
    /// The bits that all have.
    #[case("and")]
    And = 2,
    /// The greatest signed one.
    #[case("max")]
    Max = 3,
    /// The smallest signed one.
    #[case("min")]
    Min = 4,
    /// The bits that one has.
    #[case("or")]
    Or = 5,
    /// The greatest unsigned one.
    #[case("umax")]
    UMax = 6,
    /// The smallest unsigned one.
    #[case("umin")]
    UMin = 7,
    /// The bits that an odd number of them has.
    #[case("xor")]
    Xor = 8,
}

/// Waits until all threads of the block are here, and sees what they wrote.
#[op(name = "nvvm.barrier0", implements(IntrinsicOpInterface), format = "attr-dict")]
pub struct Barrier0Op {}

/// Waits until these threads of the warp are here, and sees what they wrote.
#[op(
    name = "nvvm.bar.warp.sync",
    implements(IntrinsicOpInterface),
    format = "$mask attr-dict `:` type($mask)"
)]
pub struct SyncWarpOp {
    /// The bits of the threads.
    #[operand]
    mask: I32,
}

/// The value of another thread of the warp; with `return_value_and_is_valid` also whether there is
/// such a thread.
#[op(
    name = "nvvm.shfl.sync",
    implements(VerifyOp, IntrinsicOpInterface),
    format = "` ` $kind $thread_mask `,` $val `,` $offset `,` $mask_and_clamp attr-dict `:` \
        type($val) `->` type($result)"
)]
pub struct ShflOp {
    /// The bits of the threads that are here.
    #[operand]
    thread_mask: I32,
    /// The value of the thread.
    #[operand]
    val: ShuffledType,
    /// Which thread.
    #[operand]
    offset: I32,
    /// The last thread that counts, and the bits of the segment.
    #[operand]
    mask_and_clamp: I32,
    /// How the offset is meant.
    #[attr(typed)]
    kind: ShflKind,
    /// Whether the result says that there is such a thread.
    #[attr]
    return_value_and_is_valid: Optional<UnitAttr>,
    /// The value of the other thread.
    #[result]
    result: AnyType,
}

/// The conditions of the threads of a warp, combined.
#[op(
    name = "nvvm.vote.sync",
    implements(VerifyOp, IntrinsicOpInterface),
    format = "` ` $kind $mask `,` $pred attr-dict `->` type($result)"
)]
pub struct VoteSyncOp {
    /// The bits of the threads that are here.
    #[operand]
    mask: I32,
    /// The condition of the thread.
    #[operand]
    pred: I1,
    /// How they are combined.
    #[attr(typed)]
    kind: VoteSyncKind,
    /// The combined conditions.
    #[result]
    result: AnyInteger,
}

/// The integers of the threads of a warp, combined.
#[op(
    name = "nvvm.redux.sync",
    implements(IntrinsicOpInterface),
    format = "` ` $kind $val `,` $mask_and_clamp attr-dict `:` type($val) `->` type($result)"
)]
pub struct ReduxOp {
    /// The integer of the thread.
    #[operand]
    val: I32,
    /// The bits of the threads that are here.
    #[operand]
    mask_and_clamp: I32,
    /// How they are combined.
    #[attr(typed)]
    kind: ReduxKind,
    /// Whether floats count without their signs.
    #[attr(default = no)]
    abs: BoolAttr,
    /// Whether the result is NaN if one of them is.
    #[attr(default = no)]
    nan: BoolAttr,
    /// The combined integers.
    #[result]
    result: I32,
}

fn no(ctx: &Context) -> Attribute {
    ctx.bool_attr(false)
}

mlir_lite::type_constraints! {
    /// A number that a thread of a warp can give to another one.
    pub ShuffledType = "32-bit signless integer or 32-bit float",
        |_ctx, ty| matches!(ty, Type::I32 | Type::F32);
}

impl VerifyOp for ShflOp {
    fn verify(op: ShflOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, ty) = (op.context(), op.val().ty());
        let (expected, which) = match op.return_value_and_is_valid() {
            Some(_) => (struct_type(ctx, &[ty, Type::I1]), "with"),
            None => (ty, "without"),
        };
        let found = op.result().ty();
        if found != expected {
            let [expected, found] = [expected, found].map(|ty| print_type(ctx, ty));
            let message = format_args!(
                "{which} `return_value_and_is_valid` has a result of type '{expected}', found \
                    '{found}'"
            );
            diagnostics.error(op.op().op_error(message));
        }
    }
}

impl VerifyOp for VoteSyncOp {
    fn verify(op: VoteSyncOpRef<'_>, diagnostics: &mut Diagnostics) {
        let kind = op.kind();
        let expected = if kind == VoteSyncKind::Ballot { Type::I32 } else { Type::I1 };
        let found = op.result().ty();
        if found != expected {
            let [expected, found] = [expected, found].map(|ty| print_type(op.context(), ty));
            let kind = kind.stringify();
            let message =
                format_args!("of kind `{kind}` has a result of type '{expected}', found '{found}'");
            diagnostics.error(op.op().op_error(message));
        }
    }
}

impl IntrinsicOpInterface for Barrier0Op {
    fn intrinsic(_op: Barrier0OpRef<'_>) -> String {
        "llvm.nvvm.barrier.cta.sync.aligned.all".to_owned()
    }

    fn constants(_op: Barrier0OpRef<'_>) -> Vec<i32> {
        vec![0]
    }
}

impl IntrinsicOpInterface for SyncWarpOp {
    fn intrinsic(_op: SyncWarpOpRef<'_>) -> String {
        "llvm.nvvm.bar.warp.sync".to_owned()
    }
}

impl IntrinsicOpInterface for ShflOp {
    fn intrinsic(op: ShflOpRef<'_>) -> String {
        let ty = if op.val().ty() == Type::F32 { "f32" } else { "i32" };
        let valid = if op.return_value_and_is_valid().is_some() { "p" } else { "" };
        format!("llvm.nvvm.shfl.sync.{}.{ty}{valid}", op.kind().stringify())
    }
}

impl IntrinsicOpInterface for VoteSyncOp {
    fn intrinsic(op: VoteSyncOpRef<'_>) -> String {
        format!("llvm.nvvm.vote.{}.sync", op.kind().stringify())
    }
}

impl IntrinsicOpInterface for ReduxOp {
    fn intrinsic(op: ReduxOpRef<'_>) -> String {
        format!("llvm.nvvm.redux.sync.{}", op.kind().stringify())
    }
}

pub(crate) fn register_threads(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<Barrier0Op>();
    dialect.op::<SyncWarpOp>();
    dialect.op::<ShflOp>();
    dialect.op::<VoteSyncOp>();
    dialect.op::<ReduxOp>();
    dialect.attribute::<ShflKind>();
    dialect.attribute::<VoteSyncKind>();
    dialect.attribute::<ReduxKind>();
}
