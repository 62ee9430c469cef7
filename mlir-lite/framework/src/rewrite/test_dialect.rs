//! A dialect for the unit tests of rewriting and conversion.

use mlir_lite::ir::body::OperationState;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
use smallvec::smallvec;

/// `t`: ops with the traits that rewriting depends on.
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
        Some(builder.create(
            OperationState::new(name, location).results(&[ty]).attribute(Ident::VALUE, value),
        ))
    }
}

/// An op with any operands and results.
macro_rules! test_op {
    ($op:ident = $name:literal $(, $option:ident $(($($value:ident),*))?)*) => {
        #[op(name = $name $(, $option $(($($value),*))?)*)]
        pub(crate) struct $op {
            #[operand]
            inputs: Variadic<AnyType>,
            #[result]
            outputs: Variadic<AnyType>,
            #[region]
            regions: Variadic<AnyRegion>,
        }
    };
}

#[op(name = "t.const", traits(ConstantLike, Pure))]
pub(crate) struct ConstOp {
    #[attr]
    value: AnyAttr,
    #[result]
    result: AnyType,
}

test_op!(AddOp = "t.add", traits(Commutative, Pure), implements(FoldOp));

impl FoldOp for AddOp {
    // x + 0 -> x, and constants.
    fn fold(op: AddOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let Some(b) = constants.inputs()[1].and_then(|value| value.as_i64(ctx)) else {
            return Fold::Unchanged;
        };
        match constants.inputs()[0].and_then(|value| value.as_i64(ctx)) {
            Some(a) => Fold::constant(ctx.i64_attr(a.wrapping_add(b))),
            None if b == 0 => op.inputs().get(0).map_or(Fold::Unchanged, Fold::value),
            None => Fold::Unchanged,
        }
    }
}

test_op!(NegOp = "t.neg", traits(Pure));

test_op!(BothOp = "t.both", traits(Pure), implements(FoldOp));

impl FoldOp for BothOp {
    // Two results: the operand and 7.
    fn fold(op: BothOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        let Some(input) = op.inputs().ids().next() else { return Fold::Unchanged };
        let seven = op.context().i64_attr(7);
        Fold::Replaced(smallvec![FoldValue::Value(input), FoldValue::Constant(seven)])
    }
}

test_op!(MiddleOp = "t.middle", traits(Pure), implements(FoldOp));

impl FoldOp for MiddleOp {
    // The first operand, where only the second is a constant.
    fn fold(op: MiddleOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        match constants.inputs() {
            [None, Some(_), None] => op.inputs().get(0).map_or(Fold::Unchanged, Fold::value),
            _ => Fold::Unchanged,
        }
    }
}

test_op!(AllocOp = "t.alloc", implements(MemoryEffectOpInterface));
test_op!(StoreOp = "t.store", implements(MemoryEffectOpInterface));
test_op!(LoadOp = "t.load", implements(MemoryEffectOpInterface));

fn effect(kind: EffectKind, values: ValueRange<'_>) -> SmallVec<[Effect; 2]> {
    values.ids().take(1).map(|value| Effect::on(kind, value)).collect()
}

impl MemoryEffectOpInterface for AllocOp {
    fn effects(op: AllocOpRef<'_>) -> SmallVec<[Effect; 2]> {
        effect(EffectKind::Allocate, op.outputs())
    }
}

impl MemoryEffectOpInterface for StoreOp {
    fn effects(op: StoreOpRef<'_>) -> SmallVec<[Effect; 2]> {
        effect(EffectKind::Write, op.inputs())
    }
}

impl MemoryEffectOpInterface for LoadOp {
    fn effects(op: LoadOpRef<'_>) -> SmallVec<[Effect; 2]> {
        effect(EffectKind::Read, op.inputs())
    }
}

test_op!(LoopOp = "t.loop", traits(RecursiveMemoryEffects));
test_op!(YieldOp = "t.yield", traits(Terminator, ReturnLike));

#[op(name = "t.func", traits(IsolatedFromAbove, Symbol, FunctionLike))]
pub(crate) struct FuncOp {
    #[attr]
    sym_name: SymbolNameAttr,
    #[region]
    body: AnyRegion,
}

test_op!(FortyTwoOp = "n.forty_two", traits(Pure), implements(FoldOp));

impl FoldOp for FortyTwoOp {
    fn fold(op: FortyTwoOpRef<'_>, _: FoldAdaptor<'_, Self>) -> Fold {
        Fold::constant(op.context().i64_attr(42))
    }
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

test_op!(KeepOp = "k.keep");
test_op!(ZeroOp = "k.zero", traits(Pure));

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
    let module = parse_module(
        ctx,
        &file,
        ParseOptions::default().with_allow_unregistered(true),
        &mut diagnostics,
    );
    module.unwrap_or_else(|_| panic!("{diagnostics:?}"))
}

/// The ops in the module, without its braces and indentation.
pub(crate) fn print(module: &Body) -> String {
    let text = print_op(module.as_op(), PrintOptions::local());
    let lines: Vec<&str> = text.lines().collect();
    let lines = &lines[1..lines.len() - 1];
    lines.iter().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect()
}
