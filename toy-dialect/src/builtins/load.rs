//! `load`

use crate::tensor::elements::Element;
use mlir_lite::edsc::EdscScope;
use mlir_lite::interpreter::{Flow, Machine, Trap};
use mlir_lite::types::DYNAMIC;

use super::elementwise::*;
use super::files::FileName;
use crate::interpret::put_elements;
use crate::loop_builder::{allocate, allocate_here, allocate_known, target};
use crate::npy;
use crate::sizes::{Size, Sizes, sizes_of, tensor_of_sizes};
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
    /// The shape that the program states for the file; a size that is not known is `DYNAMIC`.
    #[attr(typed)]
    sizes: Optional<DenseI64ArrayAttr>,
    /// The number of its first size that is not known, among all of the function: the others
    /// follow.
    #[attr(typed)]
    first_size: Optional<I64Attr>,
    #[result]
    result: NumberTensor,
}

/// Reads the shape of the tensor in a `.npy` file into memory: each size in turn.
#[op(
    name = "toy.load_sizes",
    implements(InterpretOp),
    format = "$output attr-dict `:` type($output)"
)]
pub struct LoadSizesOp {
    #[operand]
    output: NumberMemRef,
    /// The shape that the file is to have; one that is not known is `DYNAMIC`.
    #[attr(typed)]
    sizes: DenseI64ArrayAttr,
    #[attr(typed)]
    path: Optional<StrAttr>,
    #[attr(typed)]
    argument: Optional<I64Attr>,
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

    /// Whether the shape that the file is to have has sizes that are not known.
    pub(crate) fn has_unknown_sizes(self) -> bool {
        self.sizes().is_some_and(|sizes| sizes.contains(&DYNAMIC))
    }

    /// The names of these sizes, for messages: `a.npy[0]`.
    pub(crate) fn names_of_sizes(self) -> Vec<String> {
        let file = match (self.argument(), self.path()) {
            (Some(number), _) => format!("arg({number})"),
            (None, path) => path.unwrap_or_default(),
        };
        let sizes = self.sizes().unwrap_or_default().to_vec();
        let unknown = (0..).zip(sizes).filter(|(_, size)| *size == DYNAMIC);
        unknown.map(|(dimension, _)| format!("{file}[{dimension}]")).collect()
    }

    /// The shape that the program states, in which each size that is not known has its number.
    fn stated(self) -> Option<Sizes> {
        let (ctx, sizes) = (self.op().context(), self.sizes()?);
        let mut next =
            u32::try_from(self.first_size().filter(|_| self.has_unknown_sizes())?).ok()?;
        let mut size = |size: &i64| match *size {
            DYNAMIC => {
                next += 1;
                Size::of(ctx, ctx.affine_symbol(next - 1))
            }
            size => Size::Known(size),
        };
        Some(sizes.iter().map(&mut size).collect())
    }
}

impl LoadSizesOpRef<'_> {
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
        if let Some(ty) = stated_type(view) {
            return Ok(ty);
        }
        let known = view.file().known().and_then(|path| npy::read_type(&path));
        let ctx = op.context();
        if let (Ok((found, _)), Some(stated)) = (&known, view.sizes())
            && !npy::is_of_shape(found, &stated)
        {
            let message = npy::changed(&view.file().known().unwrap_or_default(), found, &stated);
            return Err(Box::new(op.error(message).with_code(Code::File.text())));
        }
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

/// The type of a load that says which shape the file has: then it is not read when the program is
/// compiled. None where a size is to be that of the file at that time.
fn stated_type(load: LoadOpRef<'_>) -> Option<Type> {
    let (ctx, sizes) = (load.op().context(), load.sizes()?);
    let sizes = match load.has_unknown_sizes() {
        true => load.stated()?,
        false => sizes.iter().copied().map(Size::Known).collect(),
    };
    let element = match (load.integers(), load.booleans(), load.bytes()) {
        (Some(_), _, _) => Type::I64,
        (_, Some(_), _) => Type::I1,
        (_, _, bytes) => bytes.unwrap_or_else(|| element_of(ctx, load.result().ty())),
    };
    Some(tensor_of_sizes(ctx, &sizes, element))
}

/// The tensor in a file, which has a shape if that is given, with elements of a type.
fn read(path: &str, shape: Option<&[i64]>, element: Element) -> Result<Tensor, Trap> {
    if let Some(stated) = shape {
        npy::read_stated_shape(path, stated).map_err(Trap::new)?;
    }
    let tensor = npy::read(path, element).map_err(Trap::new)?;
    match shape.filter(|shape| !npy::is_of_shape(&tensor.shape, shape)) {
        Some(shape) => Err(Trap::new(npy::changed(path, &tensor.shape, shape))),
        None => Ok(tensor),
    }
}

