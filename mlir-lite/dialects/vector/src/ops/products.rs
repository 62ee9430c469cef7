//! Products: fused multiply-adds, outer products and contractions.

use crate::kinds::{CombiningKind, IteratorType};
use crate::ops::lowering::{
    SCALABLE, VectorContract, accumulate, build_parts, check_fixed, multiply,
};
use crate::ops::masks::is_set;
use crate::shapes::{Block, Shape, number_of, run_sizes};
use crate::{BroadcastOp, ExtractOp, InsertOp, TransposeOp};
use mlir_lite::affine::{AffineExprKind, AffineMap};
use mlir_lite::conversion::LowerTo;
use mlir_lite::dialects::llvm;
use mlir_lite::dialects::standard;
use mlir_lite::dialects::standard::to_llvm::unroll::unrolled;
use mlir_lite::dialects::standard::to_llvm::{Llvm, Lowered, NewResults, Rewriter};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Trap, Value, apply, positions};
use mlir_lite::ir::enums::EnumAttribute;
use mlir_lite::ir::prelude::*;
use mlir_lite::rewrite::{MatchFailure, MatchResult, PatternRewriter};
use mlir_lite::scalar::{AtomicRmwKind, FloatFunction, ScalarFunction};
use mlir_lite::text::print_type;
use mlir_lite::types::element_count;

/// `lhs * rhs + acc` of each element, rounded once.
///
/// ```mlir
/// %3 = vector.fma %0, %1, %2 : vector<8x16xf32>
/// ```
#[op(
    name = "vector.fma",
    traits(Pure, SameOperandsAndResultType),
    implements(InterpretOp, LowerTo<Llvm>),
    format = "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)"
)]
pub struct FMAOp {
    /// The left factor.
    #[operand]
    lhs: VectorOf<AnyFloat>,
    /// The right factor.
    #[operand]
    rhs: VectorOf<AnyFloat>,
    /// The accumulator.
    #[operand]
    acc: VectorOf<AnyFloat>,
    /// The sum.
    #[result]
    result: VectorOf<AnyFloat>,
}

/// The products of all elements of a vector and all of another one, or one number; combined with
/// an accumulator, if there is one.
///
/// ```mlir
/// %2 = vector.outerproduct %0, %1 : vector<4xf32>, vector<8xf32>
/// %3 = vector.outerproduct %0, %1, %2 {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
/// ```
#[op(
    name = "vector.outerproduct",
    traits(Pure, AllElementTypesMatch(lhs, rhs, result)),
    implements(CustomAssembly, VerifyOp, InterpretOp, LowerTo<VectorContract>)
)]
pub struct OuterProductOp {
    /// The left factors.
    #[operand]
    lhs: AnyVector,
    /// The right factors.
    #[operand]
    rhs: AnyType,
    /// The accumulator, which is combined with the products.
    #[operand]
    acc: Optional<AnyVector>,
    /// How they are combined.
    #[attr(typed, default = CombiningKind::Add)]
    kind: CombiningKind,
    /// The products.
    #[result]
    result: AnyVector,
}

/// Products of elements of two vectors, combined along some iterators with an accumulator.
///
/// The maps say which elements belong to the values of the iterators. With kinds other than `add`,
/// "product" and "sum" are other functions as well: `min` and `+`, for example, need `add` as
/// product, which a program computes itself.
///
/// ```mlir
/// #a = affine_map<(i, j, k) -> (i, k)>
/// #b = affine_map<(i, j, k) -> (k, j)>
/// #c = affine_map<(i, j, k) -> (i, j)>
/// %3 = vector.contract {indexing_maps = [#a, #b, #c],
///                       iterator_types = ["parallel", "parallel", "reduction"]}
///   %0, %1, %2 : vector<4x3xf32>, vector<3x7xf32> into vector<4x7xf32>
/// ```
#[op(
    name = "vector.contract",
    traits(Pure),
    implements(CustomAssembly, VerifyOp, InterpretOp, LowerTo<VectorContract>)
)]
pub struct ContractionOp {
    /// The left factors.
    #[operand]
    lhs: AnyVector,
    /// The right factors.
    #[operand]
    rhs: AnyVector,
    /// The accumulator, which is combined with the products.
    #[operand]
    acc: AnyType,
    /// From the iterators to the positions in the operands.
    #[attr]
    indexing_maps: ArrayOf<AffineMapAttr>,
    /// How the iterators are used.
    #[attr]
    iterator_types: ArrayOf<IteratorType>,
    /// How the products are combined.
    #[attr(typed, default = CombiningKind::Add)]
    kind: CombiningKind,
    /// The combined products.
    #[result]
    result: AnyType,
}

