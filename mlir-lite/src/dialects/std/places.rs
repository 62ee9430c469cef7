//! Further ops on memory: views, copies, hints, atomic updates.

use super::slice_rules::memory_space;
use super::slices::suggested_names;
use crate::affine::AffineExprKind;
use crate::ir::prelude::*;
use crate::text::print_type;
use crate::types::{DYNAMIC, strides_and_offset};

/// A memref of any type in memory of bytes, from a byte on.
///
/// ```mlir
/// %1 = view %0[%byte][%n] : memref<2048xi8> to memref<?x4xf32>
/// ```
#[op(
    name = "std.view",
    traits(Pure),
    interfaces(OpAsmNameInterface),
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

impl VerifyOp for ViewOp {
    fn verify(op: ViewOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let (Some(from), Some(to)) = (op.operand_types().next(), op.result_types().next()) else { return };
        let layout = |ty: Type| !ty.has_identity_layout(ctx);
        if from.shape(ctx).map(<[i64]>::len) != Some(1) || from.element_type(ctx) != Some(Type::I8) {
            diagnostics.error(op.op_error("operand #0 must be 1D memref of 8-bit signless integer values"));
        }
        if layout(from) || layout(to) {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            let message = format_args!("expects memrefs without layout, found '{from}' and '{to}'");
            diagnostics.error(op.op_error(message));
        }
        if memory_space(ctx, from) != memory_space(ctx, to) {
            let (from, to) = (print_type(ctx, from), print_type(ctx, to));
            let message = format_args!("expects memrefs of one memory space, found '{from}' and '{to}'");
            diagnostics.error(op.op_error(message));
        }
        let unknown = to.shape(ctx).unwrap_or_default().iter().filter(|&&size| size == DYNAMIC).count();
        let sizes = op.num_operands() - 2;
        if sizes != unknown {
            let message =
                format_args!("expects a size for each '?' of the result, {unknown}, but found {sizes}");
            diagnostics.error(op.op_error(message));
        }
    }
}

/// A memref with the shape that another memref holds.
#[op(
    name = "std.memref_reshape",
    interfaces(OpAsmNameInterface, MemoryEffectOpInterface),
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
        let op = self.op();
        SmallVec::from_slice(&[Effect::on(EffectKind::Read, op.operand(1))])
    }
}

impl VerifyOp for MemrefReshapeOp {
    fn verify(op: MemrefReshapeOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let types: Vec<Type> = op.operand_types().chain(op.result_types()).collect();
        let [source, shape, result] = types[..] else { return };
        if source.element_type(ctx) != result.element_type(ctx) {
            diagnostics.error(
                op.op_error("element types of source and destination memref types should be the same"),
            );
        }
        let layout = |ty: Type| !ty.has_identity_layout(ctx);
        for (ty, what) in [(source, "source"), (result, "result")] {
            if layout(ty) {
                let ty = print_type(ctx, ty);
                let message = format_args!("{what} memref type should have no layout, found '{ty}'");
                diagnostics.error(op.op_error(message));
            }
        }
        let sizes = shape.shape(ctx).unwrap_or_default();
        let is_index =
            shape.element_type(ctx).is_some_and(|ty| ty == Type::INDEX || ty.is_signless_integer(ctx));
        if sizes.len() != 1 || !is_index {
            diagnostics
                .error(op.op_error("operand #1 must be 1D memref of signless integer or index values"));
        } else if let Some(rank) = result.shape(ctx).map(<[i64]>::len)
            && sizes[0] != rank as i64
        {
            diagnostics.error(op.op_error("length of shape operand differs from the result's memref rank"));
        }
    }
}

/// A memref with its dimensions in another order, in the same memory.
///
/// ```mlir
/// %1 = transpose %0 (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
/// ```
#[op(name = "std.transpose", traits(Pure), interfaces(OpAsmNameInterface), upstream(name = "memref.transpose"),
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
        let op = op.op();
        printer.write(" ");
        printer.operands(op.operands());
        printer.write(" ");
        if let Some(map) = op.inherent_attr(0).and_then(|map| map.as_affine_map(op.context())) {
            printer.affine_map(map);
        }
        printer.attr_dict(op, &["permutation"]);
        printer.write(" : ");
        printer.types(op.operand_types());
        printer.write(" to ");
        printer.types(op.result_types());
    }
}

