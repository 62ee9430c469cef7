//! Vectors of several dimensions, for expressions.

use crate::{BroadcastOp, ExtractOp, FMAOp, InsertOp, LoadOp, StoreOp};
use mlir_lite::dialects::standard::edsc::{Edsc, Expr};
use mlir_lite::ir::prelude::*;

/// The functions of the vector dialect on a shared builder.
pub trait VectorEdsc<'e>: Copy {
    /// The part of a vector at a position in its first dimensions.
    fn extract(self, vector: Expr<'e>, at: &[i64]) -> Expr<'e>;

    /// The vector with another part at a position in its first dimensions.
    fn insert(self, part: Expr<'e>, vector: Expr<'e>, at: &[i64]) -> Expr<'e>;

    /// A vector whose elements, or whose parts, are all this value.
    fn broadcast(self, value: Expr<'e>, ty: Type) -> Expr<'e>;

    /// `x * y + z`, rounded once.
    fn fma(self, x: Expr<'e>, y: Expr<'e>, z: Expr<'e>) -> Expr<'e>;

    /// Loads a vector of a type from contiguous memory.
    fn load_vector(self, memref: Expr<'e>, indices: &[Expr<'e>], ty: Type) -> Expr<'e>;

    /// Stores a vector to contiguous memory.
    fn store_vector(self, vector: Expr<'e>, memref: Expr<'e>, indices: &[Expr<'e>]);
}

impl<'e> VectorEdsc<'e> for Edsc<'e> {
    fn extract(self, vector: Expr<'e>, at: &[i64]) -> Expr<'e> {
        self.value(|b| ExtractOp::at(b, vector.id(), at))
    }

    fn insert(self, part: Expr<'e>, vector: Expr<'e>, at: &[i64]) -> Expr<'e> {
        self.value(|b| InsertOp::at(b, part.id(), vector.id(), at))
    }

    fn broadcast(self, value: Expr<'e>, ty: Type) -> Expr<'e> {
        self.op_to::<BroadcastOp>(value, ty)
    }

    fn fma(self, x: Expr<'e>, y: Expr<'e>, z: Expr<'e>) -> Expr<'e> {
        self.op::<FMAOp>([x, y, z])
    }

    fn load_vector(self, memref: Expr<'e>, indices: &[Expr<'e>], ty: Type) -> Expr<'e> {
        let indices = Expr::ids(indices);
        self.value(|b| LoadOp::create(b, memref.id(), &indices, ty))
    }

    fn store_vector(self, vector: Expr<'e>, memref: Expr<'e>, indices: &[Expr<'e>]) {
        let indices = Expr::ids(indices);
        self.emit(|b| StoreOp::create(b, vector.id(), memref.id(), &indices));
    }
}
