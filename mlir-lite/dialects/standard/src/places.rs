//! Further ops on memory: views, copies, hints, atomic updates.

use super::slice_rules::memory_space;
use super::slices::suggested_names;
use mlir_lite::affine::AffineExprKind;
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, MemRef, Trap, Value, combine, size_of};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use mlir_lite::types::{DYNAMIC, TypeKind, strides_and_offset};
use std::sync::Arc;

/// A memref of any type in memory of bytes, from a byte on.
///
/// ```mlir
/// %1 = view %0[%byte][%n] : memref<2048xi8> to memref<?x4xf32>
/// ```
#[op(
    name = "std.view",
    traits(Pure),
    interfaces(OpAsmNameInterface),
    hooks(InterpretOp),
    upstream(name = "memref.view"),
    format = "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type($result)",
    verify,
    fold,
    canonicalize
)]
pub struct ViewOp {
    /// The bytes.
    #[operand]
    source: AnyRankedMemRef,
    /// From which byte on.
    #[operand]
    byte_shift: Index,
    /// Sizes of the dynamic dimensions.
    #[operand]
    sizes: Variadic<Index>,
    /// The view.
    #[result]
    result: AnyRankedMemRef,
}

/// Strides without gaps.
fn row_major(sizes: &[i64]) -> SmallVec<[i64; 4]> {
    let mut strides: SmallVec<[i64; 4]> = SmallVec::from_elem(1, sizes.len());
    for dimension in (1..sizes.len()).rev() {
        strides[dimension - 1] = strides[dimension].wrapping_mul(sizes[dimension]);
    }
    strides
}

impl InterpretOp for ViewOp {
    fn interpret<'b>(op: ViewOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (ctx, source) = (op.context(), m.get(op.source()));
        let source = source.as_memref()?;
        let shift = m.get(op.byte_shift()).as_index()?;
        let mut dynamic = m.indices(op.sizes())?.into_iter();
        let TypeKind::MemRef { shape, element, .. } = op.result().ty().kind(ctx) else {
            return Err(Trap::malformed());
        };
        let mut sizes = SmallVec::<[i64; 4]>::new();
        for &size in shape.iter() {
            sizes.push(if size == DYNAMIC {
                dynamic.next().ok_or_else(Trap::malformed)?
            } else {
                size
            });
        }
        let bytes = sizes
            .iter()
            .try_fold(size_of(ctx, *element)? as i64, |bytes, size| bytes.checked_mul(*size));
        let available = source.sizes.first().copied().unwrap_or(0);
        let end = bytes.and_then(|bytes| bytes.checked_add(shift));
        if shift < 0 || end.is_none_or(|end| end > available) {
            return Err(Trap::new(format!(
                "views memory out of bounds: from byte {shift} of {available}"
            )));
        }
        let memref = MemRef {
            aligned: source.aligned.wrapping_add_signed(shift),
            offset: 0,
            strides: row_major(&sizes),
            sizes,
            element: *element,
            ..MemRef::clone(source)
        };
        m.give(op.result(), Value::MemRef(Arc::new(memref)))
    }
}

impl VerifyOp for ViewOp {
    fn verify(op: ViewOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, from, to) = (op.context(), op.source().ty(), op.result().ty());
        let layout = |ty: Type| !ty.has_identity_layout(ctx);
        if from.shape(ctx).map(<[i64]>::len) != Some(1) || from.element_type(ctx) != Some(Type::I8)
        {
            diagnostics.error(
                op.op_error("operand #0 must be 1D memref of 8-bit signless integer values"),
            );
        }
        if layout(from) || layout(to) {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            let message = format_args!("expects memrefs without layout, found '{from}' and '{to}'");
            diagnostics.error(op.op_error(message));
        }
        if memory_space(ctx, from) != memory_space(ctx, to) {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            let message =
                format_args!("expects memrefs of one memory space, found '{from}' and '{to}'");
            diagnostics.error(op.op_error(message));
        }
        let unknown =
            to.shape(ctx).unwrap_or_default().iter().filter(|&&size| size == DYNAMIC).count();
        let sizes = op.sizes().len();
        if sizes != unknown {
            let message = format_args!(
                "expects a size for each '?' of the result, {unknown}, but found {sizes}"
            );
            diagnostics.error(op.op_error(message));
        }
    }
}

