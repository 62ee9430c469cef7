//! Shapes and element types of results that are inferred apart from each other, and the types that
//! are made of them.
//!
//! An op that lists [`InferShapedTypeOpInterface`] infers sizes, element type and attribute of its
//! results; each of them may be open. Its result types follow from the same function, with
//! `InferTypes = InferredTensors<Self>` or `InferredMemRefs<Self>`:
//!
//! ```
//! # extern crate mlir_lite_ir as mlir_lite;
//! use mlir_lite::ir::prelude::*;
//!
//! /// The sizes of a tensor, whatever they are.
//! #[op(
//!     name = "demo.sizes",
//!     traits(Pure),
//!     implements(InferShapedTypeOpInterface, InferTypes = InferredTensors<Self>),
//!     format = "$input attr-dict `:` type($input)"
//! )]
//! pub struct SizesOp {
//!     #[operand] input: AnyTensor,
//!     #[result] result: AnyTensor,
//! }
//!
//! impl InferShapedTypeOpInterface for SizesOp {
//!     fn infer_components(
//!         input: InferenceInput<'_>,
//!     ) -> Result<SmallVec<[ShapedComponents; 1]>, String> {
//!         let op = input.typed::<Self>();
//!         let rank = op.input().shape(op.context()).map(|sizes| sizes.len() as i64);
//!         let sizes = [rank.unwrap_or(mlir_lite::types::DYNAMIC)];
//!         Ok(SmallVec::from_elem(ShapedComponents::default().with(&sizes, Type::INDEX), 1))
//!     }
//! }
//! # struct DemoDialect;
//! # impl Dialect for DemoDialect {
//! #     const NAMESPACE: &'static str = "demo";
//! #     fn register(dialect: &mut DialectRegistration<'_>) { dialect.op::<SizesOp>(); }
//! # }
//! # let ctx = Context::new();
//! # ctx.load::<DemoDialect>();
//! let inferred = |operand: Type| {
//!     SizesOp::def().infer(InferenceInput::new::<SizesOp>(&ctx, &[operand], &|_| None))
//! };
//! let matrix = ctx.tensor_type(&[2, 3], Type::F64);
//! assert_eq!(inferred(matrix).unwrap()[..], [ctx.tensor_type(&[2], Type::INDEX)]);
//! ```

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::types::{Type, TypeKind};
use crate::ir::hooks::InferTypes;
use crate::ir::inference::{InferAdaptor, InferenceInput, OpInferAdaptor, ResultTypes};
use crate::ir::op_def::OpDefinition;
use crate::ir::op_interface::OpModel;
use crate::ir::traits::broadcast_shapes;
use mlir_lite_macros::op_interface;
use smallvec::SmallVec;
use std::marker::PhantomData;

/// The parts of a shaped type. Each of them may be open.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ShapedComponents {
    /// The sizes, `DYNAMIC` where one is not known; none if the rank is not known.
    pub shape: Option<SmallVec<[i64; 4]>>,
    /// The type of the elements.
    pub element: Option<Type>,
    /// The encoding of a tensor.
    pub attribute: Option<Attribute>,
}

impl ShapedComponents {
    /// The parts of a type; all are open if it is not shaped.
    pub fn of(ctx: &Context, ty: Type) -> Self {
        let attribute = match ty.kind(ctx) {
            TypeKind::RankedTensor { encoding, .. } => *encoding,
            _ => None,
        };
        Self {
            shape: ty.shape(ctx).map(SmallVec::from_slice),
            element: ty.element_type(ctx),
            attribute,
        }
    }

    /// The same with these sizes and this element type.
    #[must_use]
    pub fn with(mut self, shape: &[i64], element: Type) -> Self {
        self.shape = Some(SmallVec::from_slice(shape));
        self.element = Some(element);
        self
    }

    /// The same with this element type.
    #[must_use]
    pub fn with_element(mut self, element: Type) -> Self {
        self.element = Some(element);
        self
    }

    /// The tensor of these parts.
    ///
    /// # Errors
    /// If the element type is open.
    pub fn tensor(&self, ctx: &Context) -> Result<Type, String> {
        let element = self.element.ok_or(NO_ELEMENT)?;
        Ok(match &self.shape {
            Some(shape) => ctx.intern_type(TypeKind::RankedTensor {
                shape: shape.as_slice().into(),
                element,
                encoding: self.attribute,
            }),
            None => ctx.unranked_tensor_type(element),
        })
    }

    /// The memref of these parts, of the usual layout.
    ///
    /// # Errors
    /// If the element type is open.
    pub fn memref(&self, ctx: &Context) -> Result<Type, String> {
        let element = self.element.ok_or(NO_ELEMENT)?;
        Ok(match &self.shape {
            Some(shape) => ctx.memref_type(shape, element),
            None => ctx.unranked_memref_type(element, None),
        })
    }
}

const NOT_BROADCAST: &str = "operands don't have broadcast-compatible shapes";
const NO_ELEMENT: &str = "the element type of a result is not known";

/// Ops that infer the parts of the types of their results from the types of the operands, the
/// attributes and the regions: before there is an op, and without one.
#[op_interface]
pub trait InferShapedTypeOpInterface {
    /// The known parts of each result.
    ///
    /// # Errors
    /// A message, if the operands are wrong for certain: sizes that are not known may fit.
    fn infer_components(
        input: InferenceInput<'_>,
    ) -> Result<SmallVec<[ShapedComponents; 1]>, String>;
}

macro_rules! inferred_containers {
    ($($(#[$meta:meta])* $name:ident = $make:ident;)*) => {
        $(
            $(#[$meta])*
            pub struct $name<M>(PhantomData<M>);

            impl<M: OpModel> OpModel for $name<M> {
                type Op = M::Op;
            }

            impl<M: InferShapedTypeOpInterface + OpModel> InferTypes for $name<M> {
                fn infer_types(op: InferAdaptor<'_, Self>) -> Result<ResultTypes, String> {
                    let parts = M::infer_components(op.input())?;
                    parts.iter().map(|parts| parts.$make(op.context())).collect()
                }
            }
        )*
    };
}

inferred_containers! {
    /// Stands for an op whose results are tensors of the parts that it, or its model `M`, infers.
    InferredTensors = tensor;
    /// Stands for an op whose results are memrefs of the parts that it, or its model `M`, infers.
    InferredMemRefs = memref;
}

/// Stands for an op with one result, whose shape is that to which the shapes of the operands are
/// broadcast, and whose elements are those of the first operand: what the traits
/// `ResultsBroadcastableShape` and `SameOperandsElementType` say, as a function.
pub struct BroadcastComponents<O>(PhantomData<O>);

impl<O: OpDefinition> OpModel for BroadcastComponents<O> {
    type Op = O;
}

impl<O: OpDefinition> InferShapedTypeOpInterface for BroadcastComponents<O> {
    fn infer_components(
        input: InferenceInput<'_>,
    ) -> Result<SmallVec<[ShapedComponents; 1]>, String> {
        let (ctx, operands) = (input.context(), input.operand_types());
        let first = operands.first().map(|&ty| ShapedComponents::of(ctx, ty));
        let mut parts = first.ok_or("expected an operand")?;
        for &operand in &operands[1..] {
            parts.shape = match (parts.shape, operand.shape(ctx)) {
                (Some(a), Some(b)) => Some(broadcast_shapes(&a, b).ok_or(NOT_BROADCAST)?.into()),
                _ => None,
            };
        }
        Ok(SmallVec::from_elem(parts, 1))
    }
}