impl VerifyOp for TransposeOp {
    fn verify(op: TransposeOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let Some(map) = op.inherent_attr(0).and_then(|map| map.as_affine_map(ctx)) else { return };
        let (Some(from), Some(to)) = (op.operand_types().next(), op.result_types().next()) else { return };
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
        if order.is_none() || !sorted.into_iter().eq(0..from.len()) || map.num_inputs(ctx) != from.len() {
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
        if !has_same_elements || !has_strides || !order.iter().map(|&dim| from[dim]).eq(to.iter().copied()) {
            diagnostics.error(op.op_error("result type does not match transposed input type"));
        }
    }
}

/// Copies all elements of a memref to another.
#[op(
    name = "std.copy",
    interfaces(MemoryEffectOpInterface),
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
        let op = self.op();
        SmallVec::from_slice(&[
            Effect::on(EffectKind::Read, op.operand(0)),
            Effect::on(EffectKind::Write, op.operand(1)),
        ])
    }
}

/// Whether memory of one type may have the shape of the other one.
pub(super) fn may_be_copied(ctx: &Context, from: Type, to: Type) -> bool {
    match (from.shape(ctx), to.shape(ctx)) {
        (Some(a), Some(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a == b || a == DYNAMIC || b == DYNAMIC)
        }
        _ => true,
    }
}

impl VerifyOp for CopyOp {
    fn verify(op: CopyOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let types: Vec<Type> = op.operand_types().collect();
        if types[0].element_type(ctx) != types[1].element_type(ctx) {
            diagnostics.error(op.op_error("requires the same element type for all operands"));
        }
        if !may_be_copied(ctx, types[0], types[1]) {
            diagnostics.error(op.op_error("requires the same shape for all operands"));
        }
    }
}

/// The same memory, which is said to begin at a multiple of a number of bytes.
#[op(
    name = "std.assume_alignment",
    interfaces(OpAsmNameInterface),
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
        let op = op.op();
        let alignment = op.inherent_attr(0).and_then(|value| value.as_i64(op.context()));
        if !alignment.is_some_and(|value| value > 0 && value & (value - 1) == 0) {
            diagnostics.error(op.op_error("alignment must be power of 2"));
        }
    }
}

/// Says that an element will soon be read or written.
#[op(name = "std.prefetch", upstream(name = "memref.prefetch"), assembly = custom, verify, fold)]
pub struct PrefetchOp {
    #[operand]
    memref: AnyRankedMemRef,
    #[operand]
    indices: Variadic<Index>,
    /// Whether it will be written.
    #[attr(name = "isWrite")]
    is_write: BoolAttr,
    /// From 0, not at all, to 3, as long as possible.
    #[attr(name = "localityHint")]
    locality_hint: I32Attr,
    /// Whether it is data, not instructions.
    #[attr(name = "isDataCache")]
    is_data_cache: BoolAttr,
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
        let op = op.op();
        let ctx = op.context();
        let is = |name| op.attr_named(name).and_then(|value| value.as_bool(ctx)).unwrap_or(false);
        let locality = op.attr_named("localityHint").and_then(|hint| hint.as_i64(ctx)).unwrap_or(0);
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write("[");
        printer.operands(op.operands().skip(1));
        printer.write("], ");
        printer.write(if is("isWrite") { "write" } else { "read" });
        printer.display(format_args!(", locality<{locality}>, "));
        printer.write(if is("isDataCache") { "data" } else { "instr" });
        printer.attr_dict(op, &["isWrite", "localityHint", "isDataCache"]);
        printer.write(" : ");
        printer.types(op.operand_types().take(1));
    }
}

impl VerifyOp for PrefetchOp {
    fn verify(op: PrefetchOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let locality = op.attr_named("localityHint").and_then(|hint| hint.as_i64(ctx));
        if !locality.is_some_and(|locality| (0..=3).contains(&locality)) {
            diagnostics.error(op.op_error("expects a 'localityHint' from 0 to 3"));
        }
        let rank = op.operand_types().next().and_then(|ty| ty.shape(ctx)).map_or(0, <[i64]>::len);
        if rank != op.num_operands() - 1 {
            diagnostics.error(op.op_error("too few or too many indices"));
        }
    }
}

/// What an atomic update does, by the number that stands for it.
pub const ATOMIC_KINDS: [&str; 16] = [
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf", "mins",
    "minu", "mulf", "muli", "ori", "xori",
];

/// Replaces an element by what an operation gives of it and a value, as one
/// step; gives the element that was there.
///
/// ```mlir
/// %0 = atomic_rmw "addf" %value, %m[%i] : (f32, memref<10xf32>) -> f32
/// ```
#[op(name = "std.atomic_rmw", interfaces(MemoryEffectOpInterface), upstream(name = "memref.atomic_rmw"),
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
        let op = self.op();
        SmallVec::from_slice(&[
            Effect::on(EffectKind::Read, op.operand(1)),
            Effect::on(EffectKind::Write, op.operand(1)),
        ])
    }
}

