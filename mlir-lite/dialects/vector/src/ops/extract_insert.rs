//! Parts of a vector at positions of its first dimensions: elements, rows, planes.
//!
//! A position is a number or a value. In 2020's text, positions of `vector.extract` and
//! `vector.insert` are numbers, and `vector.extractelement` and `vector.insertelement` take a value
//! of an integer type; these are read as the same two ops.

use crate::FromElementsOp;
use crate::shapes::{Block, Shape, count, number_of, rearranged, splat_attr};
use mlir_lite::attributes::DenseElements;
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::standard::to_llvm::Llvm;
use mlir_lite::dialects::standard::{IndexCastUIOp, SplatOp, is_poison, poison_attr};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value};
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{CanonicalizeOp, RewritePatternSet};
use mlir_lite::text::asm::UnresolvedOperand;
use mlir_lite::text::print_type;
use mlir_lite::text::static_dynamic::{SQUARE, print_static_dynamic, verify_static_dynamic};
use mlir_lite::types::DYNAMIC;

/// A position that stands for a value that is not defined.
pub(super) const POISON: i64 = -1;

/// The part of a vector at a position of its first dimensions.
///
/// ```mlir
/// %1 = vector.extract %0[1, 5] : vector<8xf32> from vector<3x7x8xf32>
/// ```
#[op(
    name = "vector.extract",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, FoldOp, InterpretOp, LowerTo<Llvm>),
    upstream(names("vector.extract", "vector.extractelement"))
)]
pub struct ExtractOp {
    /// The vector.
    #[operand]
    source: AnyVector,
    /// The positions that are values.
    #[operand]
    dynamic_position: Variadic<Index>,
    /// All positions; the smallest number for those that are values.
    #[attr]
    static_position: DenseI64ArrayAttr,
    /// The part.
    #[result]
    result: AnyType,
}

/// A vector with another part at a position of its first dimensions.
///
/// ```mlir
/// %2 = vector.insert %0, %1[3, 1] : vector<8xf32> into vector<4x2x8xf32>
/// ```
#[op(
    name = "vector.insert",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, FoldOp, CanonicalizeOp, InterpretOp, LowerTo<Llvm>),
    upstream(names("vector.insert", "vector.insertelement"))
)]
pub struct InsertOp {
    /// The part.
    #[operand]
    value_to_store: AnyType,
    /// The vector.
    #[operand]
    dest: AnyVector,
    /// The positions that are values.
    #[operand]
    dynamic_position: Variadic<Index>,
    /// All positions; the smallest number for those that are values.
    #[attr]
    static_position: DenseI64ArrayAttr,
    /// The changed vector.
    #[result]
    result: AnyVector,
}

impl ExtractOp {
    /// The part of a vector at these positions; the vector itself if there are none.
    pub fn at(
        builder: &mut (impl OpBuilder + ?Sized),
        source: ValueId,
        position: &[i64],
    ) -> ValueId {
        let ctx = builder.context().clone();
        let shape = Shape::of(&ctx, builder.body().ty(source));
        if position.is_empty() && shape.rank() > 0 {
            return source;
        }
        let ty = shape.after(position.len()).ty_or_element(&ctx);
        Self::create(builder, source, &[], ctx.i64_array_attr(position), ty)
    }
}

impl InsertOp {
    /// A vector with another part at these positions; the part itself if there are none.
    pub fn at(
        builder: &mut (impl OpBuilder + ?Sized),
        value: ValueId,
        dest: ValueId,
        position: &[i64],
    ) -> ValueId {
        let body = builder.body();
        if position.is_empty() && body.ty(value) == body.ty(dest) {
            return value;
        }
        let (ctx, ty) = (builder.context().clone(), builder.body().ty(dest));
        Self::create(builder, value, dest, &[], ctx.i64_array_attr(position), ty)
    }
}

/// A position as read.
struct Position<'s> {
    numbers: Vec<i64>,
    values: Vec<UnresolvedOperand<'s>>,
    /// The type of the position in `%v[%i : i32]`.
    ty: Option<Type>,
}

