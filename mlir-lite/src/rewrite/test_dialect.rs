//! A dialect for the unit tests of rewriting and conversion.

use crate::attributes::Attribute;
use crate::context::{Context, Dialect, DialectRegistration, InterfaceMap};
use crate::ir::body::OperationState;
use crate::ir::fold::FoldFn;
use crate::ir::interfaces::{
    DialectConstantInterface, DialectFoldInterface, Effect, EffectKind, MemoryEffectOpInterface,
};
use crate::ir::op_def::{Assembly, AttrConstraintDef, AttrDef, NameCache, OpDef, OpDefinition, TraitDef};
use crate::ir::typed_view::OpView;
use crate::ir::view::{OpRef, RegionRef};
use crate::ir::{Body, Fold, FoldValue, Ident, Location, OpBuilder, OpId, constraints, traits};
use crate::text::{ParseOptions, PrintOptions, parse_module, print_op};
use crate::types::Type;
use mlir_lite_diagnostics::Diagnostics;
use smallvec::{SmallVec, smallvec};
use std::marker::PhantomData;

/// `t`: ops with the traits that rewriting looks at.
pub(crate) struct TestDialect;

impl Dialect for TestDialect {
    const NAMESPACE: &'static str = "t";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<ConstOp>();
        dialect.op::<AddOp>();
        dialect.op::<NegOp>();
        dialect.op::<BothOp>();
        dialect.op::<MiddleOp>();
        dialect.op::<AllocOp>();
        dialect.op::<StoreOp>();
        dialect.op::<LoadOp>();
        dialect.op::<LoopOp>();
        dialect.op::<YieldOp>();
        dialect.op::<FuncOp>();
        dialect.interface::<dyn DialectConstantInterface>(&Constants);
    }
}

/// `n`: a dialect that cannot make constants.
pub(crate) struct NoConstantsDialect;

impl Dialect for NoConstantsDialect {
    const NAMESPACE: &'static str = "n";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<FortyTwoOp>();
    }
}

struct Constants;

impl DialectConstantInterface for Constants {
    fn materialize_constant(
        &self,
        builder: &mut dyn OpBuilder,
        value: Attribute,
        ty: Type,
        location: Location,
    ) -> Option<OpId> {
        let name = ConstOp::name(builder.context());
        Some(
            builder.create(OperationState::new(name, location).results(&[ty]).attribute(Ident::VALUE, value)),
        )
    }
}

/// The view of each op: it has no accessors.
pub(crate) struct TestOpRef<'b, O>(OpRef<'b>, PhantomData<O>);

impl<O> Copy for TestOpRef<'_, O> {}

impl<O> Clone for TestOpRef<'_, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'b, O: OpDefinition> OpView<'b> for TestOpRef<'b, O> {
    type Op = O;

    fn op(self) -> OpRef<'b> {
        self.0
    }
}

macro_rules! test_op {
    ($op:ident = $name:literal { $($field:ident: $value:expr,)* } $(interface $interface:ident = $implementation:expr;)?) => {
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub(crate) struct $op(OpId);

        impl OpDefinition for $op {
            type View<'b> = TestOpRef<'b, Self>;
            const NAME: &'static str = $name;
            fn def() -> &'static OpDef {
                static DEF: OpDef = OpDef { $($field: $value,)* cache: NameCache::new(), ..plain($name) };
                &DEF
            }
            fn from_id(id: OpId) -> Self {
                Self(id)
            }
            fn id(self) -> OpId {
                self.0
            }
            fn view_of(op: OpRef<'_>) -> TestOpRef<'_, Self> {
                TestOpRef(op, PhantomData)
            }
            fn register_interfaces(_interfaces: &mut InterfaceMap) {
                $(_interfaces.add::<dyn $interface>(&$implementation);)?
            }
        }
    };
}

const fn plain(name: &'static str) -> OpDef {
    OpDef {
        name,
        type_name: "",
        upstream: None,
        summary: "",
        description: "",
        operands: &[],
        results: &[],
        attrs: &[],
        regions: &[],
        successors: &[],
        traits: &[],
        relations: &[],
        interfaces: &[],
        assembly: Assembly::Generic,
        verify: None,
        fold: None,
        canonicalize: None,
        cache: NameCache::new(),
    }
}

const VALUE: AttrDef = AttrDef {
    name: "value",
    constraint: AttrConstraintDef::of::<constraints::AnyAttr>(),
    optional: false,
    default: None,
};

const SYM_NAME: AttrDef = AttrDef {
    name: "sym_name",
    constraint: AttrConstraintDef::of::<constraints::StrAttr>(),
    optional: false,
    default: None,
};

test_op!(ConstOp = "t.const" {
    attrs: &[VALUE],
    traits: &[TraitDef::of::<traits::ConstantLike>(), TraitDef::of::<traits::Pure>()],
});

test_op!(AddOp = "t.add" {
    traits: &[TraitDef::of::<traits::Commutative>(), TraitDef::of::<traits::Pure>()],
    fold: Some(fold_add as FoldFn),
});