/// A memref with the shape that another memref holds.
#[op(
    name = "std.memref_reshape",
    interfaces(OpAsmNameInterface, MemoryEffectOpInterface),
    hooks(InterpretOp),
    upstream(name = "memref.reshape"),
    format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
    verify
)]
pub struct MemrefReshapeOp {
    /// The memory.
    #[operand]
    source: AnyMemRef,
    /// The sizes.
    #[operand]
    shape: AnyRankedMemRef,
    /// The same memory.
    #[result]
    result: AnyMemRef,
}

impl MemoryEffectOpInterface for MemrefReshapeOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        SmallVec::from_slice(&[Effect::on(EffectKind::Read, self.shape())])
    }
}

impl InterpretOp for MemrefReshapeOp {
    fn interpret<'b>(op: MemrefReshapeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (source, shape) = (m.get(op.source()), m.get(op.shape()));
        let (source, shape) = (source.as_memref()?, shape.as_memref()?);
        let sizes = shape.positions().map(|position| m.load_element(shape, &position)?.as_index());
        let sizes: SmallVec<[i64; 4]> = sizes.collect::<Result<_, _>>()?;
        let said = op.result().ty().shape(op.context());
        let is_of = |said: &[i64]| {
            said.iter().zip(&sizes).all(|(&said, &size)| said == size || said == DYNAMIC)
        };
        if !said.is_none_or(is_of) {
            return Err(Trap::new(format!(
                "gives the sizes {:?} to a type that has others",
                &sizes[..]
            )));
        }
        let count =
            |sizes: &[i64]| sizes.iter().fold(1i64, |count, &size| count.saturating_mul(size));
        let (had, has) = (count(&source.sizes), count(&sizes));
        if had != has {
            return Err(Trap::new(format!("gives {had} elements a shape of {has}")));
        }
        let memref = MemRef { strides: row_major(&sizes), sizes, ..MemRef::clone(source) };
        m.give(op.result(), Value::MemRef(Arc::new(memref)))
    }
}

impl VerifyOp for MemrefReshapeOp {
    fn verify(op: MemrefReshapeOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, [source, shape, result]) =
            (op.context(), [op.source(), op.shape(), op.result()].map(ValueRef::ty));
        if source.element_type(ctx) != result.element_type(ctx) {
            diagnostics.error(op.op_error(
                "element types of source and destination memref types should be the same",
            ));
        }
        let layout = |ty: Type| !ty.has_identity_layout(ctx);
        for (ty, what) in [(source, "source"), (result, "result")] {
            if layout(ty) {
                let ty = print_type(ctx, ty);
                let message =
                    format_args!("{what} memref type should have no layout, found '{ty}'");
                diagnostics.error(op.op_error(message));
            }
        }
        let sizes = shape.shape(ctx).unwrap_or_default();
        let is_index = shape
            .element_type(ctx)
            .is_some_and(|ty| ty == Type::INDEX || ty.is_signless_integer(ctx));
        if sizes.len() != 1 || !is_index {
            diagnostics.error(
                op.op_error("operand #1 must be 1D memref of signless integer or index values"),
            );
        } else if let Some(rank) = result.shape(ctx).map(<[i64]>::len)
            && sizes[0] != rank as i64
        {
            diagnostics.error(
                op.op_error("length of shape operand differs from the result's memref rank"),
            );
        }
    }
}

/// A memref with its dimensions in another order, in the same memory.
///
/// ```mlir
/// %1 = transpose %0 (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
/// ```
#[op(name = "std.transpose", traits(Pure), interfaces(OpAsmNameInterface), hooks(InterpretOp), upstream(name = "memref.transpose"),
     assembly = custom, verify, fold)]
pub struct TransposeOp {
    /// The memory.
    #[operand]
    r#in: AnyRankedMemRef,
    /// From the dimensions to their new order.
    #[attr]
    permutation: AffineMapAttr,
    /// The same memory.
    #[result]
    result: AnyRankedMemRef,
}

