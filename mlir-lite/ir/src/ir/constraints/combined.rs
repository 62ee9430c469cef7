//! Constraints that combine others.
//!
//! Lists of constraints are tuples. Descriptions are combined from those of the parts, as in MLIR:
//! `Confined<I32Attr, IntMinValue<10>>` is a "32-bit signless integer attribute whose minimum value
//! is 10".

use super::{AttrConstraint, AttrStarts, AttrValue, TypeConstraint};
use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::types::{Type, TypeKind};
use crate::ir::op_def::AttrForm;
use std::marker::PhantomData;

/// A list of constraints on types: a tuple of them.
pub trait TypeConstraintList: 'static {
    /// Their texts.
    fn describe() -> Vec<String>;
    /// For each constraint, whether `ty` satisfies it.
    fn matches(ctx: &Context, ty: Type) -> Vec<bool>;
}

/// A list of constraints on attributes: a tuple of them.
pub trait AttrConstraintList: 'static {
    /// Their texts.
    fn describe() -> Vec<String>;
    /// For each constraint, whether `attribute` satisfies it.
    fn matches(ctx: &Context, attribute: Attribute) -> Vec<bool>;
}

macro_rules! lists {
    ($($($name:ident)*;)*) => {
        $(
            impl<$($name: TypeConstraint),*> TypeConstraintList for ($($name,)*) {
                fn describe() -> Vec<String> {
                    vec![$($name::describe()),*]
                }
                fn matches(ctx: &Context, ty: Type) -> Vec<bool> {
                    vec![$($name::matches(ctx, ty)),*]
                }
            }

            impl<$($name: AttrConstraint),*> AttrConstraintList for ($($name,)*) {
                fn describe() -> Vec<String> {
                    vec![$($name::describe()),*]
                }
                fn matches(ctx: &Context, attribute: Attribute) -> Vec<bool> {
                    vec![$($name::matches(ctx, attribute)),*]
                }
            }
        )*
    };
}

lists! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}

/// A type of one of the sets: `AnyTypeOf<(F64Tensor, F64MemRef)>`.
pub struct AnyTypeOf<T>(PhantomData<T>);

impl<T: TypeConstraintList> TypeConstraint for AnyTypeOf<T> {
    fn describe() -> String {
        T::describe().join(" or ")
    }
    fn matches(ctx: &Context, ty: Type) -> bool {
        T::matches(ctx, ty).contains(&true)
    }
}

/// A type of all of the sets: `AllOfType<(AnyTensor, HasRank<2>)>`.
pub struct AllOfType<T>(PhantomData<T>);

impl<T: TypeConstraintList> TypeConstraint for AllOfType<T> {
    fn describe() -> String {
        T::describe().join(" and ")
    }
    fn matches(ctx: &Context, ty: Type) -> bool {
        !T::matches(ctx, ty).contains(&false)
    }
}

/// A type that is not of the set.
pub struct NotType<C>(PhantomData<C>);

impl<C: TypeConstraint> TypeConstraint for NotType<C> {
    fn describe() -> String {
        format!("not {}", C::describe())
    }
    fn matches(ctx: &Context, ty: Type) -> bool {
        !C::matches(ctx, ty)
    }
}

/// A vector, tensor or memref of `N` dimensions.
pub struct HasRank<const N: usize>;

impl<const N: usize> TypeConstraint for HasRank<N> {
    fn describe() -> String {
        format!("{N}D shaped of any type values")
    }
    fn matches(ctx: &Context, ty: Type) -> bool {
        ty.shape(ctx).is_some_and(|shape| shape.len() == N)
    }
}

