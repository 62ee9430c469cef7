//! Tensors of elements, of one value, and of the results of a region.

use crate::PadTensorOp;
use crate::memref::rules::{replace_with_cast, with_sizes};
use crate::tensor::elements::resolve_indices;
use crate::to_llvm::descriptor::{index_constant, poison};
use crate::to_llvm::{Llvm, Lowered, Rewriter};
use mlir_lite::constants::elements_of;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::interpreter::{
    Flow, InterpretOp, Machine, Trap, Value, Values, positions, run_shape,
};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};
use mlir_lite::types::{DYNAMIC, TypeKind, element_count};

/// A tensor of known sizes with these elements, row-major.
///
/// ```mlir
/// %pair = tensor_from_elements %a, %b : tensor<2xf32>
/// ```
#[op(
    name = "std.tensor_from_elements",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, FoldOp, InterpretOp),
    upstream(name = "tensor.from_elements")
)]
pub struct TensorFromElementsOp {
    /// The elements.
    #[operand]
    elements: Variadic<AnyType>,
    /// The tensor.
    #[result(upstream_name = "from_elements")]
    result: AnyTensor,
}

/// A tensor or vector all of whose elements are one value.
///
/// ```mlir
/// %all = splat %x : tensor<4x8xf32>
/// ```
#[op(
    name = "std.splat",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, FoldOp, InterpretOp, OpAsmNameInterface, LowerTo<Llvm>),
    upstream(names("tensor.splat"), choose = splat_name)
)]
pub struct SplatOp {
    /// The value.
    #[operand]
    input: AnyType,
    /// Sizes of the dynamic dimensions.
    #[operand]
    dynamic_sizes: Variadic<Index>,
    /// The result.
    #[result]
    aggregate: AnyTypeOf<(AnyTensor, AnyVector)>,
}

fn splats_tensor(op: OpRef<'_>) -> bool {
    op.result_types().next().is_some_and(|ty| ty.is_tensor(op.context()))
}

fn splat_name(op: OpRef<'_>) -> &'static str {
    if splats_tensor(op) { "tensor.splat" } else { "vector.broadcast" }
}

impl OpAsmNameInterface for SplatOp {
    fn result_name(op: SplatOpRef<'_>, _index: usize, upstream: bool) -> Option<String> {
        let op = op.op();
        (upstream && splats_tensor(op)).then(|| "splat".to_string())
    }
}

/// A tensor whose elements a region computes of their indices.
///
/// ```mlir
/// %indices = dynamic_tensor_from_elements %n {
/// ^bb0(%i: index):
///   yield %i : index
/// } : tensor<?xindex>
/// ```
#[op(
    name = "std.dynamic_tensor_from_elements",
    traits(RecursiveMemoryEffects, SingleBlockImplicitTerminator<TensorYieldOp>),
    implements(CustomAssembly, VerifyOp, InterpretOp),
    upstream(name = "tensor.generate")
)]
pub struct DynamicTensorFromElementsOp {
    /// Sizes of the dynamic dimensions.
    #[operand]
    dynamic_extents: Variadic<Index>,
    /// Computes an element; its arguments are the indices.
    #[region]
    body: AnyRegion,
    /// The tensor.
    #[result(upstream_name = "generated")]
    result: AnyTensor,
}

/// Gives the element that a region of `dynamic_tensor_from_elements` or `tensor.pad` computes.
#[op(
    name = "std.yield",
    traits(Pure, Terminator, ReturnLike, HasParent<(DynamicTensorFromElementsOp, PadTensorOp)>),
    implements(InterpretOp),
    upstream(name = "tensor.yield"),
    format = "$value attr-dict `:` type($value)"
)]
pub struct TensorYieldOp {
    /// The element.
    #[operand]
    value: AnyType,
}

/// A tensor of these sizes with no particular elements.
#[op(
    name = "std.empty_tensor",
    traits(Pure),
    implements(VerifyOp, CanonicalizeOp, InterpretOp),
    upstream(name = "tensor.empty", only),
    format = "`(` $dynamic_sizes `)` attr-dict `:` type($result)"
)]
pub struct EmptyTensorOp {
    /// Sizes of the dynamic dimensions.
    #[operand]
    dynamic_sizes: Variadic<Index>,
    /// The tensor.
    #[result]
    result: AnyTensor,
}

impl CustomAssembly for TensorFromElementsOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        // 2020's text has parentheses.
        let operands = if parser.at_punct("(") {
            parser.parse_operands_in("(", ")")?
        } else {
            parser.parse_operand_list()?
        };
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let element = ty.element_or_self(parser.context());
        for operand in &operands {
            let value = parser.resolve(operand, element)?;
            parser.add_operand(value);
        }
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: TensorFromElementsOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(if op.elements().is_empty() { "" } else { " " });
        printer.operands(op.elements());
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        printer.ty(op.result().ty());
    }
}