impl CustomAssembly for TransposeOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let source = parser.parse_operand()?;
        let map = parser.parse_affine_map()?;
        let map = parser.context().affine_map_attr(map);
        parser.set_attr("permutation", map);
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let from = parser.parse_type()?;
        parser.parse_keyword("to")?;
        let to = parser.parse_type()?;
        let source = parser.resolve(&source, from)?;
        parser.add_operand(source);
        parser.add_result_type(to);
        Ok(())
    }

    fn print<'b>(op: TransposeOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.r#in());
        printer.write(" ");
        if let Some(map) = op.permutation().as_affine_map(op.context()) {
            printer.affine_map(map);
        }
        printer.attr_dict(op.op(), &["permutation"]);
        printer.write(" : ");
        printer.ty(op.r#in().ty());
        printer.write(" to ");
        printer.ty(op.result().ty());
    }
}

impl InterpretOp for TransposeOp {
    fn interpret<'b>(op: TransposeOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (ctx, source) = (op.context(), m.get(op.r#in()));
        let source = source.as_memref()?;
        let map = op.permutation().as_affine_map(ctx).ok_or_else(Trap::malformed)?;
        let places: SmallVec<[i64; 4]> = (0..source.sizes.len() as i64).collect();
        let order = map.results(ctx).iter().map(|result| {
            usize::try_from(result.evaluate(ctx, &places, &[])?)
                .ok()
                .filter(|&at| at < places.len())
        });
        let order: SmallVec<[usize; 4]> =
            order.collect::<Option<_>>().ok_or_else(Trap::malformed)?;
        let memref = MemRef {
            sizes: order.iter().map(|&dimension| source.sizes[dimension]).collect(),
            strides: order.iter().map(|&dimension| source.strides[dimension]).collect(),
            ..MemRef::clone(source)
        };
        m.give(op.result(), Value::MemRef(Arc::new(memref)))
    }
}

impl VerifyOp for TransposeOp {
    fn verify(op: TransposeOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, from, to) = (op.context(), op.r#in().ty(), op.result().ty());
        let Some(map) = op.permutation().as_affine_map(ctx) else { return };
        let layouts = (strides_and_offset(ctx, from), strides_and_offset(ctx, to));
        let elements = |ty: Type| (ty.element_type(ctx), memory_space(ctx, ty));
        let has_same_elements = elements(from) == elements(to);
        let (from, to) = (from.shape(ctx).unwrap_or_default(), to.shape(ctx).unwrap_or_default());
        let order: Option<Vec<usize>> = map
            .results(ctx)
            .iter()
            .map(|result| match result.kind(ctx) {
                AffineExprKind::Dim(dim) => Some(dim as usize),
                _ => None,
            })
            .collect();
        let mut sorted = order.clone().unwrap_or_default();
        sorted.sort_unstable();
        if order.is_none()
            || !sorted.into_iter().eq(0..from.len())
            || map.num_inputs(ctx) != from.len()
        {
            diagnostics.error(op.op_error("expected a permutation map of same rank as the input"));
            return;
        }
        let order = order.unwrap_or_default();
        let has_strides = match layouts {
            (Some((from, offset)), Some((to, to_offset))) => {
                offset == to_offset && order.iter().map(|&dim| from[dim]).eq(to)
            }
            (None, _) => true,
            (_, None) => false,
        };
        if !has_same_elements
            || !has_strides
            || !order.iter().map(|&dim| from[dim]).eq(to.iter().copied())
        {
            diagnostics.error(op.op_error("result type does not match transposed input type"));
        }
    }
}

/// Copies all elements of a memref to another.
#[op(
    name = "std.copy",
    interfaces(MemoryEffectOpInterface),
    hooks(InterpretOp),
    upstream(name = "memref.copy"),
    format = "$source `,` $target attr-dict `:` type($source) `to` type($target)",
    verify,
    fold,
    canonicalize
)]
pub struct CopyOp {
    /// Where from.
    #[operand]
    source: AnyMemRef,
    /// Where to.
    #[operand]
    target: AnyMemRef,
}

impl MemoryEffectOpInterface for CopyOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        SmallVec::from_slice(&[
            Effect::on(EffectKind::Read, self.source()),
            Effect::on(EffectKind::Write, self.target()),
        ])
    }
}

