//! Attributes that ops have by name, without declaring them, each with a Rust type.
//!
//! An op's declared attributes have accessors. The others are discardable: any op may have them.
//! Those that code reads or sets implement [`DiscardableAttr`], so that name and type are declared
//! once.

use crate::data::Context;
use crate::data::attributes::Attribute;
use crate::data::ident::Ident;
use crate::ir::body::Body;
use crate::ir::constraints::AttrValue;
use crate::ir::entities::OpId;
use crate::ir::view::OpRef;

/// The key of an attribute: its name, and which values it may have.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::ir::prelude::*;
/// # use mlir_lite::builtin::ModuleOp;
///
/// /// `priority = 3 : i64`: what is done first.
/// struct Priority;
///
/// impl DiscardableAttr for Priority {
///     const NAME: &'static str = "priority";
///     type Value = I64Attr;
/// }
///
/// let ctx = Context::new();
/// let mut module = ModuleOp::create(&ctx, Location::UNKNOWN);
/// assert_eq!(Priority::of(module.as_op()), None);
/// let root = module.root();
/// Priority::set(&mut module, root, 3);
/// assert_eq!(Priority::of(module.as_op()), Some(3));
/// Priority::remove(&mut module, root);
/// assert_eq!(Priority::of(module.as_op()), None);
/// ```
pub trait DiscardableAttr: 'static {
    /// The attribute's name.
    const NAME: &'static str;

    /// The values that it may have.
    type Value: AttrValue;

    /// The name as identifier.
    fn name(ctx: &Context) -> Ident {
        ctx.ident(Self::NAME)
    }

    /// The value of the op's attribute. None if the op has no such attribute, or another value.
    fn of(op: OpRef<'_>) -> Option<<Self::Value as AttrValue>::Value> {
        Self::Value::value_of(op.context(), Self::attr_of(op)?)
    }

    /// The op's attribute.
    #[inline]
    fn attr_of(op: OpRef<'_>) -> Option<Attribute> {
        op.attr_named(Self::NAME)
    }

    /// Sets the op's attribute.
    fn set(body: &mut Body, op: OpId, value: <Self::Value as AttrValue>::Value) {
        let value = Self::Value::attribute_of(body.context(), value);
        body.set_attr(op, Self::name(body.context()), value);
    }

    /// Removes the op's attribute, if it has one.
    fn remove(body: &mut Body, op: OpId) {
        body.remove_attr(op, Self::name(body.context()));
    }
}