impl CustomAssembly for OuterProductOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let operands = parser.parse_operand_list()?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let position = parser.position();
        let left = parser.parse_type()?;
        parser.parse_punct(",")?;
        let right = parser.parse_type()?;
        let ctx = parser.context().clone();
        let [a, b] = [left, right].map(|ty| Shape::of(&ctx, ty));
        if left.shape(&ctx).is_none() {
            return Err(parser.error(position, "expected vector type for operand #1"));
        }
        if !matches!(operands.len(), 2 | 3) {
            return Err(parser.error(position, "expected 2 or 3 operands"));
        }
        let result = Shape {
            sizes: [&a.sizes[..], &b.sizes].concat(),
            scalable: [&a.scalable[..], &b.scalable].concat(),
            element: a.element,
        };
        let result = result.ty(&ctx);
        for (operand, ty) in operands.iter().zip([left, right, result]) {
            let value = parser.resolve(operand, ty)?;
            parser.add_operand(value);
        }
        if parser.attr("kind").is_none() {
            let kind = CombiningKind::Add.attribute(&ctx);
            parser.set_attr("kind", kind);
        }
        parser.add_result_type(result);
        Ok(())
    }

    fn print<'b>(op: OuterProductOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operands(op.op().operands());
        // Without an accumulator, nothing is combined.
        match op.acc() {
            None => printer.attr_dict(op.op(), &["kind"]),
            Some(_) => {
                let kind = op.kind().attribute(op.context());
                printer.attr_dict_with_default(op.op(), &[], ("kind", kind));
            }
        }
        printer.write(" : ");
        printer.types([op.lhs().ty(), op.rhs().ty()]);
    }
}

impl VerifyOp for OuterProductOp {
    fn verify(view: OuterProductOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (op, ctx) = (view.op(), view.context());
        let [a, b, c] =
            [view.lhs(), view.rhs(), view.result()].map(|value| Shape::of(ctx, value.ty()));
        let is_vector = view.rhs().ty().shape(ctx).is_some();
        let message = if a.rank() != 1 {
            "expected 1-d vector for operand #1"
        } else if is_vector && b.rank() != 1 {
            "expected 1-d vector for operand #2"
        } else if !is_vector && view.rhs().ty() != c.element {
            "expected a vector or a number of the result's element type for operand #2"
        } else if is_vector && c.rank() != 2 {
            "expected 2-d vector result"
        } else if !is_vector && c.rank() != 1 {
            "expected 1-d vector result"
        } else if a.sizes[0] != c.sizes[0] {
            "expected #1 operand dim to match result dim #1"
        } else if is_vector && b.sizes[0] != c.sizes[1] {
            "expected #2 operand dim to match result dim #2"
        } else if a.scalable[0] != c.scalable[0] || (is_vector && b.scalable[0] != c.scalable[1]) {
            "expected the result to be scalable as the operands are"
        } else if view.acc().is_some_and(|acc| acc.ty() != view.result().ty()) {
            "expected operand #3 of same type as result type"
        } else if view.kind().function(ctx, c.element).is_none() {
            "unsupported outerproduct type"
        } else {
            return;
        };
        diagnostics.error(op.op_error(message));
    }
}