impl InterpretOp for CopyOp {
    fn interpret<'b>(op: CopyOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (source, target) = (m.get(op.source()), m.get(op.target()));
        let (source, target) = (source.as_memref()?, target.as_memref()?);
        if source.sizes != target.sizes {
            return Err(Trap::new(format!(
                "copies memory of the sizes {:?} to memory of the sizes {:?}",
                &source.sizes[..],
                &target.sizes[..]
            )));
        }
        let values = source.positions().map(|position| m.load_element(source, &position));
        let values: Vec<Value> = values.collect::<Result<_, _>>()?;
        for (position, value) in target.positions().zip(&values) {
            m.store_element(target, &position, value)?;
        }
        Ok(Flow::Next)
    }
}

/// Whether memory of one type may have the shape of the other one.
pub(super) fn may_be_copied(ctx: &Context, from: Type, to: Type) -> bool {
    match (from.shape(ctx), to.shape(ctx)) {
        (Some(a), Some(b)) => {
            a.len() == b.len()
                && a.iter().zip(b).all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC)
        }
        _ => true,
    }
}

impl VerifyOp for CopyOp {
    fn verify(op: CopyOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, source, target) = (op.context(), op.source().ty(), op.target().ty());
        if source.element_type(ctx) != target.element_type(ctx) {
            diagnostics.error(op.op_error("requires the same element type for all operands"));
        }
        if !may_be_copied(ctx, source, target) {
            diagnostics.error(op.op_error("requires the same shape for all operands"));
        }
    }
}

/// The same memory, which is said to begin at a multiple of a number of bytes.
#[op(
    name = "std.assume_alignment",
    interfaces(OpAsmNameInterface),
    hooks(InterpretOp),
    upstream(name = "memref.assume_alignment"),
    traits(Pure, AllTypesMatch(memref, result)),
    format = "$memref `,` $alignment attr-dict `:` type($memref)",
    verify,
    fold
)]
pub struct AssumeAlignmentOp {
    /// The memory.
    #[operand]
    memref: AnyRankedMemRef,
    /// A power of 2.
    #[attr]
    alignment: I32Attr,
    /// The same memory.
    #[result]
    result: AnyRankedMemRef,
}

impl VerifyOp for AssumeAlignmentOp {
    fn verify(op: AssumeAlignmentOpRef<'_>, diagnostics: &mut Diagnostics) {
        let alignment = op.alignment().as_i64(op.context());
        if !alignment.is_some_and(|value| value > 0 && value & (value - 1) == 0) {
            diagnostics.error(op.op_error("alignment must be power of 2"));
        }
    }
}

impl InterpretOp for AssumeAlignmentOp {
    fn interpret<'b>(op: AssumeAlignmentOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let memref = m.get(op.memref());
        let alignment = op.alignment().as_i64(op.context());
        let alignment =
            alignment.and_then(|alignment| u64::try_from(alignment).ok()).filter(|&by| by > 0);
        // The address of the first element, whether there is one or not.
        let first = memref.as_memref()?.address(m.context(), &[])?;
        if first % alignment.ok_or_else(Trap::malformed)? != 0 {
            return Err(Trap::new("the memory is not aligned as the program says"));
        }
        m.give(op.result(), memref)
    }
}

/// Says that an element will soon be read or written.
#[op(name = "std.prefetch", hooks(InterpretOp), upstream(name = "memref.prefetch"), assembly = custom, verify, fold)]
pub struct PrefetchOp {
    #[operand]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// Whether it will be written.
    #[attr(name = "isWrite", typed)]
    is_write: BoolAttr,
    /// From 0, not at all, to 3, as long as possible.
    #[attr(name = "localityHint", typed)]
    locality_hint: I32Attr,
    /// Whether it is data, not instructions.
    #[attr(name = "isDataCache", typed)]
    is_data_cache: BoolAttr,
}

impl InterpretOp for PrefetchOp {
    fn interpret<'b>(_op: PrefetchOpRef<'b>, _m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Next)
    }
}