impl<'s> Position<'s> {
    fn parse(parser: &mut OpAsmParser<'_, 's>) -> Parsed<Self> {
        let mut this = Self { numbers: Vec::new(), values: Vec::new(), ty: None };
        parser.parse_punct("[")?;
        while !parser.parse_optional_punct("]") {
            if !this.numbers.is_empty() {
                parser.parse_punct(",")?;
            }
            match parser.parse_optional_operand()? {
                Some(value) => {
                    this.numbers.push(DYNAMIC);
                    this.values.push(value);
                }
                None => this.numbers.push(parser.parse_integer()?),
            }
            if this.values.len() == 1 && parser.parse_optional_punct(":") {
                this.ty = Some(parser.parse_type()?);
                parser.parse_punct("]")?;
                break;
            }
        }
        Ok(this)
    }

    /// Adds the position to the op; what is not an index is cast to one.
    fn add(self, parser: &mut OpAsmParser<'_, 's>) -> Parsed<()> {
        let ty = self.ty.unwrap_or(Type::INDEX);
        for value in &self.values {
            let mut index = parser.resolve(value, ty)?;
            if ty != Type::INDEX {
                let name = IndexCastUIOp::name(parser.context());
                let state = OperationState::new(name, parser.location())
                    .operands(&[index])
                    .results(&[Type::INDEX]);
                let cast = parser.insert_before(state);
                let cast = IndexCastUIOp::cast(parser.body(), cast);
                index = cast.map_or(index, |cast| cast.result(parser.body()));
            }
            parser.add_operand(index);
        }
        let numbers = parser.context().i64_array_attr(&self.numbers);
        parser.set_attr("static_position", numbers);
        Ok(())
    }
}

impl CustomAssembly for ExtractOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let source = parser.parse_operand()?;
        let position = Position::parse(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let place = parser.position();
        let first = parser.parse_type()?;
        let from = parser.parse_optional_keyword("from");
        let ty = if from { parser.parse_type()? } else { first };
        let result = if from {
            first
        } else {
            let shape = Shape::of(parser.context(), ty);
            if shape.rank() < position.numbers.len() {
                let message = "expected position attribute of rank no greater than vector rank";
                return Err(parser.error(place, message));
            }
            shape.after(position.numbers.len()).ty_or_element(parser.context())
        };
        let source = parser.resolve(&source, ty)?;
        parser.add_operand(source);
        position.add(parser)?;
        parser.add_result_type(result);
        Ok(())
    }

    fn print<'b>(op: ExtractOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let numbers = op.static_position().expect_i64_array(op.context());
        printer.write(" ");
        printer.operand(op.source());
        print_static_dynamic(printer, SQUARE, &numbers, &op.dynamic_position().id_list());
        printer.attr_dict(op.op(), &["static_position"]);
        printer.write(" : ");
        // 2020's text has positions that are numbers only.
        if printer.is_upstream() || !op.dynamic_position().is_empty() || numbers.is_empty() {
            printer.ty(op.result().ty());
            printer.write(" from ");
        }
        printer.ty(op.source().ty());
    }
}

impl CustomAssembly for InsertOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let value = parser.parse_operand()?;
        parser.parse_punct(",")?;
        let dest = parser.parse_operand()?;
        let position = Position::parse(parser)?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let first = parser.parse_type()?;
        let (value_type, ty) = if position.ty.is_some() && !parser.at_keyword("into") {
            (first.element_or_self(parser.context()), first)
        } else {
            parser.parse_keyword("into")?;
            (first, parser.parse_type()?)
        };
        let value = parser.resolve(&value, value_type)?;
        let dest = parser.resolve(&dest, ty)?;
        parser.add_operands(&[value, dest]);
        position.add(parser)?;
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: InsertOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let numbers = op.static_position().expect_i64_array(op.context());
        printer.write(" ");
        printer.operand(op.value_to_store());
        printer.write(", ");
        printer.operand(op.dest());
        let space = if printer.is_upstream() { " " } else { "" };
        printer.write(space);
        print_static_dynamic(printer, SQUARE, &numbers, &op.dynamic_position().id_list());
        printer.attr_dict(op.op(), &["static_position"]);
        printer.write(" : ");
        printer.ty(op.value_to_store().ty());
        printer.write(" into ");
        printer.ty(op.dest().ty());
    }
}

