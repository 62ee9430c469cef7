//! The dialect's registration, and its interfaces for the framework's passes: inlining, and
//! materialization of constants.

use mlir_lite::dialects::affine::AffineDialect;
use mlir_lite::dialects::llvm::LlvmDialect;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::dialects::vector::VectorDialect;
use mlir_lite::interpreter::DialectInterpreterInterface;
use mlir_lite::ir::prelude::*;

use crate::host_functions::ToyInterpreter;
use crate::ops::{
    AddOp, AndOp, BitAndOp, BitNotOp, BitOrOp, BitXorOp, CaptureOp, CastOp, CheckedDivisorOp,
    CheckedIndexOp, CheckedIntegerOp, CheckedNumberOp, CheckedSizesOp, CompareOp, Comparison,
    ConstantOp, DivOp, ExitStatusOp, FloorDivOp, ForOp, GatherOp, GenericCallOp, HostTensorOp,
    IfOp, InsertOp, InsertWhereOp, ListOp, MulOp, MultiplyAddOp, NegOp, NonZeroOp, NotOp, OrOp,
    RemOp, ReshapeOp, ReshapeToOp, ReturnOp, ScatterOp, ShiftLeftOp, ShiftRightOp, SizedOp,
    SliceOp, StructAccessOp, StructConstantOp, StructConstructOp, SubOp, TakesArgumentsOp,
    UndefinedOp, WhileOp, WholeNumberOp, YieldOp,
};
use crate::types::StructType;

/// The dialect of the Toy language.
pub struct ToyDialect;

impl Dialect for ToyDialect {
    const NAMESPACE: &'static str = crate::NAMESPACE;

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Tensors and structs of the Toy language");
        dialect.op::<ConstantOp>();
        dialect.op::<StructConstantOp>();
        dialect.op::<AddOp>();
        dialect.op::<SubOp>();
        dialect.op::<MulOp>();
        dialect.op::<DivOp>();
        dialect.op::<MultiplyAddOp>();
        dialect.op::<FloorDivOp>();
        dialect.op::<RemOp>();
        dialect.op::<NegOp>();
        dialect.op::<AndOp>();
        dialect.op::<OrOp>();
        dialect.op::<NotOp>();
        dialect.op::<BitAndOp>();
        dialect.op::<BitOrOp>();
        dialect.op::<BitXorOp>();
        dialect.op::<BitNotOp>();
        dialect.op::<ShiftLeftOp>();
        dialect.op::<ShiftRightOp>();
        dialect.op::<ListOp>();
        dialect.op::<CompareOp>();
        dialect.op::<ReshapeToOp>();
        dialect.op::<SizedOp>();
        dialect.op::<SliceOp>();
        dialect.op::<GatherOp>();
        dialect.op::<InsertOp>();
        dialect.op::<InsertWhereOp>();
        dialect.op::<ScatterOp>();
        dialect.op::<CheckedIndexOp>();
        dialect.op::<CheckedNumberOp>();
        dialect.op::<CheckedSizesOp>();
        dialect.op::<CheckedIntegerOp>();
        dialect.op::<CheckedDivisorOp>();
        dialect.op::<NonZeroOp>();
        dialect.op::<WholeNumberOp>();
        dialect.op::<ForOp>();
        dialect.op::<WhileOp>();
        dialect.op::<IfOp>();
        dialect.op::<YieldOp>();
        dialect.op::<UndefinedOp>();
        dialect.op::<ReshapeOp>();
        dialect.op::<CastOp>();
        dialect.op::<StructConstructOp>();
        dialect.op::<StructAccessOp>();
        dialect.op::<GenericCallOp>();
        dialect.op::<ReturnOp>();
        dialect.op::<HostTensorOp>();
        dialect.op::<CaptureOp>();
        dialect.op::<TakesArgumentsOp>();
        dialect.op::<ExitStatusOp>();
        crate::builtins::register(dialect);
        dialect.ty::<StructType>();
        dialect.enumeration::<Comparison>();
        dialect.interface::<dyn DialectInlinerInterface>(&ToyDialect);
        dialect.interface::<dyn DialectConstantInterface>(&ToyDialect);
        dialect.interface::<dyn DialectInterpreterInterface>(&ToyInterpreter);
    }
}

impl DialectInlinerInterface for ToyDialect {
    fn returned_values(&self, op: OpRef<'_>) -> Option<SmallVec<[ValueId; 2]>> {
        op.cast::<ReturnOp>().map(|end| end.input().ids().collect())
    }

    fn materialize_call_conversion(
        &self,
        builder: &mut dyn OpBuilder,
        value: ValueId,
        ty: Type,
        location: Location,
    ) -> Option<ValueId> {
        let ctx = builder.context();
        let from = builder.body().ty(value);
        if !NumberTensor::matches(ctx, from) || !NumberTensor::matches(ctx, ty) {
            return None;
        }
        let cast = CastOp::build(builder, location, value, ty);
        Some(cast.output(builder.body()))
    }
}

impl DialectConstantInterface for ToyDialect {
    fn materialize_constant(
        &self,
        builder: &mut dyn OpBuilder,
        value: Attribute,
        ty: Type,
        location: Location,
    ) -> Option<OpId> {
        let ctx = builder.context();
        if StructType::elements(ctx, ty).is_some() && value.as_array(ctx).is_some() {
            return Some(StructConstantOp::build(builder, location, value, ty).id());
        }
        let elements = value.dense(ctx)?;
        (elements.ty() == ty && NumberTensor::matches(ctx, ty))
            .then(|| ConstantOp::build(builder, location, value, ty).id())
    }
}

/// Loads the toy dialect and all dialects that its lowering creates ops of.
pub fn register(ctx: &Context) {
    ctx.load::<StdDialect>();
    ctx.load::<ScfDialect>();
    ctx.load::<VectorDialect>();
    ctx.load::<AffineDialect>();
    ctx.load::<LlvmDialect>();
    ctx.load::<ToyDialect>();
}