fn parse_choice(parser: &mut OpAsmParser<'_, '_>, no: &str, yes: &str) -> Parsed<Attribute> {
    parser.parse_punct(",")?;
    match (parser.parse_optional_keyword(no), parser.parse_optional_keyword(yes)) {
        (true, _) => Ok(Attribute::FALSE),
        (_, true) => Ok(Attribute::TRUE),
        _ => Err(parser.expected(&format!("'{no}' or '{yes}'"))),
    }
}

impl CustomAssembly for PrefetchOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let memref = parser.parse_operand()?;
        let indices = parser.parse_operands_in("[", "]")?;
        let is_write = parse_choice(parser, "read", "write")?;
        parser.parse_punct(",")?;
        parser.parse_keyword("locality")?;
        parser.parse_punct("<")?;
        let locality = parser.parse_integer()?;
        parser.parse_punct(">")?;
        let is_data = parse_choice(parser, "instr", "data")?;
        let locality = parser.context().integer_attr(Type::I32, locality);
        parser.set_attr("isWrite", is_write);
        parser.set_attr("localityHint", locality);
        parser.set_attr("isDataCache", is_data);
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let memref = parser.resolve(&memref, ty)?;
        parser.add_operand(memref);
        for index in &indices {
            let value = parser.resolve(index, Type::INDEX)?;
            parser.add_operand(value);
        }
        Ok(())
    }

    fn print<'b>(op: PrefetchOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.memref());
        printer.write("[");
        printer.operands(op.indices());
        printer.write("], ");
        printer.write(if op.is_write() { "write" } else { "read" });
        printer.display(format_args!(", locality<{}>, ", op.locality_hint()));
        printer.write(if op.is_data_cache() { "data" } else { "instr" });
        printer.attr_dict(op.op(), &["isWrite", "localityHint", "isDataCache"]);
        printer.write(" : ");
        printer.ty(op.memref().ty());
    }
}

impl VerifyOp for PrefetchOp {
    fn verify(op: PrefetchOpRef<'_>, diagnostics: &mut Diagnostics) {
        if !(0..=3).contains(&op.locality_hint()) {
            diagnostics.error(op.op_error("expects a 'localityHint' from 0 to 3"));
        }
        let rank = op.memref().ty().shape(op.context()).map_or(0, <[i64]>::len);
        if rank != op.indices().len() {
            diagnostics.error(op.op_error("too few or too many indices"));
        }
    }
}

/// What an atomic update does, by the number that stands for it.
pub const ATOMIC_KINDS: [&str; 16] = [
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf",
    "mins", "minu", "mulf", "muli", "ori", "xori",
];

/// Replaces an element by what an operation gives of it and a value, as one
/// step; gives the element that was there.
///
/// ```mlir
/// %0 = atomic_rmw "addf" %value, %m[%i] : (f32, memref<10xf32>) -> f32
/// ```
#[op(name = "std.atomic_rmw", interfaces(MemoryEffectOpInterface), hooks(InterpretOp), upstream(name = "memref.atomic_rmw"),
     assembly = custom, verify, fold)]
pub struct AtomicRmwOp {
    #[operand]
    value: AnyType,
    #[operand]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// One of [`ATOMIC_KINDS`].
    #[attr]
    kind: I64Attr,
    #[result]
    result: AnyType,
}

impl MemoryEffectOpInterface for AtomicRmwOpRef<'_> {
    fn effects(&self) -> SmallVec<[Effect; 2]> {
        SmallVec::from_slice(&[
            Effect::on(EffectKind::Read, self.memref()),
            Effect::on(EffectKind::Write, self.memref()),
        ])
    }
}

