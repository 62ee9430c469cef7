//! `print` of several values, in the notation for people.

use crate::loop_builder::Affine;
use mlir_lite::conversion::{ConversionPatternSet, LowerByPatterns};
use mlir_lite::edsc::edsc;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::MatchFailure;

use crate::interpret::tensor_of;
use crate::loop_builder::{are_in_memory, as_passed};
use crate::notation::{Style, shown};
use crate::tensor::elements::Element;

use super::OpEntry;

/// Writes texts and tensors to standard output, as a line. Before each tensor, and after the last
/// one, is a text; each tensor has a [`Style`], which is written as a text, too. During lowering,
/// the operands are the memory that holds the tensors.
///
/// ```mlir
/// toy.print_values %1 : tensor<2xf64> {styles = [".3"], texts = ["x = ", ""]}
/// ```
#[op(
    name = "toy.print_values",
    implements(LowerByPatterns<Affine>, VerifyOp, InterpretOp),
    format = "($inputs^ `:` type($inputs))? attr-dict"
)]
pub struct PrintValuesOp {
    #[operand]
    inputs: Variadic<AnyTypeOf<(NumberTensor, NumberMemRef)>>,
    #[attr]
    texts: ArrayAttr,
    #[attr]
    styles: ArrayAttr,
}

impl PrintValuesOp {
    /// The runtime function that lowered programs call: `text(shape, style, elements)`, the text of
    /// a tensor, which is valid up to the next call. The shape and the style are C strings.
    pub const FUNCTION: &'static str = "toy_shown";
    /// As [`FUNCTION`](Self::FUNCTION), of integers.
    pub const OF_INTEGERS: &'static str = "toy_shown_i64";

    /// Builds it from texts, one more than there are tensors, and the tensors with their styles.
    pub(crate) fn of(
        builder: &mut (impl OpBuilder + ?Sized),
        location: Location,
        texts: &[String],
        tensors: &[(ValueId, String)],
    ) -> Self {
        let ctx = builder.context().clone();
        let inputs: Vec<ValueId> = tensors.iter().map(|(tensor, _)| *tensor).collect();
        let array = |texts: &mut dyn Iterator<Item = &String>| {
            let texts: Vec<Attribute> = texts.map(|text| ctx.string_attr(text)).collect();
            ctx.array_attr(&texts)
        };
        let texts = array(&mut texts.iter());
        let styles = array(&mut tensors.iter().map(|(_, style)| style));
        Self::build(builder, location, &inputs, texts, styles)
    }
}

impl PrintValuesOpRef<'_> {
    /// The texts, one more than there are tensors.
    pub(crate) fn text_list(self) -> Vec<String> {
        strings(self.context(), self.texts())
    }

    /// The styles of the tensors.
    pub(crate) fn style_list(self) -> Vec<String> {
        strings(self.context(), self.styles())
    }
}

/// The texts in an array.
fn strings(ctx: &Context, list: Attribute) -> Vec<String> {
    let list = list.expect_array(ctx);
    list.iter().filter_map(|text| Some(text.as_str(ctx)?.to_string())).collect()
}

impl VerifyOp for PrintValuesOp {
    fn verify(op: PrintValuesOpRef<'_>, diagnostics: &mut Diagnostics) {
        let count = op.inputs().len();
        if op.text_list().len() != count + 1 {
            diagnostics.error(op.op().op_error("expects one text more than tensors"));
        }
        if op.style_list().len() != count {
            diagnostics.error(op.op().op_error("expects as many styles as tensors"));
        }
        if let Some(wrong) =
            op.style_list().iter().find_map(|text| Style::with_elements(text).err())
        {
            diagnostics.error(op.op().op_error(format!("a style {wrong}")));
        }
    }
}

impl InterpretOp for PrintValuesOp {
    fn interpret<'b>(op: PrintValuesOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let mut texts = op.text_list().into_iter();
        let mut line = texts.next().unwrap_or_default();
        let styles = op.style_list();
        for ((input, style), text) in op.inputs().iter().zip(&styles).zip(texts) {
            let tensor = tensor_of(m, input)?;
            let mut style = Style::with_elements(style).map_err(Trap::new)?;
            if input.ty().is_tensor(op.context()) {
                style = style.of(tensor.element());
            }
            line += &shown(&tensor.shape, &tensor.elements, style);
            line += &text;
        }
        line.push('\n');
        m.print(line.as_bytes())?;
        Ok(Flow::Next)
    }
}

/// The op with its lowering to memory.
pub(super) const ENTRY: OpEntry = OpEntry::in_memory::<PrintValuesOp>();

impl LowerByPatterns<Affine> for PrintValuesOp {
    fn patterns(set: &mut ConversionPatternSet, (): &()) {
        set.add::<PrintValuesOp>("toy.print_values-to-affine", 1, |op, operands, rewriter| {
            let memrefs = operands.values();
            are_in_memory(rewriter.body(), memrefs)?;
            let (ctx, body) = (rewriter.context().clone(), rewriter.body());
            let (location, texts) = (body.location(op.id()), op.texts(body));
            let styles = op.on(body).style_list().into_iter().zip(op.inputs(body));
            let styles: Vec<Attribute> = styles
                .map(|(style, input)| {
                    let prefix = Style::prefix(Element::of(&ctx, body.ty(input)));
                    ctx.string_attr(&format!("{prefix}{style}"))
                })
                .collect();
            let tensors = op.inputs(body).to_vec();
            let memrefs = edsc(rewriter, |e| {
                let memrefs = memrefs.iter().zip(tensors);
                let memrefs = memrefs.map(|(memref, tensor)| as_passed(e, *memref, tensor));
                memrefs.collect::<Result<Vec<_>, MatchFailure>>()
            })?;
            PrintValuesOp::build(rewriter, location, &memrefs, texts, ctx.array_attr(&styles));
            rewriter.erase_op(op.id());
            Ok(())
        });
    }
}
