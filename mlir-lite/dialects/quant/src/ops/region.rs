//! Ops that become one kernel on quantized numbers.

use crate::quantized::{is_quantized, quantized_parts};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::OpTrait;
use mlir_lite::ir::op_def::VerifyFn;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;

mlir_lite::attr_constraints! {
    /// A list of types.
    pub TypeArrayAttr = "type array attribute",
        |ctx, attr| attr.as_array(ctx).is_some_and(|types| {
            types.iter().all(|ty| ty.as_type(ctx).is_some())
        });
}

/// Ops on floats that stand for a kernel on quantized numbers, whose types the attributes say.
///
/// ```mlir
/// %1 = "quant.region"(%0) ({
/// ^bb0(%x: tensor<4xf32>):
///   "quant.return"(%x) : (tensor<4xf32>) -> ()
/// }) {input_specs = [!quant.uniform<u8:f32, 0.5:128>], output_specs = [f32],
///     logical_kernel = "copy"} : (tensor<4xf32>) -> tensor<4xf32>
/// ```
#[op(
    name = "quant.region",
    traits(
        Pure, IsolatedFromAbove, SingleBlockImplicitTerminator<ReturnOp>, HasSpecifications
    ),
    implements(InterpretOp)
)]
pub struct QuantizeRegionOp {
    /// The values that the region gets.
    #[operand]
    inputs: Variadic<AnyType>,
    /// The quantized type of each input, or its float type.
    #[attr]
    input_specs: TypeArrayAttr,
    /// The quantized type of each result, or its float type.
    #[attr]
    output_specs: TypeArrayAttr,
    /// The name of the kernel.
    #[attr]
    logical_kernel: StrAttr,
    /// The ops.
    #[region]
    body: SingleBlockRegion,
    /// The results.
    #[result]
    outputs: Variadic<AnyType>,
}

/// Ends a `quant.region` and gives its results.
#[op(
    name = "quant.return",
    traits(Pure, Terminator, ReturnLike, HasParent<QuantizeRegionOp>),
    implements(InterpretOp)
)]
pub struct ReturnOp {
    /// The results.
    #[operand]
    results: Variadic<AnyTensor>,
}

/// Whether a type says how values of type `ty` are quantized, or that they are not.
fn is_specification(ctx: &Context, specification: Type, ty: Type) -> bool {
    let element = ty.element_or_self(ctx);
    match is_quantized(ctx, specification) {
        true => {
            quantized_parts(ctx, specification).and_then(|(_, expressed)| expressed)
                == Some(element)
        }
        false => ty.element_type(ctx) == Some(specification),
    }
}

/// Each operand and result has a specification, and the region takes and gives values of their
/// types.
pub struct HasSpecifications;

impl OpTrait for HasSpecifications {
    const NAME: &'static str = "HasSpecifications";
    // The operands of an isolated op belong to the body around it.
    const VERIFY_PLACE: Option<VerifyFn> = Some(|op, diagnostics| {
        if let Err(message) = verify_specifications(op) {
            diagnostics.error(op.op_error(message));
        }
    });
}

fn verify_specifications(op: OpRef<'_>) -> Result<(), String> {
    let ctx = op.context();
    let given: Vec<Type> = op.operand_types().collect();
    let results: Vec<Type> = op.result_types().collect();
    let list = |name| {
        let list = op.attr(ctx.ident(name))?.as_array(ctx)?;
        list.iter().map(|ty| ty.as_type(ctx)).collect::<Option<Vec<Type>>>()
    };
    // Missing attributes are reported by the op's own checks.
    let (Some(inputs), Some(outputs)) = (list("input_specs"), list("output_specs")) else {
        return Ok(());
    };
    if inputs.len() != given.len() || outputs.len() != results.len() {
        return Err("has unmatched operands/results number and spec attributes number".into());
    }
    for (kind, specifications, types) in
        [("input", &inputs, &given), ("output", &outputs, &results)]
    {
        for (&specification, &ty) in specifications.iter().zip(types) {
            if !is_specification(ctx, specification, ty) {
                let [specification, ty] = [specification, ty].map(|ty| print_type(ctx, ty));
                return Err(format!(
                    "has incompatible specification {specification} and {kind} type '{ty}'"
                ));
            }
        }
    }
    let Some(block) = region_of(op).and_then(RegionRef::entry) else { return Ok(()) };
    let body = block.body();
    if !block.arguments().iter().map(|&argument| body.ty(argument)).eq(given) {
        return Err("expects arguments of the inputs' types".into());
    }
    let end = block.terminator();
    if !end.is_some_and(|end| end.operand_types().eq(results)) {
        return Err("expects to return values of the results' types".into());
    }
    Ok(())
}

/// The region of an isolated op.
fn region_of(op: OpRef<'_>) -> Option<RegionRef<'_>> {
    op.body().child(op.id())?.as_op().regions().next()
}

impl InterpretOp for QuantizeRegionOp {
    /// Runs the ops on floats.
    fn interpret<'b>(op: QuantizeRegionOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let inputs = m.values(op.inputs());
        let region = region_of(op.op()).ok_or_else(Trap::malformed)?;
        let results = m.run_isolated(region, inputs)?;
        m.set_results(op.op(), results);
        Ok(Flow::Next)
    }
}

impl InterpretOp for ReturnOp {
    fn interpret<'b>(op: ReturnOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield(m.values(op.results())))
    }
}

pub(crate) fn register_region(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<QuantizeRegionOp>();
    dialect.op::<ReturnOp>();
}