impl CustomAssembly for AtomicRmwOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let position = parser.position();
        let name = if parser.at_string() {
            parser.parse_string()?
        } else {
            parser.parse_any_keyword()?.to_string()
        };
        let Some(kind) = ATOMIC_KINDS.iter().position(|&known| known == name) else {
            let message = format!("expected one of {}, found '{name}'", ATOMIC_KINDS.join(", "));
            return Err(parser.error(position, message));
        };
        let kind = parser.context().i64_attr(kind as i64);
        parser.set_attr("kind", kind);
        let mut operands = vec![parser.parse_operand()?];
        parser.parse_punct(",")?;
        operands.push(parser.parse_operand()?);
        let indices = parser.parse_operands_in("[", "]")?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let (inputs, results) = parser.parse_function_type()?;
        let values = parser.resolve_all(&operands, &inputs, position)?;
        parser.add_operands(&values);
        for index in &indices {
            let value = parser.resolve(index, Type::INDEX)?;
            parser.add_operand(value);
        }
        parser.add_result_types(&results);
        Ok(())
    }

    fn print<'b>(op: AtomicRmwOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let kind = op.kind_name().unwrap_or("?");
        let quote = if printer.is_upstream() { "" } else { "\"" };
        printer.display(format_args!(" {quote}{kind}{quote} "));
        printer.operands([op.value(), op.memref()]);
        printer.write("[");
        printer.operands(op.indices());
        printer.write("]");
        printer.attr_dict(op.op(), &["kind"]);
        printer.write(" : (");
        printer.types([op.value().ty(), op.memref().ty()]);
        printer.write(") -> ");
        printer.ty(op.result().ty());
    }
}

impl VerifyOp for AtomicRmwOp {
    fn verify(op: AtomicRmwOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let [value, memref, result] = [op.value(), op.memref(), op.result()].map(ValueRef::ty);
        if memref.element_type(ctx) != Some(value) || value != result {
            diagnostics.error(op.op_error("expects value and result of the memref's element type"));
        }
        if memref.shape(ctx).map(<[i64]>::len) != Some(op.indices().len()) {
            diagnostics
                .error(op.op_error("expects the number of subscripts to be equal to memref rank"));
        }
        match op.kind_name() {
            None => {
                let last = ATOMIC_KINDS.len() - 1;
                diagnostics.error(op.op_error(format_args!("expects a 'kind' from 0 to {last}")));
            }
            Some("addf" | "mulf" | "maximumf" | "minimumf" | "maxnumf" | "minnumf")
                if !value.is_float(ctx) =>
            {
                diagnostics.error(op.op_error("expects a floating-point type"));
            }
            Some("addi" | "andi" | "maxs" | "maxu" | "mins" | "minu" | "muli" | "ori" | "xori")
                if !value.is_integer(ctx) =>
            {
                diagnostics.error(op.op_error("expects an integer type"));
            }
            Some(_) => {}
        }
    }
}

impl<'b> AtomicRmwOpRef<'b> {
    /// What the op does with element and value, one of [`ATOMIC_KINDS`]; none of a wrong number.
    pub fn kind_name(self) -> Option<&'static str> {
        let kind = usize::try_from(self.kind().as_i64(self.context())?).ok()?;
        ATOMIC_KINDS.get(kind).copied()
    }
}

impl InterpretOp for AtomicRmwOp {
    /// The result is the element before, as of the instruction that it is lowered to.
    fn interpret<'b>(op: AtomicRmwOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (value, memref) = (m.get(op.value()), m.get(op.memref()));
        let (memref, indices) = (memref.as_memref()?, m.indices(op.indices())?);
        let old = m.load_element(memref, &indices)?;
        let kind = op.kind_name().ok_or_else(Trap::malformed)?;
        let new = combine(m, kind, op.value().ty(), &old, &value)?;
        m.store_element(memref, &indices, &new)?;
        m.give(op.result(), old)
    }
}

/// Replaces an element by what a region computes of it, as one step; gives the
/// new element.
///
/// ```mlir
/// %0 = generic_atomic_rmw %m[%i] : memref<10xf32> {
/// ^bb0(%old: f32):
///   %1 = addf %old, %x : f32
///   atomic_yield %1 : f32
/// }
/// ```
#[op(name = "std.generic_atomic_rmw", hooks(InterpretOp), traits(SingleBlockImplicitTerminator<AtomicYieldOp>),
     upstream(name = "memref.generic_atomic_rmw"), assembly = custom, verify, fold)]
pub struct GenericAtomicRmwOp {
    #[operand]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// Computes the new element of the old one.
    #[region]
    body: AnyRegion,
    #[result]
    result: AnyType,
}