impl CustomAssembly for ContractionOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let ctx = parser.context().clone();
        let position = parser.position();
        // Often an alias, `#trait`.
        let traits = parser.parse_attribute(None)?;
        let Some(entries) = traits.as_dictionary(&ctx) else {
            return Err(parser.error(position, "expected a dictionary, or an alias of one"));
        };
        for entry in entries {
            let value = match (entry.0.text(&ctx), entry.1.as_array(&ctx)) {
                ("iterator_types", Some(types)) => {
                    let types = types.iter().map(|&ty| match ty.as_str(&ctx) {
                        Some(name) => IteratorType::DEF
                            .symbolize(name)
                            .map(|value| (IteratorType::DEF.to_attribute)(&ctx, value))
                            .ok_or_else(|| format!("unexpected iterator_type ({name})")),
                        None => Ok(ty),
                    });
                    match types.collect::<Result<Vec<_>, _>>() {
                        Ok(types) => ctx.array_attr(&types),
                        Err(message) => return Err(parser.error(position, message)),
                    }
                }
                _ => entry.1,
            };
            parser.set_attr_ident(entry.0, value);
        }
        if parser.attr("kind").is_none() {
            let kind = CombiningKind::Add.attribute(&ctx);
            parser.set_attr("kind", kind);
        }
        let operands = parser.parse_operand_list()?;
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let place = parser.position();
        let mut types = parser.parse_type_list()?;
        parser.parse_keyword("into")?;
        let result = parser.parse_type()?;
        types.push(result);
        let values = parser.resolve_all(&operands, &types, place)?;
        parser.add_operands(&values);
        parser.add_result_type(result);
        Ok(())
    }

    fn print<'b>(op: ContractionOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        let ctx = op.context();
        printer.write(" {indexing_maps = ");
        printer.attribute(op.indexing_maps());
        printer.write(", iterator_types = [");
        let types = op.iterator_types().expect_array(ctx);
        printer.comma_separated(types, |printer, &ty| {
            let name = IteratorType::value_of(ctx, ty).map_or("", IteratorType::text);
            printer.display(format_args!("\"{name}\""));
        });
        printer.write("], kind = ");
        printer.attribute(op.kind().attribute(ctx));
        printer.write("} ");
        printer.operands(op.op().operands());
        printer.attr_dict(op.op(), &["indexing_maps", "iterator_types", "kind"]);
        printer.write(" : ");
        printer.types([op.lhs().ty(), op.rhs().ty()]);
        printer.write(" into ");
        printer.ty(op.result().ty());
    }
}

/// The iteration space of a contraction.
pub(crate) struct Contraction {
    /// For left, right, and accumulator: which iterator each dimension is.
    pub(crate) maps: [Vec<usize>; 3],
    pub(crate) iterators: Vec<IteratorType>,
}

impl Contraction {
    pub(crate) fn of(op: ContractionOpRef<'_>) -> Option<Self> {
        let ctx = op.context();
        let maps: Vec<Vec<usize>> = op
            .indexing_maps()
            .as_array(ctx)?
            .iter()
            .map(|map| dimensions(ctx, map.as_affine_map(ctx)?))
            .collect::<Option<_>>()?;
        let iterators = op.iterator_types().as_array(ctx)?.iter();
        let iterators: Vec<IteratorType> =
            iterators.map(|&ty| IteratorType::value_of(ctx, ty)).collect::<Option<_>>()?;
        Some(Self { maps: maps.try_into().ok()?, iterators })
    }

    /// The number of values of each iterator.
    fn sizes(&self, operands: [&[i64]; 3]) -> Vec<i64> {
        let mut sizes = vec![1; self.iterators.len()];
        for (map, operand) in self.maps.iter().zip(operands) {
            for (&iterator, &size) in map.iter().zip(operand) {
                sizes[iterator] = size;
            }
        }
        sizes
    }
}

/// The dimensions that a map consists of. None if its results are not distinct dimensions.
pub(crate) fn dimensions(ctx: &Context, map: AffineMap) -> Option<Vec<usize>> {
    let mut found: Vec<usize> = Vec::new();
    for result in map.results(ctx) {
        let AffineExprKind::Dim(dimension) = result.kind(ctx) else { return None };
        let dimension = dimension as usize;
        (!found.contains(&dimension)).then(|| found.push(dimension))?;
    }
    Some(found)
}

impl VerifyOp for ContractionOp {
    fn verify(view: ContractionOpRef<'_>, diagnostics: &mut Diagnostics) {
        if let Err(message) = check_contraction(view) {
            diagnostics.error(view.op().op_error(message));
        }
    }
}

