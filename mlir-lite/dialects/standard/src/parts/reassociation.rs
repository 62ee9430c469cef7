//! Groups of dimensions that are split or joined: what the ops `expand_shape` and `collapse_shape`
//! of memory and of tensors have in common.

use super::PartList;
use super::bounds::memory_space;
use mlir_lite::interpreter::{Machine, Trap};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::asm::UnresolvedOperand;
use mlir_lite::text::print_type;
use mlir_lite::text::static_dynamic::{SQUARE, StaticDynamicList, print_static_dynamic};
use mlir_lite::types::DYNAMIC;
use mlir_lite_diagnostics::Diagnostic;
use std::marker::PhantomData;

/// The dimensions that become one, or that one becomes; one group for each.
pub(crate) type Groups = Vec<Vec<usize>>;

/// An op that splits or joins dimensions.
#[derive(Copy, Clone)]
pub(crate) struct Reshape<'b> {
    /// The op.
    pub(crate) op: OpRef<'b>,
    /// The reshaped value.
    pub(crate) src: ValueRef<'b>,
    /// The same elements.
    pub(crate) result: ValueRef<'b>,
    /// The attribute of the groups.
    pub(crate) reassociation: Attribute,
    /// The sizes of the result, if dimensions are split.
    pub(crate) output_shape: Option<PartList<'b>>,
}