/// Gives what a region of `generic_atomic_rmw` computes.
#[op(name = "std.atomic_yield", hooks(InterpretOp), traits(Pure, Terminator, HasParent<GenericAtomicRmwOp>),
     upstream(name = "memref.atomic_yield"), format = "$result attr-dict `:` type($result)")]
pub struct AtomicYieldOp {
    /// The new element.
    #[operand]
    result: AnyType,
}

impl InterpretOp for GenericAtomicRmwOp {
    fn interpret<'b>(op: GenericAtomicRmwOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let memref = m.get(op.memref());
        let (memref, indices) = (memref.as_memref()?, m.indices(op.indices())?);
        let old = m.load_element(memref, &indices)?;
        let arguments = [old.clone()].into_iter().collect();
        let new = m.run_region(op.body(), arguments)?.pop().ok_or_else(Trap::malformed)?;
        m.store_element(memref, &indices, &new)?;
        m.give(op.result(), old)
    }
}

impl InterpretOp for AtomicYieldOp {
    fn interpret<'b>(op: AtomicYieldOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        Ok(Flow::Yield([m.get(op.result())].into_iter().collect()))
    }
}

impl CustomAssembly for GenericAtomicRmwOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let memref = parser.parse_operand()?;
        let indices = parser.parse_operands_in("[", "]")?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let memref = parser.resolve(&memref, ty)?;
        parser.add_operand(memref);
        for index in &indices {
            let value = parser.resolve(index, Type::INDEX)?;
            parser.add_operand(value);
        }
        let element = ty.element_or_self(parser.context());
        parser.add_result_type(element);
        parser.parse_region(&[])?;
        parser.parse_attr_dict()
    }

    fn print<'b>(op: GenericAtomicRmwOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.memref());
        printer.write("[");
        printer.operands(op.indices());
        printer.write("] : ");
        printer.ty(op.memref().ty());
        printer.write(" ");
        printer.region(op.body(), PrintRegion::default());
        printer.attr_dict(op.op(), &[]);
    }
}

impl VerifyOp for GenericAtomicRmwOp {
    fn verify(op: GenericAtomicRmwOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, body, ty) = (op.context(), op.op().body(), op.memref().ty());
        let element = ty.element_type(ctx);
        if ty.shape(ctx).map(<[i64]>::len) != Some(op.indices().len()) {
            diagnostics
                .error(op.op_error("expects the number of subscripts to be equal to memref rank"));
        }
        if Some(op.result().ty()) != element {
            diagnostics.error(op.op_error("expects a result of the memref's element type"));
        }
        let Some(block) = op.body().entry() else {
            diagnostics.error(op.op_error("expects a region"));
            return;
        };
        let arguments: Vec<Type> =
            block.arguments().iter().map(|&argument| body.ty(argument)).collect();
        if arguments.len() != 1 || arguments.first().copied() != element {
            diagnostics
                .error(op.op_error("expects one region argument, of the memref's element type"));
        }
        for inner in block.ops() {
            let effects = inner.ask::<dyn MemoryEffectOpInterface, _>(|op| op.effects());
            if effects.is_some_and(|effects| !effects.is_empty())
                || inner.implements::<dyn CallOpInterface>()
            {
                diagnostics.error(inner.op_error(
                    "stands in the body of an atomic op, which should contain only operations with no side effects",
                ));
            }
        }
        if block.terminator().and_then(|end| end.operand_types().next()) != element {
            diagnostics.error(op.op_error("expects the region to yield the memref's element type"));
        }
    }
}

suggested_names! {
    ViewOpRef = "view";
    MemrefReshapeOpRef = "reshape";
    TransposeOpRef = "transpose";
    AssumeAlignmentOpRef = "assume_align";
}

pub(super) fn register_places(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ViewOp>();
    dialect.op::<MemrefReshapeOp>();
    dialect.op::<TransposeOp>();
    dialect.op::<CopyOp>();
    dialect.op::<AssumeAlignmentOp>();
    dialect.op::<PrefetchOp>();
    dialect.op::<AtomicRmwOp>();
    dialect.op::<GenericAtomicRmwOp>();
    dialect.op::<AtomicYieldOp>();
}
