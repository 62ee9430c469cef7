//! Interfaces: what is implemented for the view, and functions that are generic.

use mlir_lite::ir::prelude::*;

#[op_interface]
trait Cost {
    fn cost(op: View<'_, Self>) -> u64;
}

#[op(name = "demo.costly", implements(Cost), format = "attr-dict")]
struct CostlyOp {}

impl Cost for CostlyOpRef<'_> {
    fn cost(_: CostlyOpRef<'_>) -> u64 {
        1
    }
}

#[op_interface]
trait Generic {
    fn emit<T: OpBuilder>(op: View<'_, Self>, builder: &mut T);
}

#[op_interface]
trait Hidden {
    fn emit(op: View<'_, Self>, builder: &mut impl OpBuilder);
}

#[op_interface]
trait Returned {
    fn parts(op: View<'_, Self>) -> impl Iterator<Item = u64>;
}

fn main() {}