/// Reports positions outside of a vector; `whose` is what the messages call
/// its dimension.
fn verify_position(
    op: OpRef<'_>,
    numbers: &[i64],
    shape: &Shape,
    whose: &str,
    diagnostics: &mut Diagnostics,
) -> bool {
    for (index, (&number, (&size, &scales))) in
        numbers.iter().zip(shape.sizes.iter().zip(&shape.scalable)).enumerate()
    {
        // How far a scalable vector goes is not known.
        let is_within = number == DYNAMIC || number == POISON || (0..size).contains(&number);
        if !(is_within || scales && number >= 0) {
            let message = format!(
                "expected position attribute #{} to be a non-negative integer smaller than the \
                 corresponding {whose}",
                index + 1
            );
            diagnostics.error(op.op_error(message));
            return false;
        }
    }
    true
}

/// Whether an extracted element is in a vector of it alone.
pub(super) fn is_vector_of_element(ctx: &Context, part: &Shape, found: Type) -> bool {
    let shape = Shape::of(ctx, found);
    part.rank() == 0 && shape.element == part.element && shape.sizes == [1] && !shape.scalable[0]
}

impl VerifyOp for ExtractOp {
    fn verify(op: ExtractOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let shape = Shape::of(ctx, op.source().ty());
        let numbers = op.static_position().expect_i64_array(ctx);
        let values = op.dynamic_position().len();
        if !verify_static_dynamic(op.op(), "position", &numbers, values, diagnostics) {
            return;
        }
        if numbers.len() > shape.rank() {
            let message = "expected position attribute of rank no greater than vector rank";
            diagnostics.error(op.op_error(message));
            return;
        }
        if !verify_position(
            op.op(),
            &numbers,
            &shape,
            "vector dimension or poison (-1)",
            diagnostics,
        ) {
            return;
        }
        let (part, found) = (shape.after(numbers.len()), op.result().ty());
        // Of all positions, an element, or a vector of it alone.
        let fits = found == part.ty_or_element(ctx)
            || found == part.ty(ctx)
            || is_vector_of_element(ctx, &part, found);
        if !fits {
            let (wanted, found) =
                (print_type(ctx, part.ty_or_element(ctx)), print_type(ctx, found));
            let message = format!(
                "inferred type(s) '{wanted}' are incompatible with return type(s) of operation \
                 '{found}'"
            );
            diagnostics.error(op.op_error(message));
        }
    }
}

impl VerifyOp for InsertOp {
    fn verify(op: InsertOpRef<'_>, diagnostics: &mut Diagnostics) {
        let ctx = op.context();
        let shape = Shape::of(ctx, op.dest().ty());
        let numbers = op.static_position().expect_i64_array(ctx);
        let values = op.dynamic_position().len();
        if !verify_static_dynamic(op.op(), "position", &numbers, values, diagnostics) {
            return;
        }
        let part = Shape::of(ctx, op.value_to_store().ty());
        let is_vector = op.value_to_store().ty().shape(ctx).is_some();
        let message = if op.result().ty() != op.dest().ty() {
            "failed to verify that all of {dest, result} have same type"
        } else if part.element != shape.element {
            "failed to verify that source operand and result have same element type"
        } else if numbers.len() > shape.rank() {
            "expected position attribute of rank no greater than dest vector rank"
        } else if is_vector && numbers.len() + part.rank() != shape.rank() {
            "expected position attribute rank + source rank to match dest vector rank"
        } else if !is_vector && numbers.len() != shape.rank() {
            "expected position attribute rank to match the dest vector rank"
        } else if part != shape.after(numbers.len()) {
            "expected the source's shape to be that of the last dimensions of the dest vector"
        } else {
            verify_position(op.op(), &numbers, &shape, "dest vector dimension", diagnostics);
            return;
        };
        diagnostics.error(op.op_error(message));
    }
}