fn check_contraction(view: ContractionOpRef<'_>) -> Result<(), String> {
    let ctx = view.context();
    let types = [view.lhs().ty(), view.rhs().ty(), view.acc().ty()];
    let shapes = types.map(|ty| Shape::of(ctx, ty));
    let maps = view.indexing_maps().expect_array(ctx);
    if maps.len() != 3 {
        return Err("expected an indexing map for each vector operand".into());
    }
    let count = view.iterator_types().expect_array(ctx).len();
    for (index, (map, shape)) in maps.iter().zip(&shapes).enumerate() {
        let map = map.as_affine_map(ctx).ok_or("expected affine maps")?;
        let data = map.data(ctx);
        if data.symbols != 0 {
            return Err(format!("expected indexing map {index} to have no symbols"));
        }
        if data.dims as usize != count {
            return Err(format!("expected indexing map {index} to have {count} number of inputs"));
        }
        let (outputs, rank) = (map.results(ctx).len(), shape.rank());
        if outputs != rank {
            return Err(format!("expected indexing map {index} to have {rank} number of outputs"));
        }
        if dimensions(ctx, map).is_none() {
            return Err(format!(
                "expected indexing map {index} to be a projected permutation of its inputs"
            ));
        }
    }
    let contraction = Contraction::of(view).ok_or("expected affine maps and iterator types")?;
    check_iterators(&contraction, &shapes)?;
    let [left, right, acc] = &contraction.maps;
    let mut wanted = Shape { element: shapes[2].element, ..shapes[0].select([]) };
    for iterator in acc {
        let of = |map: &[usize]| map.iter().position(|found| found == iterator);
        let (shape, at) = match (of(left), of(right)) {
            (Some(at), _) => (&shapes[0], at),
            (_, Some(at)) => (&shapes[1], at),
            _ => return Err("invalid accumulator/result vector shape".into()),
        };
        wanted.sizes.push(shape.sizes[at]);
        wanted.scalable.push(shape.scalable[at]);
    }
    if !wanted.same_dimensions(&shapes[2]) {
        let wanted = print_type(ctx, wanted.ty(ctx));
        return Err(format!("invalid accumulator/result vector shape, expected: '{wanted}'"));
    }
    if view.acc().ty() != view.result().ty() {
        return Err("failed to verify that third operand acc and result have same type".into());
    }
    if shapes[0].element != shapes[1].element {
        return Err("failed to verify that lhs and rhs have same element type".into());
    }
    if view.kind().function(ctx, shapes[2].element).is_none() {
        return Err("unsupported contraction type".into());
    }
    Ok(())
}

/// Checks that iterators are used as their types say, with one size each.
fn check_iterators(contraction: &Contraction, shapes: &[Shape; 3]) -> Result<(), String> {
    let [left, right, acc] = &contraction.maps;
    let mut contracts = false;
    for (iterator, ty) in contraction.iterators.iter().enumerate() {
        let of = |map: &[usize]| map.iter().position(|&found| found == iterator);
        let (in_left, in_right, in_acc) = (of(left), of(right), of(acc));
        if let (Some(a), Some(b)) = (in_left, in_right) {
            let agrees = shapes[0].sizes[a] == shapes[1].sizes[b]
                && shapes[0].scalable[a] == shapes[1].scalable[b];
            let is_reduction = *ty == IteratorType::Reduction;
            if is_reduction && in_acc.is_some() {
                return Err("expected reduction iterators to be none of the result".into());
            }
            contracts |= is_reduction;
            if !agrees {
                return Err(match is_reduction {
                    true => "invalid contracting dimension map".into(),
                    false => "invalid batch dimension map".into(),
                });
            }
        }
        let is_free = in_left.is_some() != in_right.is_some();
        if (*ty == IteratorType::Parallel) != in_acc.is_some() || (is_free && in_acc.is_none()) {
            return Err("expected at least one contracting dimension pair".into());
        }
    }
    if contracts { Ok(()) } else { Err("expected at least one contracting dimension pair".into()) }
}

/// `acc` combined with `a * b`: one fused multiply-add of floats.
fn accumulate_values(
    m: &Machine<'_>,
    kind: CombiningKind,
    ty: Type,
    [a, b, acc]: [&Value; 3],
) -> Result<Value, Trap> {
    if [a, b, acc].contains(&&Value::Poison) {
        return Ok(Value::Poison);
    }
    if kind == CombiningKind::Add && ty.is_float(m.context()) {
        return fused(ty, m.context(), [a, b, acc]);
    }
    let product = product(m, ty, a, b)?;
    kind.run(m, ty, &product, acc)
}

fn fused(ty: Type, ctx: &Context, [a, b, c]: [&Value; 3]) -> Result<Value, Trap> {
    use mlir_lite::types::TypeKind;
    let TypeKind::Float(format) = ty.kind(ctx) else { return Err(Trap::malformed()) };
    let numbers = [a.as_number()?, b.as_number()?, c.as_number()?];
    let value = FloatFunction::Fma.apply(*format, &numbers).map(Value::number);
    value.ok_or_else(|| Trap::new("cannot be interpreted: a fused multiply-add of this format"))
}

