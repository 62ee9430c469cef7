//! Elements of memory, accessed by ops of std.

use super::{Access, Element, Expr};
use crate::{LoadOp, StoreOp};
use mlir_lite::ir::prelude::*;

/// Accesses by `load` and `store` of std, at these indices.
#[derive(Clone, Debug)]
pub struct StdAccess(SmallVec<[ValueId; 4]>);

impl Access for StdAccess {
    fn load<'e>(&self, memref: Expr<'e>) -> Expr<'e> {
        let element = memref.element_type();
        memref.builder().value(|b| LoadOp::create(b, memref.id(), &self.0, element))
    }

    fn store<'e>(&self, value: Expr<'e>, memref: Expr<'e>) {
        memref.builder().emit(|b| StoreOp::create(b, value.id(), memref.id(), &self.0));
    }
}

impl<'e> Expr<'e> {
    /// The element of this memory at indices, accessed by `load` and `store`.
    pub fn at(self, indices: &[Expr<'e>]) -> Element<'e, StdAccess> {
        Element { memref: self, access: StdAccess(Expr::ids(indices)) }
    }
}
