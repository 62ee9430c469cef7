//! Alias classes: memory in a few classes, of which some do not alias.
//!
//! Two values that are not the same one are compared by their classes, so a pass that looks at a
//! list of accesses keeps what it knows per class, and takes time that is linear in their number.
//! Where the classes of two values do not alias, [`AliasAnalysis::alias`] says that they do not.
//!
//! [`AliasAnalysis::alias`]: super::AliasAnalysis::alias

use super::Known;
use super::escape::Reach;
use super::objects::{UnderlyingObject, object, sources};
use mlir_lite::ir::{Body, ValueId};

/// The alias class of a memref or pointer.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AliasClass {
    /// Allocated here, or declared not to alias, and only accessed directly: no other value is this
    /// memory.
    Private,
    /// Allocated here or declared not to alias, but other values may be this memory: views, what
    /// control flow passes on, and if it has escaped, values of unknown origin. Other allocations
    /// are not.
    Escaped,
    /// A global: other globals may be the same memory, and so may values of unknown origin;
    /// allocations are not.
    Global,
    /// Of any other origin.
    Unknown,
}

impl AliasClass {
    /// All of them, in order.
    pub const ALL: [Self; 4] = [Self::Private, Self::Escaped, Self::Global, Self::Unknown];

    /// Whether two values that are not the same one may be the same memory.
    pub fn may_alias(self, other: Self) -> bool {
        match (self, other) {
            (Self::Private, _) | (_, Self::Private) => false,
            (Self::Escaped, Self::Escaped | Self::Global) | (Self::Global, Self::Escaped) => false,
            (Self::Unknown | Self::Global, _) | (_, Self::Unknown) => true,
        }
    }
}

impl Known {
    pub(super) fn compute_class(&mut self, body: &Body, value: ValueId) -> AliasClass {
        if sources(body, value).is_some() {
            return AliasClass::Unknown;
        }
        match object(body, value) {
            UnderlyingObject::Global { .. } => AliasClass::Global,
            UnderlyingObject::Allocation(_) | UnderlyingObject::NoAliasArgument(_) => {
                match self.reach(body, value) {
                    Reach::Direct => AliasClass::Private,
                    Reach::Named | Reach::Escaped => AliasClass::Escaped,
                }
            }
            _ => AliasClass::Unknown,
        }
    }
}