/// The position when the op is run. None if it is poison.
fn run_position(
    m: &Machine<'_>,
    numbers: &[i64],
    values: ValueRange<'_>,
    sizes: &[i64],
) -> Result<Option<Vec<i64>>, Trap> {
    let mut values = m.indices(values)?.into_iter();
    let mut position = Vec::with_capacity(numbers.len());
    for (&number, &size) in numbers.iter().zip(sizes) {
        let at = match number {
            DYNAMIC => values.next().ok_or_else(Trap::malformed)?,
            POISON => return Ok(None),
            number => number,
        };
        if !(0..size).contains(&at) {
            return Err(Trap::new(format!("position {at} is out of bounds of size {size}")));
        }
        position.push(at);
    }
    Ok(Some(position))
}

impl InterpretOp for ExtractOp {
    fn interpret<'b>(op: ExtractOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let source = Block::of(m, op.source())?;
        let numbers = op.static_position().expect_i64_array(op.context());
        let position = run_position(m, &numbers, op.dynamic_position(), &source.sizes)?;
        let rest = &source.sizes[numbers.len().min(source.sizes.len())..];
        let size = count(rest);
        let values = match position {
            Some(position) => {
                let first = number_of(&source.sizes, &position) * size;
                source.values[first..first + size].to_vec()
            }
            None => vec![Value::Poison; size],
        };
        let part = Shape { sizes: rest.to_vec(), ..Shape::of(op.context(), op.source().ty()) };
        let sizes = match is_vector_of_element(op.context(), &part, op.result().ty()) {
            true => vec![1],
            false => part.sizes,
        };
        Block { sizes, values }.set_result(m, op.result())
    }
}

impl InterpretOp for InsertOp {
    fn interpret<'b>(op: InsertOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (part, mut dest) = (Block::of(m, op.value_to_store())?, Block::of(m, op.dest())?);
        let numbers = op.static_position().expect_i64_array(op.context());
        let position = run_position(m, &numbers, op.dynamic_position(), &dest.sizes)?;
        match position {
            Some(position) => {
                let first = number_of(&dest.sizes, &position) * part.values.len();
                dest.values[first..first + part.values.len()].clone_from_slice(&part.values);
            }
            None => dest.values.fill(Value::Poison),
        }
        dest.set_result(m, op.result())
    }
}

/// The position with all values that are constants as numbers, and the other values.
fn known_position(
    ctx: &Context,
    numbers: &[i64],
    shape: &Shape,
    values: ValueRange<'_>,
    constants: &[Option<Attribute>],
) -> Option<(Vec<i64>, SmallVec<[ValueId; 4]>)> {
    let mut open = SmallVec::new();
    let mut next = values.ids().zip(constants);
    let mut changed = false;
    let numbers = numbers.iter().zip(&shape.sizes).map(|(&number, &size)| {
        if number != DYNAMIC {
            return Some(number);
        }
        let (value, constant) = next.next()?;
        match constant.and_then(|constant| constant.as_i64(ctx)) {
            // Positions outside of the vector stay, and are undefined.
            Some(known) if (0..size).contains(&known) => {
                changed = true;
                Some(known)
            }
            _ => {
                open.push(value);
                Some(DYNAMIC)
            }
        }
    });
    let numbers: Vec<i64> = numbers.collect::<Option<_>>()?;
    changed.then_some((numbers, open))
}

impl FoldOp for ExtractOp {
    fn fold(op: ExtractOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let (ctx, source) = (op.context(), op.source());
        let numbers = op.static_position().expect_i64_array(ctx);
        let shape = Shape::of(ctx, source.ty());
        if numbers.is_empty() && op.result().ty() == source.ty() {
            return Fold::value(source);
        }
        if is_vector_of_element(ctx, &shape.after(numbers.len()), op.result().ty()) {
            return Fold::Unchanged;
        }
        if is_poison(ctx, constants.source()) || numbers.contains(&POISON) {
            return Fold::constant(poison_attr(ctx));
        }
        let values = op.dynamic_position();
        let known = constants.dynamic_position();
        if let Some((numbers, open)) = known_position(ctx, &numbers, &shape, values, known) {
            let (handle, attribute) = (op.handle(), ctx.i64_array_attr(&numbers));
            return Fold::in_place(move |body| {
                handle.set_static_position(body, attribute);
                handle.set_dynamic_position(body, &open);
            });
        }
        if let Some(elements) = constants.source().and_then(|it| it.dense(ctx)) {
            let ty = op.result().ty();
            if elements.is_splat() || values.is_empty() {
                let sizes = &shape.sizes;
                let index = |rest: &[i64]| Some(number_of(sizes, &[&numbers, rest].concat()));
                return rearranged(ctx, &elements, ty, index).into();
            }
            return Fold::Unchanged;
        }
        from_source(op, &numbers)
    }
}

