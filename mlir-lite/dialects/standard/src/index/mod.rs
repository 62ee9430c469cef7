//! The dialect `index`: arithmetic on numbers of the width of an address, as MLIR 22 has it.
//!
//! Programs run with 64 bits. Folds hold for machines of 32 bits, too: an op of constants stays
//! where the two widths differ in more than the bits that are cut.
//!
//! | module | what it is |
//! |---|---|
//! | `arithmetic.rs` | functions of two numbers |
//! | `casts.rs` | conversions to and from integers |
//! | `compare.rs` | comparisons |
//! | `constants.rs` | constants, and the width |

mod arithmetic;
mod casts;
mod compare;
mod constants;

pub use arithmetic::*;
pub use casts::*;
pub use compare::*;
pub use constants::*;

use mlir_lite::attributes::ApInt;
use mlir_lite::ir::prelude::*;

/// `index`
pub struct IndexDialect;

impl Dialect for IndexDialect {
    const NAMESPACE: &'static str = "index";
    const UPSTREAM: bool = true;
    const ONLY_UPSTREAM: bool = true;

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.summary("Arithmetic on numbers of the width of an address");
        register_arithmetic(dialect);
        register_casts(dialect);
        register_compare(dialect);
        register_constants(dialect);
        dialect.interface::<dyn DialectConstantInterface>(&Constants);
    }
}

/// The bits of an `index` where programs run.
pub(crate) const WIDTH: u32 = 64;

/// The bits of an `index` on smaller machines, for which folds hold as well.
pub(crate) const SMALL_WIDTH: u32 = 32;

/// The value of a function of 64 bits, if that of 32 bits is the same but for the bits that are
/// cut.
pub(crate) fn alike_in_both_widths(
    lhs: &ApInt,
    rhs: &ApInt,
    function: impl Fn(&ApInt, &ApInt) -> Option<ApInt>,
) -> Option<ApInt> {
    let wide = function(lhs, rhs)?;
    let small = function(&lhs.trunc(SMALL_WIDTH), &rhs.trunc(SMALL_WIDTH))?;
    (wide.trunc(small.width().min(wide.width())) == small).then_some(wide)
}

struct Constants;

impl DialectConstantInterface for Constants {
    fn materialize_constant(
        &self,
        builder: &mut dyn OpBuilder,
        value: Attribute,
        ty: Type,
        location: Location,
    ) -> Option<OpId> {
        let ctx = builder.context();
        if ty == Type::INDEX {
            let number = value.as_i64(ctx).filter(|_| value.ty(ctx) == Some(ty))?;
            return Some(IndexConstantOp::build(builder, location, number).id());
        }
        let holds = value.as_bool(ctx).filter(|_| ty == Type::I1)?;
        Some(IndexBoolConstantOp::build(builder, location, holds).id())
    }
}
