//! Attaches interfaces to types and attributes.

use super::Context;
use crate::data::attributes::Attribute;
use crate::data::types::Type;

impl Context {
    pub(crate) fn attach_to_type<D: 'static, I: ?Sized + 'static>(&self, cast: fn(&D) -> &I) {
        self.data().type_interfaces.add_cast(cast);
    }

    pub(crate) fn attach_type_model<I: ?Sized + Send + Sync + 'static>(
        &self,
        model: impl Fn(&Context, Type) -> Option<Box<I>> + Send + Sync + 'static,
    ) {
        self.data().type_interfaces.add_model(model);
    }

    pub(crate) fn attach_to_attribute<D: 'static, I: ?Sized + 'static>(&self, cast: fn(&D) -> &I) {
        self.data().attribute_interfaces.add_cast(cast);
    }

    pub(crate) fn attach_attribute_model<I: ?Sized + Send + Sync + 'static>(
        &self,
        model: impl Fn(&Context, Attribute) -> Option<Box<I>> + Send + Sync + 'static,
    ) {
        self.data().attribute_interfaces.add_model(model);
    }
}