/// Finds the part in the op that made the vector.
fn from_source(op: ExtractOpRef<'_>, numbers: &[i64]) -> Fold {
    let (source, ty) = (op.source(), op.result().ty());
    let is_static = op.dynamic_position().is_empty();
    if let Some(splat) = source.defining::<SplatOp>().filter(|splat| splat.input().ty() == ty) {
        return Fold::value(splat.input());
    }
    if let Some(broadcast) =
        source.defining::<crate::BroadcastOp>().filter(|it| it.source().ty() == ty)
    {
        return Fold::value(broadcast.source());
    }
    if let Some(list) = source.defining::<FromElementsOp>().filter(|_| is_static) {
        let sizes = Shape::of(op.context(), source.ty()).sizes;
        if numbers.len() == sizes.len() && numbers.iter().all(|&number| number >= 0) {
            let element = list.elements().get(number_of(&sizes, numbers));
            return element.map_or(Fold::Unchanged, Fold::value);
        }
    }
    if let Some(inner) = source.defining::<ExtractOp>() {
        let outer = inner.static_position().expect_i64_array(op.context());
        // An element as a vector of one element has one position only.
        let is_element = Shape::of(op.context(), inner.source().ty()).rank() == outer.len();
        if is_element && numbers.len() != 1 {
            return Fold::Unchanged;
        }
        let numbers = if is_element { &[][..] } else { numbers };
        let all = op.context().i64_array_attr(&[&outer[..], numbers].concat());
        let mut values = inner.dynamic_position().id_list();
        if !is_element {
            values.extend(op.dynamic_position().ids());
        }
        let (handle, source) = (op.handle(), inner.source().id());
        return Fold::in_place(move |body| {
            handle.set_static_position(body, all);
            handle.set_source(body, source);
            handle.set_dynamic_position(body, &values);
        });
    }
    from_inserts(op, numbers)
}

/// The part that was inserted at this very position, or the vector before parts were inserted that
/// do not overlap it.
fn from_inserts(op: ExtractOpRef<'_>, numbers: &[i64]) -> Fold {
    if !op.dynamic_position().is_empty() {
        return Fold::Unchanged;
    }
    let mut source = op.source();
    while let Some(insert) = source.defining::<InsertOp>() {
        let written = insert.static_position().expect_i64_array(op.context());
        if !insert.dynamic_position().is_empty() || written.contains(&POISON) {
            break;
        }
        if written[..] == *numbers && insert.value_to_store().ty() == op.result().ty() {
            return Fold::value(insert.value_to_store());
        }
        // One is a part of the other.
        if written.starts_with(numbers) || numbers.starts_with(&written) {
            break;
        }
        source = insert.dest();
    }
    if source == op.source() {
        return Fold::Unchanged;
    }
    let (handle, source) = (op.handle(), source.id());
    Fold::in_place(move |body| handle.set_source(body, source))
}

impl FoldOp for InsertOp {
    fn fold(op: InsertOpRef<'_>, constants: FoldAdaptor<'_, Self>) -> Fold {
        let ctx = op.context();
        let numbers = op.static_position().expect_i64_array(ctx);
        let shape = Shape::of(ctx, op.dest().ty());
        if numbers.is_empty() && op.value_to_store().ty() == op.result().ty() {
            return Fold::value(op.value_to_store());
        }
        if numbers.contains(&POISON) {
            return Fold::constant(poison_attr(ctx));
        }
        let values = op.dynamic_position();
        let known = constants.dynamic_position();
        if let Some((numbers, open)) = known_position(ctx, &numbers, &shape, values, known) {
            let (handle, attribute) = (op.handle(), ctx.i64_array_attr(&numbers));
            return Fold::in_place(move |body| {
                handle.set_static_position(body, attribute);
                handle.set_dynamic_position(body, &open);
            });
        }
        if let Some(inner) = op.dest().defining::<Self>()
            && values.is_empty()
            && inner.static_position().expect_i64_array(ctx) == numbers
            && inner.dynamic_position().is_empty()
        {
            // It is overwritten.
            let (handle, dest) = (op.handle(), inner.dest().id());
            return Fold::in_place(move |body| handle.set_dest(body, dest));
        }
        if !values.is_empty() || shape.is_scalable() {
            return Fold::Unchanged;
        }
        inserted_constant(op, constants, &numbers, &shape).into()
    }
}

