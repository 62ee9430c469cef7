//! Landing pads: the targets of exceptions thrown by called functions.

use super::{AddressOfOp, BitcastOp, LlvmFuncOp, ZeroOp};
use crate::constraints::*;
use crate::llvm_types::LlvmArrayType;
use mlir_lite::ir::prelude::*;
use mlir_lite::verify::is_right;

/// Begins the code that handles what has been thrown.
///
/// ```mlir
/// %0 = llvm.landingpad cleanup (catch %type : !llvm.ptr) : !llvm.struct<(ptr, i32)>
/// ```
#[op(name = "llvm.landingpad", implements(CustomAssembly, VerifyOp))]
pub struct LandingpadOp {
    /// Whether control comes here for anything that has been thrown.
    #[attr]
    cleanup: Optional<UnitAttr>,
    /// The exceptions to catch; an array lists those that must not be thrown.
    #[operand]
    clauses: Variadic<LlvmValue>,
    /// The exception.
    #[result]
    res: LlvmValue,
}

/// Whether a clause of that type is a filter, a list of allowed exceptions.
fn is_filter(ctx: &Context, ty: Type) -> bool {
    ty.as_dialect::<LlvmArrayType>(ctx).is_some()
}

/// The keyword before a clause of that type.
fn clause_word(ctx: &Context, ty: Type) -> &'static str {
    if is_filter(ctx, ty) { "filter" } else { "catch" }
}

impl CustomAssembly for LandingpadOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        if parser.parse_optional_keyword("cleanup") {
            parser.set_attr("cleanup", Attribute::UNIT);
        }
        while parser.parse_optional_punct("(") {
            if !parser.parse_optional_keyword("filter") {
                parser.parse_keyword("catch")?;
            }
            let clause = parser.parse_operand()?;
            parser.parse_punct(":")?;
            let ty = parser.parse_type()?;
            let clause = parser.resolve(&clause, ty)?;
            parser.add_operand(clause);
            parser.parse_punct(")")?;
        }
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        parser.add_result_type(ty);
        Ok(())
    }

    fn print<'b>(op: LandingpadOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(if op.cleanup().is_some() { " cleanup" } else { "" });
        for clause in op.clauses() {
            printer.write(" (");
            printer.write(clause_word(op.context(), clause.ty()));
            printer.write(" ");
            printer.operand(clause.id());
            printer.write(" : ");
            printer.ty(clause.ty());
            printer.write(")");
        }
        printer.write(" : ");
        printer.ty(op.res().ty());
    }
}

impl VerifyOp for LandingpadOp {
    fn verify(op: LandingpadOpRef<'_>, diagnostics: &mut Diagnostics) {
        let function = op.op().parent().filter(|&parent| is_right(parent));
        let function = function.and_then(OpRef::cast::<LlvmFuncOp>);
        if function.is_some_and(|function| function.personality().is_none()) {
            diagnostics.error(op.op().op_error("needs to be in a function with a personality"));
        }
        if op.cleanup().is_none() && op.clauses().is_empty() {
            diagnostics.error(op.op().op_error("expects at least one clause or 'cleanup'"));
        }
        for (i, clause) in op.clauses().into_iter().enumerate() {
            let is_constant = clause.defining::<ZeroOp>().is_some()
                || clause.defining::<AddressOfOp>().is_some()
                || clause.defining::<BitcastOp>().is_some();
            if !is_constant && !is_filter(op.context(), clause.ty()) {
                diagnostics.error(op.op().op_error(format_args!(
                    "expects clause #{i} to be the result of 'llvm.mlir.zero', \
                        'llvm.mlir.addressof' or 'llvm.bitcast'"
                )));
            }
        }
    }
}

/// Propagates an exception to the callers.
#[op(name = "llvm.resume", traits(Terminator), format = "$value attr-dict `:` type($value)")]
pub struct ResumeOp {
    /// The exception.
    #[operand]
    value: LlvmValue,
}

pub(super) fn register(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<LandingpadOp>();
    dialect.op::<ResumeOp>();
}
