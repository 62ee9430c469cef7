//! Traits about an op's parent and the content of its regions.

use crate::data::Context;
use crate::ir::op_def::{OpDefinition, OpTrait, TraitFlags, VerifyFn};
use crate::ir::op_name::OpName;
use crate::ir::view::OpRef;
use std::marker::PhantomData;

/// The op is directly in an op `P`, or in one of a tuple of them.
pub struct HasParent<P>(PhantomData<P>);

impl<P: ParentOps> OpTrait for HasParent<P> {
    const NAME: &'static str = "HasParent";
    const VERIFY_PLACE: Option<VerifyFn> = Some(|op, diagnostics| {
        if !op.parent().is_some_and(|parent| P::include(parent)) {
            let ctx = op.context();
            let names: Vec<&str> =
                P::names().into_iter().map(|name| ctx.spelling_of(name)).collect();
            let several = if names.len() > 1 { "to be one of " } else { "" };
            diagnostics.error(
                op.op_error(format_args!("expects parent op {several}'{}'", names.join(", "))),
            );
        }
    });
}

/// The allowed parents: one op, or a tuple of ops.
pub trait ParentOps: 'static {
    /// Their names.
    fn names() -> Vec<&'static str>;
    /// Whether `op` is one of them.
    fn include(op: OpRef<'_>) -> bool;
}

impl<P: OpDefinition> ParentOps for P {
    fn names() -> Vec<&'static str> {
        vec![P::NAME]
    }
    fn include(op: OpRef<'_>) -> bool {
        op.is::<P>()
    }
}

macro_rules! parent_ops {
    ($($($name:ident)*;)*) => {
        $(
            impl<$($name: OpDefinition),*> ParentOps for ($($name,)*) {
                fn names() -> Vec<&'static str> {
                    vec![$($name::NAME),*]
                }
                fn include(op: OpRef<'_>) -> bool {
                    $(op.is::<$name>())||*
                }
            }
        )*
    };
}

parent_ops! {
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}

/// The ops directly in its region define symbols.
pub struct SymbolTable;

impl OpTrait for SymbolTable {
    const NAME: &'static str = "SymbolTable";
    const FLAGS: TraitFlags = TraitFlags::SYMBOL_TABLE;
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        let mut regions = op.regions();
        match (regions.next(), regions.next()) {
            (Some(region), None) if region.blocks().count() == 1 => {}
            (Some(_), None) => {
                let message = "Operations with a 'SymbolTable' must have exactly one block";
                diagnostics.error(op.op_error(message));
            }
            _ => {
                let message = "Operations with a 'SymbolTable' must have exactly one region";
                diagnostics.error(op.op_error(message));
            }
        }
    });
}

/// No region's entry block has arguments.
pub struct NoRegionArguments;

impl OpTrait for NoRegionArguments {
    const NAME: &'static str = "NoRegionArguments";
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        for region in op.regions() {
            if region.entry().is_some_and(|block| !block.arguments().is_empty()) {
                diagnostics.error(op.op_error("region should have no arguments"));
            }
        }
    });
}

/// Each region has one block, which ends with `T`. Text may leave out `T` if it has no operands.
pub struct SingleBlockImplicitTerminator<T>(PhantomData<T>);

impl<T: OpDefinition> OpTrait for SingleBlockImplicitTerminator<T> {
    const NAME: &'static str = "SingleBlockImplicitTerminator";
    const FLAGS: TraitFlags = TraitFlags::SINGLE_BLOCK;
    const IMPLICIT_TERMINATOR: Option<fn(&Context) -> OpName> = Some(T::name);
    const VERIFY: Option<VerifyFn> = Some(|op, diagnostics| {
        for region in op.regions() {
            for block in region.blocks() {
                if !block.terminator().is_some_and(|last| last.is::<T>()) {
                    diagnostics.error(
                        op.op_error(format_args!("expects regions to end with '{}'", T::NAME)),
                    );
                }
            }
        }
    });
}