/// Ops that split or join dimensions.
pub(crate) trait GroupsDimensions: OpDefinition {
    fn src(op: View<'_, Self>) -> ValueRef<'_>;
    fn reassociation(op: View<'_, Self>) -> Attribute;
    fn result(op: View<'_, Self>) -> ValueRef<'_>;
}

/// Ops that split dimensions.
pub(crate) trait ExpandShape: GroupsDimensions {
    fn output_shape(op: View<'_, Self>) -> ValueRange<'_>;
    fn static_output_shape(op: View<'_, Self>) -> Attribute;

    /// How it splits dimensions.
    fn reshape(op: View<'_, Self>) -> Reshape<'_> {
        let sizes = PartList::new(Self::static_output_shape(op), Self::output_shape(op));
        Reshape::new::<Self>(op, Some(sizes))
    }
}

/// Ops that join dimensions.
pub(crate) trait CollapseShape: GroupsDimensions {
    /// How it joins dimensions.
    fn reshape(op: View<'_, Self>) -> Reshape<'_> {
        Reshape::new::<Self>(op, None)
    }
}

/// The implementation of interfaces that all ops which split dimensions share.
pub(crate) struct Expansions<O>(PhantomData<O>);

impl<O: ExpandShape> OpModel for Expansions<O> {
    type Op = O;
}

impl<O: ExpandShape> CustomAssembly for Expansions<O> {
    /// Reads `%src [[0, 1]] output_shape [%n, 4] attr-dict : type into type`.
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let src = parser.parse_operand()?;
        parse_groups(parser)?;
        parser.parse_keyword("output_shape")?;
        let shape = StaticDynamicList::parse(parser, SQUARE)?;
        let numbers = parser.context().i64_array_attr(&shape.numbers);
        parser.set_attr("static_output_shape", numbers);
        parse_types(parser, &src, &shape.operands)
    }

    fn print<'b>(op: View<'b, Self>, printer: &mut OpAsmPrinter<'_, 'b>) {
        O::reshape(op).print(printer);
    }
}

impl<O: ExpandShape> VerifyOp for Expansions<O> {
    fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
        O::reshape(op).report(diagnostics);
    }
}

/// The implementation of interfaces that all ops which join dimensions share.
pub(crate) struct Collapses<O>(PhantomData<O>);

impl<O: CollapseShape> OpModel for Collapses<O> {
    type Op = O;
}

impl<O: CollapseShape> CustomAssembly for Collapses<O> {
    /// Reads `%src [[0, 1]] attr-dict : type into type`.
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let src = parser.parse_operand()?;
        parse_groups(parser)?;
        parse_types(parser, &src, &[])
    }

    fn print<'b>(op: View<'b, Self>, printer: &mut OpAsmPrinter<'_, 'b>) {
        O::reshape(op).print(printer);
    }
}

impl<O: CollapseShape> VerifyOp for Collapses<O> {
    fn verify(op: View<'_, Self>, diagnostics: &mut Diagnostics) {
        O::reshape(op).report(diagnostics);
    }
}

/// Reads `[[0], [1, 2]]`.
fn parse_groups(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
    let mut groups = Vec::new();
    parser.parse_punct("[")?;
    while groups.is_empty() || parser.parse_optional_punct(",") {
        if groups.is_empty() && parser.parse_optional_punct("]") {
            let none = parser.context().array_attr(&[]);
            parser.set_attr("reassociation", none);
            return Ok(());
        }
        let position = parser.position();
        let group = StaticDynamicList::parse(parser, SQUARE)?;
        if !group.operands.is_empty() {
            return Err(parser.error(position, "expected the numbers of dimensions"));
        }
        let group: Vec<Attribute> =
            group.numbers.iter().map(|&number| parser.context().i64_attr(number)).collect();
        groups.push(parser.context().array_attr(&group));
    }
    parser.parse_punct("]")?;
    let groups = parser.context().array_attr(&groups);
    parser.set_attr("reassociation", groups);
    Ok(())
}

/// Reads `attr-dict : type into type`, and adds operand and result.
fn parse_types<'s>(
    parser: &mut OpAsmParser<'_, 's>,
    src: &UnresolvedOperand<'s>,
    sizes: &[UnresolvedOperand<'s>],
) -> Parsed<()> {
    parser.parse_attr_dict()?;
    parser.parse_punct(":")?;
    let from = parser.parse_type()?;
    parser.parse_keyword("into")?;
    let to = parser.parse_type()?;
    let src = parser.resolve(src, from)?;
    parser.add_operand(src);
    for size in sizes {
        let size = parser.resolve(size, Type::INDEX)?;
        parser.add_operand(size);
    }
    parser.add_result_type(to);
    Ok(())
}

impl<'b> Reshape<'b> {
    fn new<O: GroupsDimensions>(op: View<'b, O>, output_shape: Option<PartList<'b>>) -> Self {
        Self {
            op: op.op(),
            src: O::src(op),
            result: O::result(op),
            reassociation: O::reassociation(op),
            output_shape,
        }
    }

    /// Writes what [`Expansions`] or [`Collapses`] read.
    fn print(self, printer: &mut OpAsmPrinter<'_, 'b>) {
        let list = |numbers: &Vec<usize>| {
            format!("[{}]", numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", "))
        };
        let groups: Vec<String> = self.groups().unwrap_or_default().iter().map(list).collect();
        printer.write(" ");
        printer.operand(self.src);
        printer.display(format_args!(" [{}]", groups.join(", ")));
        if let Some(sizes) = self.output_shape {
            printer.write(" output_shape ");
            let open: Vec<ValueId> = sizes.values.ids().collect();
            print_static_dynamic(printer, SQUARE, &sizes.numbers(self.op.context()), &open);
        }
        printer.attr_dict(self.op, &["reassociation", "static_output_shape"]);
        printer.write(" : ");
        printer.ty(self.src.ty());
        printer.write(" into ");
        printer.ty(self.result.ty());
    }

    /// The groups. None if the attribute is not a list of lists of numbers.
    pub(crate) fn groups(self) -> Option<Groups> {
        let ctx = self.op.context();
        let number = |number: &Attribute| usize::try_from(number.as_i64(ctx)?).ok();
        let group = |group: &Attribute| group.as_array(ctx)?.iter().map(number).collect();
        self.reassociation.as_array(ctx)?.iter().map(group).collect()
    }

    /// Checks the groups and the sizes against the types, and returns the groups.
    pub(crate) fn verify(self) -> Result<Groups, Box<Diagnostic>> {
        let ctx = self.op.context();
        let groups = self.groups().ok_or_else(|| {
            Box::new(self.op.op_error("expected 'reassociation' to be groups of dimensions"))
        })?;
        let (mut many, mut few) = (self.src.ty(), self.result.ty());
        if let Some(list) = self.output_shape {
            (many, few) = (few, many);
            let sizes = list.numbers(ctx);
            if Some(&sizes[..]) != many.shape(ctx) {
                return Err(Box::new(self.op.op_error(format_args!(
                    "expected the sizes of the result's type, '{}', in 'output_shape'",
                    print_type(ctx, many)
                ))));
            }
            let open = sizes.iter().filter(|&&size| size == DYNAMIC).count();
            if list.values.len() != open {
                return Err(Box::new(self.op.op_error(format_args!(
                    "expected {open} dynamic sizes, found {}",
                    list.values.len()
                ))));
            }
        }
        verify_groups(self.op, &groups, many, few)?;
        Ok(groups)
    }

    /// Reports what [`Reshape::verify`] finds.
    fn report(self, diagnostics: &mut Diagnostics) {
        if let Err(error) = self.verify() {
            diagnostics.error(*error);
        }
    }

    /// Folds the op if it changes no type, or if it undoes the op before it.
    pub(crate) fn fold(self, before: Option<Self>) -> Fold {
        if self.src.ty() == self.result.ty() {
            return Fold::value(self.src);
        }
        match before {
            Some(before) if self.undoes(before) => Fold::value(before.src),
            _ => Fold::Unchanged,
        }
    }

    fn undoes(self, before: Self) -> bool {
        let types_fit = before.src.ty() == self.result.ty();
        if !types_fit || before.reassociation != self.reassociation {
            return false;
        }
        // Of the dimensions that were joined, at most one size may be open: the others and the
        // product determine it.
        let Some(list) = self.output_shape else { return true };
        let sizes = list.numbers(self.op.context());
        let is_open = |dimension: &&usize| sizes.get(**dimension) == Some(&DYNAMIC);
        let is_known = |group: &Vec<usize>| group.iter().filter(is_open).count() <= 1;
        self.groups().is_some_and(|groups| groups.iter().all(is_known))
    }

    /// The groups and the sizes of the result, if something of these sizes is expanded.
    pub(crate) fn expand(
        self,
        source: &[i64],
        m: &Machine<'_>,
    ) -> Result<(Groups, SmallVec<[i64; 4]>), Trap> {
        let sizes = self.output_shape.ok_or_else(Trap::malformed)?.run(m)?;
        let groups = self.groups().ok_or_else(Trap::malformed)?;
        for (dimension, (group, &size)) in groups.iter().zip(source).enumerate() {
            let parts: Vec<i64> = group.iter().map(|&part| sizes[part]).collect();
            let product = parts.iter().try_fold(1i64, |product, &part| product.checked_mul(part));
            if product != Some(size) || parts.iter().any(|&part| part < 0) {
                return Err(Trap::new(format!(
                    "expands dimension {dimension}, whose size is {size}, to sizes {parts:?}"
                )));
            }
        }
        Ok((groups, sizes))
    }
}

/// Checks groups of the dimensions of `many` against the dimensions of `few`.
fn verify_groups(
    op: OpRef<'_>,
    groups: &[Vec<usize>],
    many: Type,
    few: Type,
) -> Result<(), Box<Diagnostic>> {
    let ctx = op.context();
    let shape = |ty: Type| ty.shape(ctx).unwrap_or_default();
    let (sizes, sizes_of_few) = (shape(many), shape(few));
    if groups.len() != sizes_of_few.len() {
        return Err(Box::new(op.op_error(format_args!(
            "expected as many groups of dimensions as the rank of '{}', {}, found {}",
            print_type(ctx, few),
            sizes_of_few.len(),
            groups.len()
        ))));
    }
    let all_once = groups.iter().flatten().copied().eq(0..sizes.len());
    if (!groups.is_empty() && !all_once) || groups.iter().any(Vec::is_empty) {
        return Err(Box::new(op.op_error(format_args!(
            "expected groups of the dimensions 0 to {} in order, each in one group",
            sizes.len().saturating_sub(1)
        ))));
    }
    if groups.is_empty() && sizes.iter().any(|&size| size != 1) {
        return Err(Box::new(op.op_error(format_args!(
            "expected sizes of 1 in '{}', which has one element",
            print_type(ctx, many)
        ))));
    }
    for (group, &size) in groups.iter().zip(sizes_of_few) {
        let product = group.iter().try_fold(1i64, |product, &dimension| {
            Some(sizes[dimension]).filter(|&size| size != DYNAMIC)?.checked_mul(product)
        });
        if product.unwrap_or(DYNAMIC) != size {
            let text = |size: i64| if size == DYNAMIC { "?".into() } else { size.to_string() };
            return Err(Box::new(op.op_error(format_args!(
                "expected dimensions {group:?} of '{}' to have {} elements together, found {}",
                print_type(ctx, many),
                text(size),
                product.map_or("?".into(), |product| product.to_string())
            ))));
        }
    }
    let alike = |ty: Type| (ty.element_type(ctx), memory_space(ctx, ty));
    if alike(many) != alike(few) {
        let expected = if many.is_memref(ctx) {
            "memrefs of one element type and memory space"
        } else {
            "tensors of one element type"
        };
        return Err(Box::new(op.op_error(format_args!("expects {expected}"))));
    }
    Ok(())
}
