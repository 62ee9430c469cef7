//! Inputs of the inference of result types, and adaptors that give them by name.
//!
//! The types of an op's results are inferred before there is the op: while its text is read, or
//! while it is built. An op that lists `InferTypes` gets an adaptor with the types of its operands,
//! its attributes and its regions, each by the name of its declaration:
//!
//! ```
//! # extern crate mlir_lite_ir as mlir_lite;
//! use mlir_lite::ir::prelude::*;
//!
//! /// Puts tensors side by side.
//! #[op(
//!     name = "demo.join",
//!     traits(Pure),
//!     implements(InferTypes),
//!     format = "$first `,` $others `along` $axis attr-dict `:` type($first) `,` type($others)"
//! )]
//! pub struct JoinOp {
//!     #[operand] first: AnyRankedTensor,
//!     #[operand] others: Variadic<AnyRankedTensor>,
//!     #[attr(typed)] axis: I64Attr,
//!     #[result] result: AnyRankedTensor,
//! }
//!
//! impl InferTypes for JoinOp {
//!     fn infer_types(op: InferAdaptor<'_, Self>) -> Result<ResultTypes, String> {
//!         let ctx = op.context();
//!         let shape = |ty: Type| ty.static_shape(ctx).ok_or("the sizes are not known");
//!         let (axis, mut sizes) = (op.axis() as usize, shape(op.first())?.to_vec());
//!         for &other in op.others() {
//!             let size = shape(other)?.get(axis).ok_or("there is no such dimension")?;
//!             *sizes.get_mut(axis).ok_or("there is no such dimension")? += size;
//!         }
//!         let element = op.first().element_or_self(ctx);
//!         Ok([ctx.tensor_type(&sizes, element)].into())
//!     }
//! }
//! # struct DemoDialect;
//! # impl Dialect for DemoDialect {
//! #     const NAMESPACE: &'static str = "demo";
//! #     fn register(dialect: &mut DialectRegistration<'_>) { dialect.op::<JoinOp>(); }
//! # }
//! # let ctx = Context::new();
//! # ctx.load::<DemoDialect>();
//! let pair = ctx.tensor_type(&[2, 3], Type::F64);
//! let inferred = |axis| {
//!     let attribute = |name: &str| (name == "axis").then(|| ctx.i64_attr(axis));
//!     JoinOp::def().infer(InferenceInput::new::<JoinOp>(&ctx, &[pair, pair], &attribute))
//! };
//! assert_eq!(inferred(1).unwrap()[..], [ctx.tensor_type(&[2, 6], Type::F64)]);
//! assert_eq!(inferred(2).unwrap_err(), "there is no such dimension");
//! ```

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::types::Type;
use crate::ir::groups::{equal_group_sizes, group_range};
use crate::ir::op_def::{Arity, OpDef, OpDefinition, TraitFlags};
use crate::ir::op_interface::OpModel;
use crate::ir::view::RegionRef;
use smallvec::SmallVec;

/// The types of an op's results.
pub type ResultTypes = SmallVec<[Type; 1]>;

/// All that the types of an op's results are inferred from.
#[derive(Copy, Clone)]
pub struct InferenceInput<'a> {
    context: &'a Context,
    def: &'static OpDef,
    operands: &'a [Type],
    attribute: &'a dyn Fn(&str) -> Option<Attribute>,
    regions: &'a [RegionRef<'a>],
}

impl<'a> InferenceInput<'a> {
    /// For an `O`: the types of its operands, and its attributes by name.
    pub fn new<O: OpDefinition>(
        context: &'a Context,
        operands: &'a [Type],
        attribute: &'a dyn Fn(&str) -> Option<Attribute>,
    ) -> Self {
        Self::of_def(context, O::def(), operands, attribute)
    }

    /// As [`new`](Self::new), for an op by its definition.
    pub fn of_def(
        context: &'a Context,
        def: &'static OpDef,
        operands: &'a [Type],
        attribute: &'a dyn Fn(&str) -> Option<Attribute>,
    ) -> Self {
        Self { context, def, operands, attribute, regions: &[] }
    }

