//! Conversions between types.

use crate::dialects::llvm::constraints::*;
use crate::ir::prelude::*;

macro_rules! casts {
    ($($(#[$meta:meta])* $ident:ident $name:literal $from:ident $to:ident;)*) => {
        $(
            $(#[$meta])*
            #[op(
                name = $name,
                traits(Pure),
                format = "$arg attr-dict `:` type($arg) `to` type($res)"
            )]
            pub struct $ident {
                #[operand]
                arg: $from,
                #[result]
                res: $to,
            }
        )*
        fn register_plain(dialect: &mut DialectRegistration<'_>) {
            $(dialect.op::<$ident>();)*
        }
    };
}

casts! {
    /// A wider integer of the same signed value.
    SExtOp "llvm.sext" LlvmInteger LlvmInteger;
    /// The lower bits of an integer.
    TruncOp "llvm.trunc" LlvmInteger LlvmInteger;
    /// The float nearest to a signed integer.
    SIToFPOp "llvm.sitofp" LlvmInteger LlvmFloat;
    /// The float nearest to an unsigned integer.
    UIToFPOp "llvm.uitofp" LlvmInteger LlvmFloat;
    /// A float as a signed integer, rounded towards zero.
    FPToSIOp "llvm.fptosi" LlvmFloat LlvmInteger;
    /// A float as an unsigned integer, rounded towards zero.
    FPToUIOp "llvm.fptoui" LlvmFloat LlvmInteger;
    /// A wider float of the same value.
    FPExtOp "llvm.fpext" LlvmFloat LlvmFloat;
    /// The nearest narrower float.
    FPTruncOp "llvm.fptrunc" LlvmFloat LlvmFloat;
    /// An address as an integer.
    PtrToIntOp "llvm.ptrtoint" LlvmPointer LlvmInteger;
    /// An integer as an address.
    IntToPtrOp "llvm.inttoptr" LlvmInteger LlvmPointer;
    /// The same bits as another type.
    BitcastOp "llvm.bitcast" LlvmValue LlvmValue;
    /// An address in another address space.
    AddrSpaceCastOp "llvm.addrspacecast" LlvmPointer LlvmPointer;
}

/// A wider integer of the same unsigned value.
#[op(
    name = "llvm.zext",
    traits(Pure),
    format = "(`nneg` $non_neg^)? $arg attr-dict `:` type($arg) `to` type($res)"
)]
pub struct ZExtOp {
    #[attr(name = "nonNeg")]
    non_neg: Optional<UnitAttr>,
    #[operand]
    arg: LlvmInteger,
    #[result]
    res: LlvmInteger,
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    register_plain(dialect);
    dialect.op::<ZExtOp>();
}