// x + 0 -> x, and constants.
fn fold_add(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
    let ctx = op.context();
    let Some(b) = constants[1].and_then(|value| value.as_i64(ctx)) else { return Fold::Unchanged };
    match constants[0].and_then(|value| value.as_i64(ctx)) {
        Some(a) => Fold::constant(ctx.i64_attr(a.wrapping_add(b))),
        None if b == 0 => Fold::value(op.operand(0)),
        None => Fold::Unchanged,
    }
}

test_op!(NegOp = "t.neg" {
    traits: &[TraitDef::of::<traits::Pure>()],
});

test_op!(BothOp = "t.both" {
    traits: &[TraitDef::of::<traits::Pure>()],
    fold: Some(fold_both as FoldFn),
});

// Two results: the operand and 7.
fn fold_both(op: OpRef<'_>, _: &[Option<Attribute>]) -> Fold {
    let seven = op.context().i64_attr(7);
    Fold::Replaced(smallvec![FoldValue::Value(op.operand(0)), FoldValue::Constant(seven)])
}

test_op!(MiddleOp = "t.middle" {
    traits: &[TraitDef::of::<traits::Pure>()],
    fold: Some(fold_middle as FoldFn),
});

// The first operand, where only the second is a constant.
fn fold_middle(op: OpRef<'_>, constants: &[Option<Attribute>]) -> Fold {
    match constants {
        [None, Some(_), None] => Fold::value(op.operand(0)),
        _ => Fold::Unchanged,
    }
}

struct Effects(EffectKind);

impl MemoryEffectOpInterface for Effects {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        let value = if self.0 == EffectKind::Allocate { op.result(0) } else { op.operand(0) };
        smallvec![Effect::on(self.0, value)]
    }
}

test_op!(AllocOp = "t.alloc" {}
    interface MemoryEffectOpInterface = Effects(EffectKind::Allocate););
test_op!(StoreOp = "t.store" {}
    interface MemoryEffectOpInterface = Effects(EffectKind::Write););
test_op!(LoadOp = "t.load" {}
    interface MemoryEffectOpInterface = Effects(EffectKind::Read););

test_op!(LoopOp = "t.loop" {
    traits: &[TraitDef::of::<traits::RecursiveMemoryEffects>()],
});

test_op!(YieldOp = "t.yield" {
    traits: &[TraitDef::of::<traits::Terminator>(), TraitDef::of::<traits::ReturnLike>()],
});

test_op!(FuncOp = "t.func" {
    attrs: &[SYM_NAME],
    traits: &[
        TraitDef::of::<traits::IsolatedFromAbove>(),
        TraitDef::of::<traits::Symbol>(),
        TraitDef::of::<traits::FunctionLike>(),
    ],
});

test_op!(FortyTwoOp = "n.forty_two" {
    traits: &[TraitDef::of::<traits::Pure>()],
    fold: Some(fold_forty_two as FoldFn),
});

fn fold_forty_two(op: OpRef<'_>, _: &[Option<Attribute>]) -> Fold {
    Fold::constant(op.context().i64_attr(42))
}

/// `k`: a dialect that keeps constants in the regions of its `k.keep`, and folds
/// its `k.zero`, which does not fold itself, to 0.
pub(crate) struct KeepingDialect;

impl Dialect for KeepingDialect {
    const NAMESPACE: &'static str = "k";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<KeepOp>();
        dialect.op::<ZeroOp>();
        dialect.interface::<dyn DialectConstantInterface>(&Constants);
        dialect.interface::<dyn DialectFoldInterface>(&Keeping);
    }
}

test_op!(KeepOp = "k.keep" {});
test_op!(ZeroOp = "k.zero" {
    traits: &[TraitDef::of::<traits::Pure>()],
});

struct Keeping;

impl DialectFoldInterface for Keeping {
    fn should_materialize_into(&self, region: RegionRef<'_>) -> bool {
        let owner = region.body().region_owner(region.id());
        owner.is_some_and(|owner| KeepOp::is(region.body(), owner))
    }

    fn fold(&self, op: OpRef<'_>, _constants: &[Option<Attribute>]) -> Fold {
        if op.is::<ZeroOp>() { Fold::constant(op.context().i64_attr(0)) } else { Fold::Unchanged }
    }
}

/// A context with the first two dialects.
pub(crate) fn test_context() -> Context {
    let ctx = Context::new();
    ctx.load::<TestDialect>();
    ctx.load::<NoConstantsDialect>();
    ctx
}

/// Parses ops into a module.
pub(crate) fn parse(ctx: &Context, text: &str) -> Body {
    let file = ctx.sources().add("t.mlir", text.to_string()).unwrap();
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(ctx, &file, ParseOptions { allow_unregistered: true }, &mut diagnostics);
    module.unwrap_or_else(|_| panic!("{diagnostics:?}"))
}

/// The ops in the module, without its braces and indentation.
pub(crate) fn print(module: &Body) -> String {
    let text = print_op(module.as_op(), PrintOptions::local());
    let lines: Vec<&str> = text.lines().collect();
    let lines = &lines[1..lines.len() - 1];
    lines.iter().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect()
}