fn product(m: &Machine<'_>, ty: Type, a: &Value, b: &Value) -> Result<Value, Trap> {
    if [a, b].contains(&&Value::Poison) {
        return Ok(Value::Poison);
    }
    let function = match ty.is_float(m.context()) {
        true => AtomicRmwKind::MulF.function(),
        false => AtomicRmwKind::MulI.function(),
    };
    let function: ScalarFunction = function.ok_or_else(Trap::malformed)?;
    apply(m, function, ty, a, b)
}

impl InterpretOp for FMAOp {
    fn interpret<'b>(op: FMAOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let [a, b, c] = [op.lhs(), op.rhs(), op.acc()].map(|value| Block::of(m, value));
        let (a, b, c) = (a?, b?, c?);
        let ty = op.result().ty().element_or_self(op.context());
        let numbers = a.values.iter().zip(&b.values).zip(&c.values);
        let sums =
            numbers.map(|((a, b), c)| accumulate_values(m, CombiningKind::Add, ty, [a, b, c]));
        let values = sums.collect::<Result<_, _>>()?;
        Block { sizes: a.sizes, values }.set_result(m, op.result())
    }
}

impl InterpretOp for OuterProductOp {
    fn interpret<'b>(op: OuterProductOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        op.run(m, None)
    }
}

impl<'b> OuterProductOpRef<'b> {
    /// Runs the op on the elements whose mask is set; the others are those of the accumulator.
    pub(crate) fn run(self, m: &mut Machine<'b>, mask: Option<&Block>) -> Result<Flow, Trap> {
        let (left, right) = (Block::of(m, self.lhs())?, Block::of(m, self.rhs())?);
        let acc = self.acc().map(|acc| Block::of(m, acc)).transpose()?;
        let ty = self.result().ty().element_or_self(self.context());
        let (sizes, kind) = (run_sizes(m, self.result().ty())?, self.kind());
        let element = |at: &[i64]| {
            let (a, b) = (left.at(&at[..1]), right.at(&at[1..]));
            match &acc {
                Some(acc) if is_set(mask, at)? => {
                    accumulate_values(m, kind, ty, [&a, &b, &acc.at(at)])
                }
                Some(acc) => Ok(acc.at(at)),
                None => product(m, ty, &a, &b),
            }
        };
        Block::from_fn(&sizes, element)?.set_result(m, self.result())
    }
}

impl InterpretOp for ContractionOp {
    fn interpret<'b>(op: ContractionOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        op.run(m, None)
    }
}

impl<'b> ContractionOpRef<'b> {
    /// Runs the op for the values of the iterators whose mask is set.
    pub(crate) fn run(self, m: &mut Machine<'b>, mask: Option<&Block>) -> Result<Flow, Trap> {
        let (left, right) = (Block::of(m, self.lhs())?, Block::of(m, self.rhs())?);
        let mut acc = Block::of(m, self.acc())?;
        let contraction = Contraction::of(self).ok_or_else(Trap::malformed)?;
        let (ctx, kind) = (m.context(), self.kind());
        let ty = self.result().ty().element_or_self(ctx);
        if self.lhs().ty().element_or_self(ctx) != ty {
            return Err(Trap::new("cannot be interpreted: factors of another type than their sum"));
        }
        let sizes = contraction.sizes([&left.sizes, &right.sizes, &acc.sizes]);
        m.check_count(element_count(&sizes))?;
        for position in positions(&sizes) {
            if !is_set(mask, &position)? {
                continue;
            }
            let at = |map: &[usize]| {
                map.iter().map(|&iterator| position[iterator]).collect::<Vec<i64>>()
            };
            let [a, b, c] = contraction.maps.each_ref().map(|map| at(map));
            let sum = &mut acc.values[number_of(&acc.sizes, &c)];
            *sum = accumulate_values(m, kind, ty, [&left.at(&a), &right.at(&b), sum])?;
        }
        acc.set_result(m, self.result())
    }
}