impl InterpretOp for TensorFromElementsOp {
    fn interpret<'b>(op: TensorFromElementsOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let elements = m.values(op.elements()).into_vec();
        let shape = op.result().ty().static_shape(op.context()).map(<[i64]>::to_vec);
        let shape = shape.unwrap_or_else(|| vec![elements.len() as i64]);
        m.set_result(op.result(), Value::elements(&shape, elements))
    }
}

impl VerifyOp for TensorFromElementsOp {
    fn verify(op: TensorFromElementsOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, ty) = (op.context(), op.result().ty());
        let count = ty.static_shape(ctx).and_then(element_count);
        if count != Some(op.elements().len()) {
            diagnostics.error(
                op.op_error("expected a tensor of known sizes, with as many elements as operands"),
            );
        }
        if op.elements().types().any(|element| Some(element) != ty.element_type(ctx)) {
            diagnostics.error(op.op_error("expected operands of the tensor's element type"));
        }
    }
}

impl FoldOp for TensorFromElementsOp {
    fn fold(op: TensorFromElementsOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, ty) = (op.context(), op.result().ty());
        let elements: Option<Vec<Attribute>> = constants.values().iter().copied().collect();
        let value = elements.and_then(|elements| elements_of(ctx, ty, &elements));
        value.into()
    }
}

impl CustomAssembly for SplatOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let input = parser.parse_operand()?;
        let sizes =
            if parser.at_punct("[") { parser.parse_operands_in("[", "]")? } else { Vec::new() };
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let mut ty = parser.parse_type()?;
        let mut input_type = ty.element_or_self(parser.context());
        if parser.parse_optional_keyword("to") {
            input_type = ty;
            ty = parser.parse_type()?;
        }
        let input = parser.resolve(&input, input_type)?;
        parser.add_operand(input);
        resolve_indices(parser, &sizes)?;
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: SplatOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.input());
        if !op.dynamic_sizes().is_empty() {
            printer.write("[");
            printer.operands(op.dynamic_sizes());
            printer.write("]");
        }
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        if printer.is_upstream() && !splats_tensor(op.op()) {
            printer.ty(op.input().ty());
            printer.write(" to ");
        }
        printer.ty(op.aggregate().ty());
    }
}

/// Reports sizes that are not as many as the type's unknown ones.
fn verify_sizes(op: OpRef<'_>, ty: Type, sizes: ValueRange<'_>, diagnostics: &mut Diagnostics) {
    let sizes = sizes.len();
    let shape = ty.shape(op.context());
    let unknown = shape.map(|shape| shape.iter().filter(|&&size| size == DYNAMIC).count());
    if unknown != Some(sizes) {
        let unknown = unknown.unwrap_or(0);
        let message = format!("incorrect number of dynamic sizes, has {sizes}, expected {unknown}");
        diagnostics.error(op.op_error(message));
    }
}

impl VerifyOp for SplatOp {
    fn verify(op: SplatOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ty = op.aggregate().ty();
        if ty.element_type(op.context()) != Some(op.input().ty()) {
            diagnostics.error(op.op_error("expected an operand of the result's element type"));
        }
        verify_sizes(op.op(), ty, op.dynamic_sizes(), diagnostics);
    }
}

impl InterpretOp for SplatOp {
    fn interpret<'b>(op: SplatOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let shape = run_sizes(m, op.aggregate().ty(), op.dynamic_sizes())?;
        let values = vec![m.get(op.input()); element_count(&shape).unwrap_or(0)];
        m.set_result(op.aggregate(), Value::elements(&shape, values))
    }
}

impl FoldOp for SplatOp {
    fn fold(op: SplatOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, ty) = (op.context(), op.aggregate().ty());
        let is_known = ty.shape(ctx).is_some_and(|shape| !shape.contains(&DYNAMIC));
        let value =
            constants.input().filter(|_| is_known).and_then(|value| elements_of(ctx, ty, &[value]));
        value.into()
    }
}

impl LowerTo<Llvm> for SplatOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let ctx = b.context().clone();
        let ty = b.body().ty(op.aggregate(b.body()));
        let count = match ty.kind(&ctx) {
            TypeKind::Vector { shape, .. } if shape.len() == 1 => shape[0],
            _ => return Err("a vector of one dimension is expected".into()),
        };
        let ty = b.convert_type(ty)?;
        let (zero, empty) = (index_constant(b, 0), poison(b, ty));
        let first = llvm::InsertElementOp::create(b, empty, operands.input(), zero, ty);
        let mask = ctx.i32_array_attr(&vec![0; count as usize]);
        Ok(llvm::ShuffleVectorOp::create(b, first, first, mask, ty).into())
    }
}