macro_rules! containers {
    ($($(#[$meta:meta])* $name:ident = $text:literal, |$ctx:ident, $ty:ident| $test:expr;)*) => {
        $(
            $(#[$meta])*
            pub struct $name<C>(PhantomData<C>);

            impl<C: TypeConstraint> TypeConstraint for $name<C> {
                fn describe() -> String {
                    format!("{} of {} values", $text, C::describe())
                }
                fn matches($ctx: &Context, $ty: Type) -> bool {
                    $test && $ty.element_type($ctx).is_some_and(|element| C::matches($ctx, element))
                }
            }
        )*
    };
}

containers! {
    /// A tensor of such elements.
    TensorOf = "tensor", |ctx, ty| ty.is_tensor(ctx);
    /// A tensor of known rank, of such elements.
    RankedTensorOf = "ranked tensor", |ctx, ty| matches!(ty.kind(ctx), TypeKind::RankedTensor { .. });
    /// A tensor of known sizes, of such elements.
    StaticShapeTensorOf = "statically shaped tensor",
        |ctx, ty| ty.is_tensor(ctx) && ty.static_shape(ctx).is_some();
    /// A vector of such elements.
    VectorOf = "vector", |ctx, ty| matches!(ty.kind(ctx), TypeKind::Vector { .. });
    /// A memref of known rank, of such elements.
    MemRefOf = "memref", |ctx, ty| matches!(ty.kind(ctx), TypeKind::MemRef { .. });
    /// A memref of known sizes, of such elements.
    StaticShapeMemRefOf = "statically shaped memref",
        |ctx, ty| matches!(ty.kind(ctx), TypeKind::MemRef { .. }) && ty.static_shape(ctx).is_some();
    /// A vector, tensor or memref of such elements.
    ShapedOf = "shaped", |ctx, ty| ty.element_type(ctx).is_some();
}

/// An attribute of one of the sets.
pub struct AnyAttrOf<T>(PhantomData<T>);

impl<T: AttrConstraintList> AttrConstraint for AnyAttrOf<T> {
    fn describe() -> String {
        T::describe().join(" or ")
    }
    fn matches(ctx: &Context, attribute: Attribute) -> bool {
        T::matches(ctx, attribute).contains(&true)
    }
}

/// An array of such attributes.
pub struct ArrayOf<C>(PhantomData<C>);

impl<C: AttrConstraint> AttrConstraint for ArrayOf<C> {
    fn describe() -> String {
        let element = C::describe();
        match element.strip_suffix(" attribute") {
            Some(element) => format!("{element} array attribute"),
            None => format!("array attribute of {element}"),
        }
    }
    fn matches(ctx: &Context, attribute: Attribute) -> bool {
        attribute
            .as_array(ctx)
            .is_some_and(|elements| elements.iter().all(|&element| C::matches(ctx, element)))
    }
    const STARTS: AttrStarts = AttrStarts::LIST;
}

impl<C: AttrValue> AttrValue for ArrayOf<C> {
    type Value = Vec<C::Value>;
    fn value_of(ctx: &Context, attribute: Attribute) -> Option<Vec<C::Value>> {
        attribute.as_array(ctx)?.iter().map(|&element| C::value_of(ctx, element)).collect()
    }
    fn attribute_of(ctx: &Context, values: Vec<C::Value>) -> Attribute {
        let elements: Vec<Attribute> =
            values.into_iter().map(|value| C::attribute_of(ctx, value)).collect();
        ctx.array_attr(&elements)
    }
}

/// An attribute of the set `C` that meets conditions, one or a tuple of them.
pub struct Confined<C, T>(PhantomData<(C, T)>);

impl<C: AttrConstraint, T: AttrConditions> AttrConstraint for Confined<C, T> {
    fn describe() -> String {
        std::iter::once(C::describe()).chain(T::describe()).collect::<Vec<_>>().join(" ")
    }
    fn matches(ctx: &Context, attribute: Attribute) -> bool {
        C::matches(ctx, attribute) && T::hold(ctx, attribute)
    }
    const IMPLIED_TYPE: Option<Type> = C::IMPLIED_TYPE;
    const FORM: AttrForm = C::FORM;
    const STARTS: AttrStarts = C::STARTS;
}

impl<C: AttrValue, T: AttrConditions> AttrValue for Confined<C, T> {
    type Value = C::Value;
    fn value_of(ctx: &Context, attribute: Attribute) -> Option<C::Value> {
        C::value_of(ctx, attribute).filter(|_| T::hold(ctx, attribute))
    }
    fn attribute_of(ctx: &Context, value: C::Value) -> Attribute {
        C::attribute_of(ctx, value)
    }
}

/// The alignment of memory, in bytes.
pub type AlignmentAttr = Confined<super::I64Attr, IntPowerOfTwo>;

/// An additional condition of [`Confined`].
pub trait AttrCondition: 'static {
    /// The text after that of the set: `whose minimum value is 10`.
    fn describe() -> String;
    /// Whether it holds.
    fn holds(ctx: &Context, attribute: Attribute) -> bool;
}

/// One condition, or a tuple of them.
pub trait AttrConditions: 'static {
    /// Their texts.
    fn describe() -> Vec<String>;
    /// Whether all hold.
    fn hold(ctx: &Context, attribute: Attribute) -> bool;
}

impl<T: AttrCondition> AttrConditions for T {
    fn describe() -> Vec<String> {
        vec![T::describe()]
    }
    fn hold(ctx: &Context, attribute: Attribute) -> bool {
        T::holds(ctx, attribute)
    }
}

macro_rules! conditions {
    ($($($name:ident)*;)*) => {
        $(
            impl<$($name: AttrCondition),*> AttrConditions for ($($name,)*) {
                fn describe() -> Vec<String> {
                    vec![$($name::describe()),*]
                }
                fn hold(ctx: &Context, attribute: Attribute) -> bool {
                    $($name::holds(ctx, attribute))&&*
                }
            }
        )*
    };
    ($($(#[$meta:meta])* $name:ident<$(const $n:ident: $ty:ty),*> = $text:literal, |$ctx:ident, $attr:ident| $test:expr;)*) => {
        $(
            $(#[$meta])*
            pub struct $name<$(const $n: $ty),*>;

            impl<$(const $n: $ty),*> AttrCondition for $name<$($n),*> {
                fn describe() -> String {
                    format!($text)
                }
                fn holds($ctx: &Context, $attr: Attribute) -> bool {
                    $test
                }
            }
        )*
    };
}

conditions! {
    A B;
    A B C;
}

fn element(ctx: &Context, attribute: Attribute, index: usize) -> Option<i64> {
    match attribute.as_array(ctx) {
        Some(elements) => elements.get(index)?.as_i64(ctx),
        None => attribute.as_i64_array(ctx)?.get(index).copied(),
    }
}

fn count(ctx: &Context, attribute: Attribute) -> usize {
    match attribute.as_array(ctx) {
        Some(elements) => elements.len(),
        None => attribute.as_i64_array(ctx).map_or(0, |elements| elements.len()),
    }
}

conditions! {
    /// The integer is at least `N`.
    IntMinValue<const N: i64> = "whose minimum value is \
        {N}", |ctx, attr| attr.as_i64(ctx).is_some_and(|n| n >= N);
    /// The integer is at most `N`.
    IntMaxValue<const N: i64> = "whose maximum value is \
        {N}", |ctx, attr| attr.as_i64(ctx).is_some_and(|n| n <= N);
    /// The integer is a power of two.
    IntPowerOfTwo<> = "whose value is positive and a power of two",
        |ctx, attr| attr.as_i64(ctx).is_some_and(|n| n > 0 && n & (n - 1) == 0);
    /// The array has at least `N` elements.
    ArrayMinCount<const N: usize> = "with at least {N} elements", |ctx, attr| count(ctx, attr) >= N;
    /// The array has `N` elements.
    ArrayCount<const N: usize> = "with exactly {N} elements", |ctx, attr| count(ctx, attr) == N;
    /// Element `I` of the array is `N`.
    IntArrayNthElemEq<const I: usize, const N: i64> = "whose {I}-th element must be {N}",
        |ctx, attr| element(ctx, attr, I) == Some(N);
    /// Element `I` of the array is at least `N`.
    IntArrayNthElemMinValue<const I: usize, const N: i64> = "whose {I}-th element must be at least \
        {N}",
        |ctx, attr| element(ctx, attr, I).is_some_and(|n| n >= N);
    /// Element `I` of the array is at most `N`.
    IntArrayNthElemMaxValue<const I: usize, const N: i64> = "whose {I}-th element must be at most \
        {N}",
        |ctx, attr| element(ctx, attr, I).is_some_and(|n| n <= N);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::constraints::{AnyTensor, F32, F64, I32Attr, I64Attr, StrAttr};

    #[test]
    fn attributes_are_confined() {
        type AtLeastTen = Confined<I32Attr, IntMinValue<10>>;
        let ctx = Context::new();
        let i32_attr = |n| ctx.integer_attr(Type::I32, n);
        assert!(!AtLeastTen::matches(&ctx, i32_attr(9)));
        assert!(AtLeastTen::matches(&ctx, i32_attr(10)));
        assert!(!AtLeastTen::matches(&ctx, ctx.i64_attr(10)));
        assert_eq!(
            AtLeastTen::describe(),
            "32-bit signless integer attribute whose minimum value is 10"
        );

        type Kernel = Confined<ArrayOf<I64Attr>, (ArrayMinCount<4>, IntArrayNthElemEq<0, 1>)>;
        let array = |numbers: &[i64]| {
            let numbers: Vec<Attribute> = numbers.iter().map(|&n| ctx.i64_attr(n)).collect();
            ctx.array_attr(&numbers)
        };
        assert!(Kernel::matches(&ctx, array(&[1, 2, 2, 1])));
        assert!(!Kernel::matches(&ctx, array(&[1, 2, 2])));
        assert!(!Kernel::matches(&ctx, array(&[2, 2, 2, 1])));
        assert_eq!(
            Kernel::describe(),
            "64-bit signless integer array attribute with at least 4 elements whose 0-th element \
                must be 1"
        );
    }

    #[test]
    fn sets_are_combined() {
        let ctx = Context::new();
        let matrix = ctx.tensor_type(&[2, 3], Type::F32);
        type Matrix = AllOfType<(TensorOf<AnyTypeOf<(F32, F64)>>, HasRank<2>)>;
        assert!(Matrix::matches(&ctx, matrix));
        assert!(!Matrix::matches(&ctx, ctx.tensor_type(&[2], Type::F32)));
        assert!(!Matrix::matches(&ctx, ctx.tensor_type(&[2, 3], Type::I32)));
        assert_eq!(
            Matrix::describe(),
            "tensor of 32-bit float or 64-bit float values and 2D shaped of any type values"
        );
        assert!(NotType::<AnyTensor>::matches(&ctx, Type::F32));
        assert!(AnyAttrOf::<(StrAttr, I64Attr)>::matches(&ctx, ctx.string_attr("x")));
        assert!(!AnyAttrOf::<(StrAttr, I64Attr)>::matches(&ctx, Attribute::UNIT));
    }
}