    /// With regions.
    #[must_use]
    pub fn with_regions(mut self, regions: &'a [RegionRef<'a>]) -> Self {
        self.regions = regions;
        self
    }

    /// The context.
    pub fn context(self) -> &'a Context {
        self.context
    }

    /// The types of all operands that are not passed to successors.
    pub fn operand_types(self) -> &'a [Type] {
        self.operands
    }

    /// The attribute of that name.
    pub fn attr(self, name: &str) -> Option<Attribute> {
        (self.attribute)(name)
    }

    /// The regions, if they are there already: builders infer types before they make regions.
    pub fn regions(self) -> &'a [RegionRef<'a>] {
        self.regions
    }

    /// The adaptor of an `M`, or of the op that `M` implements interfaces for.
    pub fn typed<M: OpModel>(self) -> InferAdaptor<'a, M> {
        OpInferAdaptor::of(self)
    }

    /// The types of a declared group of operands.
    #[doc(hidden)]
    pub fn group(self, index: usize) -> &'a [Type] {
        let (groups, total) = (self.def.operands, self.operands.len());
        let has = |flag| self.def.traits.iter().any(|one| one.flags.contains(flag));
        let sizes = if has(TraitFlags::ATTR_SIZED_OPERANDS) {
            let sizes = self.attr("operandSegmentSizes");
            let sizes = sizes.and_then(|sizes| sizes.as_i64_array(self.context));
            sizes
                .map(|sizes| sizes.into_iter().map(|size| usize::try_from(size).unwrap_or(0)))
                .map(|sizes| sizes.collect::<SmallVec<[usize; 4]>>())
        } else {
            has(TraitFlags::SAME_SIZED_OPERANDS).then(|| equal_group_sizes(groups, total))
        };
        &self.operands[group_range(groups, index, total, sizes.as_deref())]
    }

    /// Whether the adaptor of the op has all that its declaration requires: one operand for each
    /// single one, and the required attributes.
    pub(crate) fn check(self) -> Result<(), String> {
        for (index, group) in self.def.operands.iter().enumerate() {
            if group.arity == Arity::One && self.group(index).len() != 1 {
                return Err(format!("requires the operand '{}'", group.name));
            }
        }
        for attr in self.def.attrs {
            match self.attr(attr.name) {
                None if attr.optional || attr.default.is_some() => {}
                Some(value) if (attr.constraint.matches)(self.context, value) => {}
                None => return Err(format!("requires attribute '{}'", attr.name)),
                Some(_) => {
                    let wanted = (attr.constraint.describe)();
                    let name = attr.name;
                    return Err(format!(
                        "attribute '{name}' failed to satisfy constraint: {wanted}"
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The common interface of the adaptors of all ops. The `#[op]` macro implements it for the adaptor
/// that it makes for an op that lists `InferTypes`.
pub trait OpInferAdaptor<'a>: Copy {
    /// Wraps what types are inferred from.
    fn of(input: InferenceInput<'a>) -> Self;

    /// All that types are inferred from.
    fn input(self) -> InferenceInput<'a>;

    /// The context.
    fn context(self) -> &'a Context {
        self.input().context()
    }

    /// The types of all operands that are not passed to successors.
    fn operand_types(self) -> &'a [Type] {
        self.input().operand_types()
    }

    /// The attribute of that name.
    fn attr(self, name: &str) -> Option<Attribute> {
        self.input().attr(name)
    }

    /// The regions, if they are there already: builders infer types before they make regions.
    fn regions(self) -> &'a [RegionRef<'a>] {
        self.input().regions()
    }
}

impl<'a> OpInferAdaptor<'a> for InferenceInput<'a> {
    fn of(input: InferenceInput<'a>) -> Self {
        input
    }

    fn input(self) -> Self {
        self
    }
}

/// The adaptor of an `M`, or of the op that `M` implements interfaces for.
pub type InferAdaptor<'a, M> = <<M as OpModel>::Op as OpDefinition>::InferAdaptor<'a>;