impl CanonicalizeOp for InsertOp {
    fn patterns(set: &mut RewritePatternSet) {
        set.add::<Self>("vector.insert-of-all-elements", 1, |op, rewriter| {
            let view = op.on(rewriter.body());
            let (elements, ty) = (all_elements(view)?, view.result().ty());
            let list = FromElementsOp::create(rewriter, &elements, ty);
            rewriter.replace_op(op.id(), &[list]);
            Ok(())
        });
    }
}

/// The elements of a vector, each of which the last ops of a chain insert, the last one of them
/// `last`. Rows stay: their elements are not taken apart.
fn all_elements(last: InsertOpRef<'_>) -> Result<Vec<ValueId>, &'static str> {
    let shape = Shape::of(last.context(), last.result().ty());
    if shape.is_scalable() || count(&shape.sizes) > LONGEST {
        return Err("the elements are too many, or of an unknown number");
    }
    let (body, result) = (last.op().body(), last.result().id());
    let goes_on = |user| InsertOp::cast(body, user).is_some_and(|next| next.dest(body) == result);
    if body.users(result).any(goes_on) {
        return Err("it is not the last of its chain");
    }
    let mut elements: Vec<Option<ValueId>> = vec![None; count(&shape.sizes)];
    let mut next = Some(last);
    while let Some(insert) = next {
        let numbers = insert.static_position().expect_i64_array(last.context());
        let is_element = numbers.len() == shape.rank() && insert.dynamic_position().is_empty();
        if !is_element || numbers.contains(&POISON) {
            return Err("it inserts no element at a known position");
        }
        if insert.result() != last.result() && !insert.result().has_one_use() {
            return Err("another op needs a vector of the chain");
        }
        // Elements that were inserted before are overwritten.
        elements[number_of(&shape.sizes, &numbers)].get_or_insert(insert.value_to_store().id());
        next = insert.dest().defining::<InsertOp>();
    }
    let all: Option<Vec<ValueId>> = elements.into_iter().collect();
    all.ok_or("an element is not inserted")
}

/// Insertions into longer vectors stay: each would make a constant, or a list of all elements.
const LONGEST: usize = 256;

/// The constant elements with the constant part.
fn inserted_constant(
    op: InsertOpRef<'_>,
    constants: FoldAdaptor<'_, InsertOp>,
    numbers: &[i64],
    shape: &Shape,
) -> Option<Attribute> {
    let (ctx, ty) = (op.context(), op.result().ty());
    let dest = constants.dest().and_then(|it| it.dense(ctx))?;
    let value = constants.value_to_store()?;
    let part = match value.dense(ctx) {
        Some(elements) => elements,
        None => splat_attr(ctx, ctx.vector_type(&[1], shape.element), value)?.dense(ctx)?,
    };
    let total = count(&shape.sizes);
    (total <= LONGEST).then_some(())?;
    let size = count(&shape.sizes[numbers.len()..]);
    let first = number_of(&shape.sizes, numbers) * size;
    let mut bytes = Vec::new();
    for index in 0..total {
        let element = match index.checked_sub(first).filter(|&inner| inner < size) {
            Some(inner) => part.element(ctx, inner)?,
            None => dest.element(ctx, index)?,
        };
        bytes.extend_from_slice(element);
    }
    ctx.try_dense_attr(DenseElements::new(ty, bytes.into(), false))
}

pub(crate) fn register_extract_insert(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<ExtractOp>();
    dialect.op::<InsertOp>();
}
