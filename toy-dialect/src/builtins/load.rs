//! `load`

use crate::tensor::elements::Element;
use mlir_lite::edsc::EdscScope;
use mlir_lite::interpreter::{Flow, Machine, Trap};

use super::elementwise::*;
use super::files::FileName;
use crate::interpret::put_elements;
use crate::loop_builder::{allocate, target};
use crate::npy;
use crate::tensor::Tensor;
use crate::tensor::elements::element_of;

/// Reads a tensor from a `.npy` file, whose shape is known before.
#[op(
    name = "toy.load",
    implements(InterpretOp, InferShape, MemoryEffectOpInterface, LowerTo<Affine>),
    format = "attr-dict `:` type($result)"
)]
pub struct LoadOp {
    #[attr(typed)]
    path: Optional<StrAttr>,
    /// The number of the program's argument with the path.
    #[attr(typed)]
    argument: Optional<I64Attr>,
    /// A file of integers is read as `i64`.
    #[attr]
    integers: Optional<UnitAttr>,
    /// A file is read as booleans.
    #[attr]
    booleans: Optional<UnitAttr>,
    /// A file of integers is read as this type of integers of 8 bits.
    #[attr(typed)]
    bytes: Optional<TypeAttr>,
    #[result]
    result: NumberTensor,
}

/// Reads the elements of a tensor from a `.npy` file into memory.
#[op(
    name = "toy.load_into",
    implements(InterpretOp),
    format = "$output attr-dict `:` type($output)"
)]
pub struct LoadIntoOp {
    #[operand]
    output: NumberMemRef,
    /// The type of the integers of 8 bits that the memory has, if it has them.
    #[attr(typed)]
    bytes: Optional<TypeAttr>,
    #[attr(typed)]
    path: Optional<StrAttr>,
    #[attr(typed)]
    argument: Optional<I64Attr>,
}

impl LoadOpRef<'_> {
    /// The file to read.
    pub(crate) fn file(self) -> FileName {
        FileName { path: self.path(), argument: self.argument() }
    }
}

impl LoadIntoOpRef<'_> {
    /// The file to read.
    pub(crate) fn file(self) -> FileName {
        FileName { path: self.path(), argument: self.argument() }
    }
}

impl MemoryEffectOpInterface for LoadOp {
    fn effects(_: LoadOpRef<'_>) -> SmallVec<[Effect; 2]> {
        SmallVec::from_elem(Effect::of(EffectKind::Read, Resource::MEMORY), 1)
    }
}

impl InferShape for LoadOp {
    fn infer_type(view: LoadOpRef<'_>) -> Result<Type, Box<Diagnostic>> {
        let op = view.op();
        let known = view.file().known().and_then(|path| npy::read_type(&path));
        let ctx = op.context();
        match known {
            Ok((shape, true)) if view.integers().is_some() => {
                Ok(ctx.tensor_type(&shape, Type::I64))
            }
            Ok((shape, _)) if view.booleans().is_some() => Ok(ctx.tensor_type(&shape, Type::I1)),
            Ok((shape, are_integers)) => {
                let bytes = view.bytes().filter(|_| are_integers);
                let element = bytes.unwrap_or_else(|| element_of(ctx, view.result().ty()));
                Ok(ctx.tensor_type(&shape, element))
            }
            Err(message) => Err(Box::new(
                op.error(message)
                    .with_code(Code::File.text())
                    .with_label("its shape is needed when the program is compiled"),
            )),
        }
    }
}

/// The tensor in a file, which has the shape that it had when the program was compiled, with
/// elements of a type.
fn read(path: &str, shape: Option<&[i64]>, element: Element) -> Result<Tensor, Trap> {
    let tensor = npy::read(path, element).map_err(Trap::new)?;
    match shape.filter(|shape| *shape != tensor.shape) {
        Some(shape) => Err(Trap::new(npy::changed(path, &tensor.shape, shape))),
        None => Ok(tensor),
    }
}

impl InterpretOp for LoadOp {
    fn interpret<'b>(op: LoadOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let shape = op.result().ty().static_shape(op.context());
        let path = &op.file().at_run_time().map_err(Trap::new)?;
        let is_of_integers = || npy::read_type(path).is_ok_and(|(_, are_integers)| are_integers);
        let bytes = op.bytes().filter(|_| shape.is_none() && is_of_integers());
        let element = match (shape, bytes) {
            (Some(_), _) => Element::of(op.context(), op.result().ty()),
            (None, Some(bytes)) => Element::of_bytes(bytes),
            (None, None) if op.booleans().is_some() => Element::Bool,
            (None, None) if op.integers().is_some() && is_of_integers() => Element::I64,
            (None, None) => Element::F64,
        };
        m.set_result(op.result(), read(path, shape, element)?.into_value())
    }
}

impl InterpretOp for LoadIntoOp {
    fn interpret<'b>(op: LoadIntoOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let output = m.get(op.output());
        let output = output.as_memref()?.clone();
        let element = op
            .bytes()
            .map_or_else(|| Element::of(op.context(), op.output().ty()), Element::of_bytes);
        let path = &op.file().at_run_time().map_err(Trap::new)?;
        let tensor = read(path, Some(&output.sizes[..]), element)?;
        put_elements(m, &output, &tensor)?;
        Ok(Flow::Next)
    }
}

impl LowerTo<Affine> for LoadOp {
    fn lower<'e>(op: Self, _: Adaptor<'_, Self>, scope: &'e mut EdscScope<'_>) -> Lowered<'e> {
        let e = scope.edsc();
        let ty = e.read(|body| target(body, op.id()))?;
        let (path, argument) = e.read(|body| (op.path(body), op.argument(body)));
        let bytes = e.read(|body| {
            let element = Element::of(body.context(), body.ty(op.result(body)));
            element.small_integers().map(|_| element.ty())
        });
        let memory = allocate(e, &ty)?;
        e.emit(|b| LoadIntoOp::create(b, memory.memref.id(), bytes, path, argument));
        Ok(memory)
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "load",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::text("file")],
        emit: |call| {
            let FileName { path, argument } = FileName::of_text(call.text(0));
            let (location, ty) = (call.location, call.tensor);
            LoadOp::build(call.builder, location, path, argument, None, None, None, ty).id()
        },
    }],
    returns: Returns::Tensor,
    summary: "Reads a tensor from a `.npy` file, NumPy's format for one array.",
    details: "The shape is read when the program is compiled, the elements when it runs; a file \
        that has another shape then is an error. Read are floats of 32 and 64 bits, whole numbers \
        and booleans, of either byte order, in C or Fortran order. They become floats of 64 bits, \
        or directly of 32 by `f32(load(\"a.npy\"))`. `i64(load(\"a.npy\"))` reads whole numbers \
        as integers; as floats, those to which no float is equal are an error. \
        `bool(load(\"a.npy\"))` reads booleans, or numbers as booleans.",
    shape: "That of the array in the file.",
    errors: &[
        ("print(load(\"missing.npy\"))", "cannot read 'missing.npy'"),
        ("load(1)", "'load' takes a text"),
    ],
    example: (
        "save(\"load-example.npy\", [[1, 2], [3, 4]]);\n# In another program: \
            print(load(\"load-example.npy\"));",
        "",
    ),
    ops: &[OpEntry::of::<LoadOp>(), OpEntry::in_memory::<LoadIntoOp>()],
};