impl InterpretOp for LoadOp {
    fn interpret<'b>(op: LoadOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let ty = op.result().ty();
        let stated = op.sizes();
        let is_known = sizes_of(op.context(), ty).is_some();
        let shape = stated.as_deref().or_else(|| ty.static_shape(op.context()));
        let path = &op.file().at_run_time().map_err(Trap::new)?;
        let is_of_integers = || npy::read_type(path).is_ok_and(|(_, are_integers)| are_integers);
        let bytes = op.bytes().filter(|_| !is_known && is_of_integers());
        let element = match bytes {
            _ if is_known => Element::of(op.context(), ty),
            Some(bytes) => Element::of_bytes(bytes),
            None if op.booleans().is_some() => Element::Bool,
            None if op.integers().is_some() && is_of_integers() => Element::I64,
            None => Element::F64,
        };
        let tensor = read(path, shape, element)?;
        let mut symbol = op.first_size().and_then(|first| usize::try_from(first).ok());
        for (size, stated) in tensor.shape.iter().zip(stated.unwrap_or_default()) {
            if let Some(symbol) = symbol.as_mut().filter(|_| stated == DYNAMIC) {
                m.set_size(*symbol, *size);
                *symbol += 1;
            }
        }
        m.set_result(op.result(), tensor.into_value())
    }
}

impl InterpretOp for LoadSizesOp {
    fn interpret<'b>(op: LoadSizesOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let output = m.get(op.output());
        let output = output.as_memref()?.clone();
        let path = &op.file().at_run_time().map_err(Trap::new)?;
        let shape = npy::read_stated_shape(path, &op.sizes()).map_err(Trap::new)?;
        let elements = Elements::I64(shape);
        put_elements(m, &output, &Tensor { shape: vec![elements.len() as i64], elements })?;
        Ok(Flow::Next)
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
        let is_unknown = ty.sizes.iter().any(|size| size.known().is_none());
        let stated = e.read(|body| op.sizes(body).filter(|_| is_unknown));
        let memory = match stated {
            Some(sizes) => {
                // It is known only now how much memory that takes.
                let row = e.context().memref_type(&[sizes.len() as i64], Type::I64);
                let found = allocate_known(e, row)?;
                e.emit(|b| {
                    let memref = found.memref.id();
                    LoadSizesOp::create(b, memref, sizes.clone(), path.clone(), argument);
                });
                let unknown = (0..).zip(&sizes).filter(|(_, size)| **size == DYNAMIC);
                let sizes: Vec<Expr<'e>> = unknown
                    .map(|(dimension, _)| {
                        let at = e.context().constant_map(dimension);
                        found.at((at, &[][..])).get().to::<standard::IndexCastOp>(Type::INDEX)
                    })
                    .collect();
                allocate_here(e, ty.ty, &sizes)?
            }
            None => allocate(e, &ty)?,
        };
        e.emit(|b| LoadIntoOp::create(b, memory.memref.id(), bytes, path, argument));
        Ok(memory)
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "load",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::text("file"), Parameter::sizes("shape")],
        emit: |call| {
            let FileName { path, argument } = FileName::of_text(call.text(0));
            let (location, ty) = (call.location, call.tensor);
            let (sizes, b) = (call.sizes(1).map(<[i64]>::to_vec), &mut *call.builder);
            LoadOp::build(b, location, path, argument, None, None, None, sizes, None, ty).id()
        },
    }],
    returns: Returns::Tensor,
    summary: "Reads a tensor from a `.npy` file, NumPy's format for one array.",
    details: "The shape is read when the program is compiled, the elements when it \
        runs; a file that \
        has another shape then is an error. With `shape=<?, 3>` the file is read only when the \
        program runs: `?` is a size that it has then, and [what the program requires of \
        it](#files-of-unknown-sizes) is checked once the file is read. Read are floats of 32 and \
        64 bits, whole numbers and booleans, of either byte order, in C or Fortran order. They \
        become floats of 64 bits, or directly of 32 by `f32(load(\"a.npy\"))`. \
        `i64(load(\"a.npy\"))` reads whole numbers as integers; as floats, those to which no \
        float is equal are an error. `bool(load(\"a.npy\"))` reads booleans, or numbers as \
        booleans.",
    shape: "That of the array in the file.",
    errors: &[
        ("print(load(\"missing.npy\"))", "cannot read 'missing.npy'"),
        ("load(1)", "'load' takes a text"),
        ("print(load(\"a.npy\", shape=[2, 3]))", "'shape' is a shape"),
    ],
    example: (
        "save(\"load-example.npy\", [[1, 2], [3, 4]]);\n# In another program: \
            print(load(\"load-example.npy\"));",
        "",
    ),
    ops: &[
        OpEntry::of::<LoadOp>(),
        OpEntry::in_memory::<LoadSizesOp>(),
        OpEntry::in_memory::<LoadIntoOp>(),
    ],
};