/// The shape of a mask of a contraction: a dimension for each iterator.
pub(crate) fn iteration_shape(op: ContractionOpRef<'_>) -> Option<Shape> {
    let ctx = op.context();
    let contraction = Contraction::of(op)?;
    let shapes = [op.lhs(), op.rhs(), op.acc()].map(|value| Shape::of(ctx, value.ty()));
    let count = contraction.iterators.len();
    let mut shape =
        Shape { sizes: vec![1; count], scalable: vec![false; count], element: Type::I1 };
    for (map, operand) in contraction.maps.iter().zip(&shapes) {
        for (at, &iterator) in map.iter().enumerate() {
            shape.sizes[iterator] = operand.sizes[at];
            shape.scalable[iterator] = operand.scalable[at];
        }
    }
    Some(shape)
}

// Lowering

impl LowerTo<Llvm> for FMAOp {
    fn lower(op: Self, operands: Adaptor<'_, Self>, b: &mut Rewriter<'_>) -> Lowered {
        let ty = b.converted_type(op.result(b.body()))?;
        let parts = [operands.lhs(), operands.rhs(), operands.acc()];
        unrolled(b, ty, parts, &mut |b, [x, y, z], _| llvm::FMAOp::create(b, x, y, z, None))
            .map(NewResults::from)
    }
}

impl LowerTo<VectorContract> for OuterProductOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let view = op.on(rewriter.body());
        let ctx = view.context().clone();
        let (left, right) = (view.lhs().id(), view.rhs().id());
        let (acc, kind, ty) = (view.acc().map(ValueRef::id), view.kind(), view.result().ty());
        let row = |rewriter: &mut PatternRewriter<'_>, a, b, acc: Option<ValueId>| match acc {
            Some(acc) => accumulate(rewriter, kind, [a, b, acc]),
            None => Ok(multiply(rewriter, a, b)),
        };
        let result = match view.rhs().ty().shape(&ctx) {
            None => {
                let right = BroadcastOp::to(rewriter, right, ty);
                row(rewriter, left, right, acc)?
            }
            Some(_) => {
                let row_type = view.rhs().ty();
                build_parts(rewriter, ty, |rewriter, at| {
                    let number = ExtractOp::at(rewriter, left, &[at]);
                    let number = BroadcastOp::to(rewriter, number, row_type);
                    let acc = acc.map(|acc| ExtractOp::at(rewriter, acc, &[at]));
                    row(rewriter, number, right, acc)
                })?
            }
        };
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

/// A contraction that is being lowered.
struct Parts {
    contraction: Contraction,
    /// Left, right, and accumulator.
    values: [ValueId; 3],
    /// Which products are combined, if not all.
    mask: Option<ValueId>,
    kind: CombiningKind,
}

impl LowerTo<VectorContract> for ContractionOp {
    fn lower(op: Self, _: Adaptor<'_, Self>, rewriter: &mut PatternRewriter<'_>) -> MatchResult {
        let result = op.lowered(rewriter, None)?;
        rewriter.replace_op(op.id(), &[result]);
        Ok(())
    }
}

impl ContractionOp {
    /// Builds what the op becomes, of the products whose mask is set.
    pub(crate) fn lowered(
        self,
        rewriter: &mut PatternRewriter<'_>,
        mask: Option<ValueId>,
    ) -> Result<ValueId, MatchFailure> {
        let view = self.on(rewriter.body());
        let contraction = Contraction::of(view).ok_or("its maps are not permutations")?;
        if !Contraction::has_one_type(view) {
            return Err("the sum has another type than the factors".into());
        }
        let values = [view.lhs(), view.rhs(), view.acc()].map(ValueRef::id);
        let parts = Parts { contraction, values, mask, kind: view.kind() };
        match parts.as_product() {
            Some(orders) => parts.by_outer_products(rewriter, &orders),
            None => parts.by_rows(rewriter),
        }
    }
}

impl Contraction {
    fn has_one_type(op: ContractionOpRef<'_>) -> bool {
        let [left, sum] = [op.lhs(), op.acc()].map(|it| it.ty().element_or_self(op.context()));
        left == sum
    }

    /// Whether the op is lowered with a mask.
    pub(crate) fn is_lowered(op: ContractionOpRef<'_>) -> bool {
        let shape = iteration_shape(op);
        Self::has_one_type(op) && shape.is_some_and(|shape| !shape.is_scalable())
    }
}

