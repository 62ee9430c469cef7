//! Constraints on types and attributes. Where one constraint is used several times in a definition,
//! all its uses stand for the same type or attribute.

use crate::kinds::AttributeType;
use crate::ops::references::verify_reference;
use crate::ops::{AttributeOp, OperationOp, TypeOp};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolScope;

/// Exactly this type or attribute.
///
/// ```mlir
/// %0 = irdl.is i32
/// %1 = irdl.is "red"
/// ```
#[op(
    name = "irdl.is",
    traits(HasParent<(TypeOp, AttributeOp, OperationOp)>, Pure),
    upstream(name = "irdl.is", only),
    format = "$expected ` ` attr-dict"
)]
pub struct IsOp {
    /// The attribute, or a type.
    #[attr]
    expected: AnyAttr,
    /// The constraint.
    #[result]
    output: AttributeType,
}

/// A type or attribute of one definition, with any parameters.
///
/// ```mlir
/// %0 = irdl.base @cmath::@complex
/// %1 = irdl.base "!builtin.integer"
/// ```
#[op(
    name = "irdl.base",
    traits(HasParent<(TypeOp, AttributeOp, OperationOp)>),
    implements(VerifyOp, SymbolUserOpInterface),
    upstream(name = "irdl.base", only),
    format = "($base_ref^)? ($base_name^)? ` ` attr-dict"
)]
pub struct BaseOp {
    /// The definition, if it is in this module.
    #[attr]
    base_ref: Optional<SymbolRefAttr>,
    /// The name of the definition otherwise, after `!` for a type or `#` for an attribute.
    #[attr]
    base_name: Optional<StrAttr>,
    /// The constraint.
    #[result]
    output: AttributeType,
}

/// A type or attribute of one definition, with constraints on its parameters.
///
/// ```mlir
/// %0 = irdl.parametric @cmath::@complex<%elem>
/// ```
#[op(
    name = "irdl.parametric",
    traits(HasParent<(TypeOp, AttributeOp, OperationOp)>, Pure),
    implements(SymbolUserOpInterface),
    upstream(name = "irdl.parametric", only),
    format = "$base_type `<` $args `>` ` ` attr-dict"
)]
pub struct ParametricOp {
    /// The definition.
    #[attr]
    base_type: SymbolRefAttr,
    /// A constraint for each parameter.
    #[operand]
    args: Variadic<AttributeType>,
    /// The constraint.
    #[result]
    output: AttributeType,
}

/// Any type or attribute.
///
/// ```mlir
/// %0 = irdl.any
/// ```
#[op(
    name = "irdl.any",
    traits(HasParent<(TypeOp, AttributeOp, OperationOp)>),
    upstream(name = "irdl.any", only),
    format = "attr-dict"
)]
pub struct AnyOp {
    /// The constraint.
    #[result]
    output: AttributeType,
}

#[op_family(
    traits(HasParent<(TypeOp, AttributeOp, OperationOp)>),
    implements(VerifyOp),
    format = "`(` $args `)` ` ` attr-dict"
)]
struct Combination {
    /// The constraints, at least one.
    #[operand]
    args: Variadic<AttributeType>,
    /// The constraint.
    #[result]
    output: AttributeType,
}

/// A type or attribute that satisfies at least one of some constraints.
///
/// ```mlir
/// %2 = irdl.any_of(%0, %1)
/// ```
#[op(family = Combination, name = "irdl.any_of", upstream(name = "irdl.any_of", only))]
pub struct AnyOfOp;

/// A type or attribute that satisfies all of some constraints.
///
/// ```mlir
/// %2 = irdl.all_of(%0, %1)
/// ```
#[op(family = Combination, name = "irdl.all_of", upstream(name = "irdl.all_of", only))]
pub struct AllOfOp;

/// A type or attribute that satisfies a predicate in C++. A dialect with such a constraint is not
/// loaded, because the constraint cannot be checked.
///
/// ```mlir
/// %0 = irdl.c_pred "::llvm::isa<::mlir::IntegerAttr>($_self)"
/// ```
#[op(name = "irdl.c_pred", upstream(name = "irdl.c_pred", only), format = "$pred ` ` attr-dict")]
pub struct CPredOp {
    /// The predicate.
    #[attr]
    pred: StrAttr,
    /// The constraint.
    #[result]
    output: AttributeType,
}

impl VerifyOp for BaseOp {
    fn verify(op: BaseOpRef<'_>, diagnostics: &mut Diagnostics) {
        let has_sigil = |name: Attribute| {
            name.as_str(op.context()).is_some_and(|name| name.starts_with(['!', '#']))
        };
        let message = match (op.base_ref(), op.base_name()) {
            (Some(_), None) => return,
            (None, Some(name)) if has_sigil(name) => return,
            (None, Some(_)) => "the base type or attribute name should start with '!' or '#'",
            _ => "the base type or attribute should be specified by either a name or a reference",
        };
        diagnostics.error(op.op().op_error(message));
    }
}

impl SymbolUserOpInterface for BaseOp {
    fn verify_symbol_uses(
        op: BaseOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        if let Some(reference) = op.base_ref() {
            verify_reference(op.op(), reference, symbols, diagnostics);
        }
    }
}

impl SymbolUserOpInterface for ParametricOp {
    fn verify_symbol_uses(
        op: ParametricOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        verify_reference(op.op(), op.base_type(), symbols, diagnostics);
    }
}

fn verify_at_least_one(op: OpRef<'_>, diagnostics: &mut Diagnostics) {
    if op.num_operands() == 0 {
        diagnostics.error(op.op_error("expected 1 or more operands, but found 0"));
    }
}

impl VerifyOp for AnyOfOp {
    fn verify(op: AnyOfOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_at_least_one(op.op(), diagnostics);
    }
}

impl VerifyOp for AllOfOp {
    fn verify(op: AllOfOpRef<'_>, diagnostics: &mut Diagnostics) {
        verify_at_least_one(op.op(), diagnostics);
    }
}

pub(crate) fn register_constraints(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<IsOp>();
    dialect.op::<BaseOp>();
    dialect.op::<ParametricOp>();
    dialect.op::<AnyOp>();
    dialect.op::<AnyOfOp>();
    dialect.op::<AllOfOp>();
    dialect.op::<CPredOp>();
}
