//! Short names for common ops of std.

use super::{Edsc, Expr, Operand, Values};
use crate::{AllocOp, AllocaOp, BrOp, CallOp, CondBrOp, ConstantOp, DeallocOp, DimOp, ReturnOp};
use mlir_lite::ir::prelude::*;

impl<'e> Edsc<'e> {
    /// A constant of type `index`; of the llvm dialect, of type `i64`.
    pub fn index(self, value: i64) -> Expr<'e> {
        self.integer(value, self.index_type())
    }

    /// A constant of type `f64`.
    pub fn f64(self, value: f64) -> Expr<'e> {
        self.value(|b| ConstantOp::f64(b, value))
    }

    /// A constant of type `i64`.
    pub fn i64(self, value: i64) -> Expr<'e> {
        self.integer(value, Type::I64)
    }

    /// A constant of a float type, or with elements of one.
    pub fn float(self, value: f64, ty: Type) -> Expr<'e> {
        value.value(self, ty)
    }

    /// A constant of an integer type, or with elements of one.
    pub fn integer(self, value: i64, ty: Type) -> Expr<'e> {
        value.value(self, ty)
    }

    /// A constant of any kind.
    pub fn constant(self, value: Attribute, ty: Type) -> Expr<'e> {
        self.value(|b| ConstantOp::create(b, value, ty))
    }

    /// Memory of the heap. `sizes` are those of the dynamic dimensions.
    pub fn alloc(self, ty: Type, sizes: &[Expr<'e>]) -> Expr<'e> {
        let sizes = Expr::ids(sizes);
        self.value(|b| AllocOp::create(b, &sizes, &[], None, ty))
    }

    /// Memory of the stack. `sizes` are those of the dynamic dimensions.
    pub fn alloca(self, ty: Type, sizes: &[Expr<'e>]) -> Expr<'e> {
        let sizes = Expr::ids(sizes);
        self.value(|b| AllocaOp::create(b, &sizes, &[], None, ty))
    }

    /// Frees memory of the heap.
    pub fn dealloc(self, memref: Expr<'e>) {
        self.emit(|b| DeallocOp::create(b, memref.id()));
    }

    /// The size of a dimension.
    pub fn dim(self, shaped: Expr<'e>, dimension: i64) -> Expr<'e> {
        self.op_to::<DimOp>([shaped, self.index(dimension)], Type::INDEX)
    }

    /// A call of the function of that name.
    pub fn call<V: Values<'e>>(
        self,
        name: &str,
        arguments: impl Values<'e>,
        results: &[Type],
    ) -> V {
        let arguments = arguments.list();
        let call = self.emit(|b| {
            let name = b.context().symbol_attr(name);
            CallOp::create(b, name, &arguments, results)
        });
        self.results(call)
    }

    /// Returns from the function.
    pub fn ret(self, values: &[Expr<'e>]) {
        self.emit(|b| ReturnOp::create(b, &Expr::ids(values)));
    }

    /// Goes on in a block.
    pub fn br(self, block: BlockId, arguments: &[Expr<'e>]) {
        self.emit(|b| BrOp::create(b, (block, &Expr::ids(arguments))));
    }

    /// Goes on in one of two blocks.
    pub fn cond_br(
        self,
        condition: Expr<'e>,
        (then, then_arguments): (BlockId, &[Expr<'e>]),
        (otherwise, other_arguments): (BlockId, &[Expr<'e>]),
    ) {
        let arguments = [Expr::ids(then_arguments), Expr::ids(other_arguments)];
        self.emit(|b| {
            let targets = ((then, &arguments[0][..]), (otherwise, &arguments[1][..]));
            CondBrOp::create(b, condition.id(), targets.0, targets.1)
        });
    }
}