impl CustomAssembly for DynamicTensorFromElementsOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let extents = parser.parse_operand_list()?;
        resolve_indices(parser, &extents)?;
        parser.parse_region(&[])?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: DynamicTensorFromElementsOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        // Without operands, today's MLIR writes the blank before them all the same.
        let is_blank = !op.dynamic_extents().is_empty() || printer.is_upstream();
        printer.write(if is_blank { " " } else { "" });
        printer.operands(op.dynamic_extents());
        printer.write(" ");
        printer.region(op.body(), PrintRegion::default());
        printer.attr_dict(op.op(), &[]);
        printer.write(" : ");
        printer.ty(op.result().ty());
    }
}

impl VerifyOp for DynamicTensorFromElementsOp {
    fn verify(op: DynamicTensorFromElementsOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, body, ty) = (op.context(), op.op().body(), op.result().ty());
        verify_sizes(op.op(), ty, op.dynamic_extents(), diagnostics);
        let Some(block) = op.body().entry() else {
            diagnostics.error(op.op_error("expected a body"));
            return;
        };
        let rank = ty.shape(ctx).map_or(0, <[i64]>::len);
        let arguments = block.arguments();
        if arguments.len() != rank
            || arguments.iter().any(|&argument| body.ty(argument) != Type::INDEX)
        {
            diagnostics
                .error(op.op_error("must have one body argument of type 'index' per dimension"));
        }
        let yielded = block.terminator().and_then(|end| end.operand_types().next());
        if yielded != ty.element_type(ctx) {
            diagnostics.error(
                op.op_error("body must be terminated with a `yield` of the tensor's element type"),
            );
        }
    }
}

impl VerifyOp for EmptyTensorOp {
    fn verify(op: EmptyTensorOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_sizes(op.op(), op.result().ty(), op.dynamic_sizes(), diagnostics);
    }
}

/// The sizes of a tensor of this type, of which the operands are the open ones.
fn run_sizes(m: &Machine<'_>, ty: Type, open: ValueRange<'_>) -> Result<Vec<i64>, Trap> {
    let mut dynamic = m.indices(open)?.into_iter();
    let mut sizes = Vec::new();
    let shape = run_shape(m.context(), ty);
    let shape = shape.as_deref().or(ty.shape(m.context())).ok_or_else(Trap::malformed)?;
    for &size in shape {
        let size = if size == DYNAMIC { dynamic.next().ok_or_else(Trap::malformed)? } else { size };
        if size < 0 {
            return Err(Trap::new(format!("makes a tensor of a negative size, {size}")));
        }
        sizes.push(size);
    }
    m.check_count(element_count(&sizes))?;
    Ok(sizes)
}

impl InterpretOp for DynamicTensorFromElementsOp {
    fn interpret<'b>(
        op: DynamicTensorFromElementsOpRef<'b>,
        m: &mut Machine<'b>,
    ) -> Result<Flow, Trap> {
        let sizes = run_sizes(m, op.result().ty(), op.dynamic_extents())?;
        let mut values = Vec::new();
        for position in positions(&sizes) {
            let arguments: Values = position.into_iter().map(Value::index).collect();
            values.push(m.run_region(op.body(), arguments)?.pop().ok_or_else(Trap::malformed)?);
        }
        m.set_result(op.result(), Value::elements(&sizes, values))
    }
}

impl InterpretOp for TensorYieldOp {
    fn interpret<'b>(op: TensorYieldOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield([m.get(op.value())].into_iter().collect()))
    }
}

impl InterpretOp for EmptyTensorOp {
    fn interpret<'b>(op: EmptyTensorOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let undefined = run_undefined(m, op.result().ty(), op.dynamic_sizes())?;
        m.set_result(op.result(), undefined)
    }
}

/// A tensor of this type, with these open sizes, of whose elements nothing is known.
pub(crate) fn run_undefined(
    m: &Machine<'_>,
    ty: Type,
    open: ValueRange<'_>,
) -> Result<Value, Trap> {
    let sizes = run_sizes(m, ty, open)?;
    let count = element_count(&sizes).unwrap_or(0);
    let mut elements = Vec::new();
    elements.try_reserve_exact(count).map_err(|_| Trap::new("makes a tensor that is too large"))?;
    elements.resize(count, Value::Poison);
    Ok(Value::elements(&sizes, elements))
}

impl CanonicalizeOp for EmptyTensorOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("std.empty_tensor-constant-sizes", 1, |op, rewriter| {
            let body = rewriter.body();
            let (ty, open) = with_sizes(body, op.result(body), &op.dynamic_sizes(body))?;
            let empty = EmptyTensorOp::create(rewriter, &open, ty);
            replace_with_cast(rewriter, op.id(), empty);
            Ok(())
        });
    }
}

pub(crate) fn register_construct(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<TensorFromElementsOp>();
    dialect.op::<SplatOp>();
    dialect.op::<DynamicTensorFromElementsOp>();
    dialect.op::<TensorYieldOp>();
    dialect.op::<EmptyTensorOp>();
}