impl CustomAssembly for AtomicRmwOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let position = parser.position();
        let name =
            if parser.at_string() { parser.parse_string()? } else { parser.parse_any_keyword()?.to_string() };
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
        let op = op.op();
        let kind = op.attr_named("kind").and_then(|kind| usize::try_from(kind.as_i64(op.context())?).ok());
        let kind = kind.and_then(|kind| ATOMIC_KINDS.get(kind)).unwrap_or(&"?");
        let quote = if printer.is_upstream() { "" } else { "\"" };
        printer.display(format_args!(" {quote}{kind}{quote} "));
        printer.operands(op.operands().take(2));
        printer.write("[");
        printer.operands(op.operands().skip(2));
        printer.write("]");
        printer.attr_dict(op, &["kind"]);
        printer.write(" : (");
        printer.types(op.operand_types().take(2));
        printer.write(") -> ");
        printer.types(op.result_types());
    }
}

impl VerifyOp for AtomicRmwOp {
    fn verify(op: AtomicRmwOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let ctx = op.context();
        let types: Vec<Type> = op.operand_types().take(2).chain(op.result_types()).collect();
        let [value, memref, result] = types[..] else { return };
        if memref.element_type(ctx) != Some(value) || value != result {
            diagnostics.error(op.op_error("expects value and result of the memref's element type"));
        }
        if memref.shape(ctx).map(<[i64]>::len) != Some(op.num_operands() - 2) {
            diagnostics.error(op.op_error("expects the number of subscripts to be equal to memref rank"));
        }
        let kind = op.attr_named("kind").and_then(|kind| usize::try_from(kind.as_i64(ctx)?).ok());
        match kind.and_then(|kind| ATOMIC_KINDS.get(kind)) {
            None => {
                let last = ATOMIC_KINDS.len() - 1;
                diagnostics.error(op.op_error(format_args!("expects a 'kind' from 0 to {last}")));
            }
            Some(&("addf" | "mulf" | "maximumf" | "minimumf" | "maxnumf" | "minnumf"))
                if !value.is_float(ctx) =>
            {
                diagnostics.error(op.op_error("expects a floating-point type"));
            }
            Some(&("addi" | "andi" | "maxs" | "maxu" | "mins" | "minu" | "muli" | "ori" | "xori"))
                if !value.is_integer(ctx) =>
            {
                diagnostics.error(op.op_error("expects an integer type"));
            }
            Some(_) => {}
        }
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
#[op(name = "std.generic_atomic_rmw", traits(SingleBlockImplicitTerminator<AtomicYieldOp>),
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
#[op(name = "std.atomic_yield", traits(Pure, Terminator, HasParent<GenericAtomicRmwOp>),
     upstream(name = "memref.atomic_yield"), format = "$result attr-dict `:` type($result)")]
pub struct AtomicYieldOp {
    /// The new element.
    #[operand]
    result: AnyType,
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
        let op = op.op();
        printer.write(" ");
        printer.operand(op.operand(0));
        printer.write("[");
        printer.operands(op.operands().skip(1));
        printer.write("] : ");
        printer.types(op.operand_types().take(1));
        printer.write(" ");
        for region in op.regions() {
            printer.region(region, PrintRegion::default());
        }
        printer.attr_dict(op, &[]);
    }
}

impl VerifyOp for GenericAtomicRmwOp {
    fn verify(op: GenericAtomicRmwOpRef<'_>, diagnostics: &mut Diagnostics) {
        let op = op.op();
        let (ctx, body) = (op.context(), op.body());
        let Some(ty) = op.operand_types().next() else { return };
        let element = ty.element_type(ctx);
        if ty.shape(ctx).map(<[i64]>::len) != Some(op.num_operands() - 1) {
            diagnostics.error(op.op_error("expects the number of subscripts to be equal to memref rank"));
        }
        if op.result_types().next() != element {
            diagnostics.error(op.op_error("expects a result of the memref's element type"));
        }
        let Some(block) = op.region(0).and_then(RegionRef::entry) else {
            diagnostics.error(op.op_error("expects a region"));
            return;
        };
        let arguments: Vec<Type> = block.arguments().iter().map(|&argument| body.ty(argument)).collect();
        if arguments.len() != 1 || arguments.first().copied() != element {
            diagnostics.error(op.op_error("expects one region argument, of the memref's element type"));
        }
        for inner in block.ops() {
            let effects = inner.ask::<dyn MemoryEffectOpInterface, _>(|op| op.effects());
            if effects.is_some_and(|effects| !effects.is_empty()) || inner.implements::<dyn CallOpInterface>()
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
