//! Elements of memory, which are loaded where they are used as operands.

use super::{Expr, Operand};

/// Where an element is, and how it is accessed.
pub trait Access {
    /// Loads the element of the memory.
    fn load<'e>(&self, memref: Expr<'e>) -> Expr<'e>;
    /// Stores a value to the memory.
    fn store<'e>(&self, value: Expr<'e>, memref: Expr<'e>);
}

/// An element of memory: `c.at(&ivs).set(a.at(&ivs) + b.at(&ivs))`. Each use as an operand loads
/// it.
#[derive(Clone, Debug)]
pub struct Element<'e, A> {
    /// The memory.
    pub memref: Expr<'e>,
    /// Where the element is.
    pub access: A,
}

impl<'e, A: Access> Element<'e, A> {
    /// Loads the element.
    #[track_caller]
    pub fn get(&self) -> Expr<'e> {
        self.access.load(self.memref)
    }

    /// Stores a value, or the value of another element.
    #[track_caller]
    pub fn set(&self, value: impl Operand<'e>) {
        let value = value.value(self.memref.builder(), self.memref.element_type());
        self.access.store(value, self.memref);
    }
}