impl Parts {
    /// For a product of matrices: which iterators the rows, the columns and the sums are.
    fn as_product(&self) -> Option<[usize; 3]> {
        let [left, right, acc] = &self.contraction.maps;
        let reductions: Vec<usize> = (0..self.contraction.iterators.len())
            .filter(|&at| self.contraction.iterators[at] == IteratorType::Reduction)
            .collect();
        let ([_, _], [_, _], [first, second], [sums]) =
            (&left[..], &right[..], &acc[..], &reductions[..])
        else {
            return None;
        };
        let (rows, columns) = match left.contains(first) {
            true => (*first, *second),
            false => (*second, *first),
        };
        let fits = left.contains(&rows) && right.contains(&columns);
        (fits && left.contains(sums) && right.contains(sums)).then_some([rows, columns, *sums])
    }

    /// An operand with its dimensions in the order of these iterators.
    fn ordered(
        &self,
        rewriter: &mut PatternRewriter<'_>,
        operand: usize,
        order: [usize; 2],
    ) -> ValueId {
        let map = &self.contraction.maps[operand];
        let order = order.map(|wanted| map.iter().position(|&at| at == wanted).unwrap_or(0));
        TransposeOp::permuted(rewriter, self.values[operand], &order)
    }

    /// A sum of outer products of columns and rows.
    fn by_outer_products(
        &self,
        rewriter: &mut PatternRewriter<'_>,
        &[rows, columns, sums]: &[usize; 3],
    ) -> Result<ValueId, MatchFailure> {
        let ctx = rewriter.context().clone();
        let left = self.ordered(rewriter, 0, [sums, rows]);
        let right = self.ordered(rewriter, 1, [sums, columns]);
        let mut acc = self.ordered(rewriter, 2, [rows, columns]);
        let shape = Shape::of(&ctx, rewriter.body().ty(left));
        if shape.scalable[0] {
            return Err(SCALABLE.into());
        }
        let ty = rewriter.body().ty(acc);
        let mask =
            self.mask.map(|mask| TransposeOp::permuted(rewriter, mask, &[sums, rows, columns]));
        for at in 0..shape.sizes[0] {
            let [a, b] = [left, right].map(|value| ExtractOp::at(rewriter, value, &[at]));
            let sum = OuterProductOp::create(rewriter, a, b, Some(acc), Some(self.kind), ty);
            acc = masked(rewriter, mask, &[at], [sum, acc]);
        }
        let is_turned = self.contraction.maps[2] == [columns, rows];
        Ok(if is_turned { TransposeOp::permuted(rewriter, acc, &[1, 0]) } else { acc })
    }

    /// Products of rows, one for each position of the other iterators.
    fn by_rows(&self, rewriter: &mut PatternRewriter<'_>) -> Result<ValueId, MatchFailure> {
        let ctx = rewriter.context().clone();
        let shapes = self.values.map(|value| Shape::of(&ctx, rewriter.body().ty(value)));
        check_fixed(&shapes.each_ref().map(|shape| shape))?;
        let sizes = self.contraction.sizes(shapes.each_ref().map(|shape| &shape.sizes[..]));
        let mut acc = self.values[2];
        for position in positions(&sizes) {
            let at = |map: &[usize]| {
                map.iter().map(|&iterator| position[iterator]).collect::<Vec<i64>>()
            };
            let [a, b, c] = self.contraction.maps.each_ref().map(|map| at(map));
            let left = ExtractOp::at(rewriter, self.values[0], &a);
            let right = ExtractOp::at(rewriter, self.values[1], &b);
            let old = if c.is_empty() { acc } else { ExtractOp::at(rewriter, acc, &c) };
            let sum = accumulate(rewriter, self.kind, [left, right, old])?;
            let sum = masked(rewriter, self.mask, &position, [sum, old]);
            acc = if c.is_empty() { sum } else { InsertOp::at(rewriter, sum, acc, &c) };
        }
        Ok(acc)
    }
}

/// The first value where a part of the mask is set, and the second one elsewhere.
fn masked(
    rewriter: &mut PatternRewriter<'_>,
    mask: Option<ValueId>,
    at: &[i64],
    [set, other]: [ValueId; 2],
) -> ValueId {
    let Some(mask) = mask else { return set };
    let part = ExtractOp::at(rewriter, mask, at);
    let ty = rewriter.body().ty(set);
    standard::SelectOp::create(rewriter, part, set, other, ty)
}

pub(crate) fn register_products(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<FMAOp>();
    dialect.op::<OuterProductOp>();
    dialect.op::<ContractionOp>();
}
