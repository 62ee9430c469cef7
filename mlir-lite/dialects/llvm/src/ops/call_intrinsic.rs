//! `llvm.call_intrinsic`: calls of LLVM's intrinsics that have no op of their own.

use super::bundles::{self, Bundles};
use crate::constraints::*;
use mlir_lite::ir::prelude::*;

/// Calls an intrinsic by its name in LLVM. Those of a processor need its instructions.
///
/// ```mlir
/// %0 = llvm.call_intrinsic "llvm.x86.sse2.pmadd.wd"(%a, %b)
///   : (vector<8xi16>, vector<8xi16>) -> vector<4xi32>
/// ```
#[op(
    name = "llvm.call_intrinsic",
    traits(AttrSizedOperandSegments),
    implements(CustomAssembly, VerifyOp)
)]
pub struct CallIntrinsicOp {
    /// The name.
    #[attr(typed)]
    intrin: StrAttr,
    /// The arguments.
    #[operand]
    args: Variadic<LlvmValue>,
    /// The values of all bundles.
    #[operand]
    op_bundle_operands: Variadic<LlvmValue>,
    #[attr(typed, name = "fastmathFlags", default = FastmathFlags::NONE)]
    fastmath_flags: FastmathFlags,
    #[attr(default = bundles::none)]
    op_bundle_sizes: DenseI32ArrayAttr,
    #[attr]
    op_bundle_tags: Optional<ArrayAttr>,
    #[result]
    results: Optional<LlvmValue>,
}

impl CallIntrinsicOp {
    /// The result of an intrinsic without bundles, at the builder's location.
    pub fn of(
        builder: &mut (impl OpBuilder + ?Sized),
        name: &str,
        arguments: &[ValueId],
        result: Type,
    ) -> ValueId {
        let ctx = builder.context().clone();
        let attributes = [
            ("intrin", ctx.string_attr(name)),
            ("operandSegmentSizes", ctx.i32_array_attr(&[arguments.len() as i32, 0])),
            ("op_bundle_sizes", bundles::none(&ctx)),
        ];
        let mut state =
            OperationState::new(Self::name(&ctx), builder.location()).operands(arguments);
        state.attributes.extend(attributes.map(|(name, value)| (ctx.ident(name), value)));
        state.result_types.push(result);
        let op = builder.create(state);
        builder.body().result(op, 0)
    }
}

impl<'b> CallIntrinsicOpRef<'b> {
    fn bundles(self) -> Bundles<'b> {
        Bundles {
            sizes: self.op_bundle_sizes(),
            tags: self.op_bundle_tags(),
            values: self.op_bundle_operands(),
        }
    }
}

impl CustomAssembly for CallIntrinsicOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let name = parser.parse_string()?;
        parser.set_attr("intrin", ctx.string_attr(&name));
        let arguments = parser.parse_operands_in("(", ")")?;
        let bundled = bundles::parse(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let (inputs, results) = parser.parse_function_type()?;
        let values = parser.resolve_all(&arguments, &inputs, position)?;
        let sizes = [values.len() as i32, bundled.len() as i32];
        parser.set_attr("operandSegmentSizes", ctx.i32_array_attr(&sizes));
        parser.add_operands(&values);
        parser.add_operands(&bundled);
        parser.add_result_types(&results);
        Ok(())
    }

    fn print<'b>(op: CallIntrinsicOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        let ctx = op.context();
        printer.attribute(ctx.string_attr(&op.intrin()));
        printer.write("(");
        printer.operands(op.args().into_iter().map(ValueRef::id));
        printer.write(")");
        op.bundles().print(op.body(), printer);
        let [sizes, tags] = bundles::ATTRIBUTES;
        let shown = ["intrin", "operandSegmentSizes", sizes, tags, "fastmathFlags"];
        let is_usual = op.fastmath_flags() == FastmathFlags::NONE;
        printer.attr_dict(op.op(), &shown[..shown.len() - usize::from(!is_usual)]);
        printer.write(" : (");
        printer.types(op.args().into_iter().map(ValueRef::ty));
        printer.write(") -> ");
        match op.results() {
            Some(result) => printer.ty(result.ty()),
            None => printer.write("()"),
        }
    }
}

impl VerifyOp for CallIntrinsicOp {
    fn verify(op: CallIntrinsicOpRef<'_>, diagnostics: &mut Diagnostics) {
        op.bundles().verify(op.op(), diagnostics);
    }
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<CallIntrinsicOp>();
}
