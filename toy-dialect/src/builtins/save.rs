//! `save`

use mlir_lite::conversion::{ConversionPatternSet, LowerByPatterns};
use mlir_lite::interpreter::{Flow, Machine, Trap};

use super::elementwise::*;
use super::files::FileName;
use crate::interpret::{small_integers_in_memory, tensor_of};
use crate::loop_builder::are_in_memory;
use crate::npy;
use crate::tensor::elements::Element;

/// Writes a tensor, or during lowering the memory that holds it, into a `.npy` file.
#[op(
    name = "toy.save",
    implements(LowerByPatterns<Affine>, InterpretOp),
    format = "$input attr-dict `:` type($input)"
)]
pub struct SaveOp {
    #[operand]
    input: AnyTypeOf<(NumberTensor, NumberMemRef)>,
    /// The type of the integers of 8 bits that the memory has, if it has them.
    #[attr(typed)]
    bytes: Optional<TypeAttr>,
    #[attr(typed)]
    path: Optional<StrAttr>,
    /// The number of the program's argument with the path.
    #[attr(typed)]
    argument: Optional<I64Attr>,
}

impl SaveOpRef<'_> {
    /// The file to write.
    pub(crate) fn file(self) -> FileName {
        FileName { path: self.path(), argument: self.argument() }
    }
}

impl InterpretOp for SaveOp {
    fn interpret<'b>(op: SaveOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let path = &op.file().at_run_time().map_err(Trap::new)?;
        let mut tensor = tensor_of(m, op.input())?;
        let bytes = op.bytes().map(Element::of_bytes);
        if let Some(element) = bytes.filter(|element| *element != tensor.element()) {
            tensor = Arc::new(small_integers_in_memory(m, op.input(), element)?);
        }
        npy::write_tensor(path, &tensor).map_err(Trap::new)?;
        Ok(Flow::Next)
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "save",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::text("file"), Parameter::tensor("a")],
        emit: |call| {
            let FileName { path, argument } = FileName::of_text(call.text(0));
            let input = call.all_values()[0];
            SaveOp::build(call.builder, call.location, input, None, path, argument).id()
        },
    }],
    returns: Returns::Nothing,
    summary: "Writes a tensor into a `.npy` file, NumPy's format for one array.",
    details: "Its elements are written in their type, floats of 64 or of 32 bits, in C order, a \
        `nan` as the same bits whatever its sign. If that fails, the program ends, and a file that \
        was there before is as it was.",
    shape: "Any.",
    errors: &[
        ("save(\"no such folder/a.npy\", 1)", "cannot write 'no such folder/a.npy'"),
        ("save([1], \"a.npy\")", "'save' takes a text"),
    ],
    example: ("save(\"save-example.npy\", [1, 2, 3]);", ""),
    ops: &[OpEntry::in_memory::<SaveOp>()],
};

impl LowerByPatterns<Affine> for SaveOp {
    fn patterns(set: &mut ConversionPatternSet, (): &()) {
        set.add::<SaveOp>("toy.save-to-affine", 1, |op, operands, rewriter| {
            let body = rewriter.body();
            are_in_memory(body, operands.values())?;
            let (path, argument) = (op.path(body), op.argument(body));
            let tensor = body.ty(op.input(body));
            let element = Element::of(body.context(), tensor);
            let bytes = element.small_integers().map(|_| element.ty());
            SaveOp::create(rewriter, operands.input(), bytes, path, argument);
            rewriter.erase_op(op.id());
            Ok(())
        });
    }
}
