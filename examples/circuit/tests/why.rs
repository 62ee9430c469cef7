//! Why a symbol table for each module is not enough: the same circuit, with modules that are symbol
//! tables, with modules that are not, and with inner symbols. References that leave a table are
//! another answer to the first of the problems.
//!
//! `docs/inner-symbols.md` shows parts of this file.

use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::SymbolScope;
use pretty_assertions::assert_eq;
use test_support::read;

/// A module whose wires are symbols: it is a symbol table.
#[op(
    name = "plain.table_module",
    traits(IsolatedFromAbove, Symbol, SymbolTable, SingleBlock, NoTerminator, GraphRegion),
    format = "$sym_name $body attr-dict"
)]
pub struct TableModuleOp {
    #[attr]
    sym_name: SymbolNameAttr,
    #[region]
    body: SingleBlockRegion,
}

/// A module that is not a symbol table.
#[op(
    name = "plain.module",
    traits(IsolatedFromAbove, Symbol, SingleBlock, NoTerminator, GraphRegion),
    format = "$sym_name $body attr-dict"
)]
pub struct ModuleOp {
    #[attr]
    sym_name: SymbolNameAttr,
    #[region]
    body: SingleBlockRegion,
}

/// An instance of a module.
#[op(name = "plain.instance", implements(SymbolUserOpInterface), format = "$module attr-dict")]
pub struct InstanceOp {
    #[attr]
    module: SymbolRefAttr,
}

impl SymbolUserOpInterface for InstanceOp {
    fn verify_symbol_uses(
        op: InstanceOpRef<'_>,
        symbols: &SymbolScope<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        if symbols.resolve(op.op(), InstanceOpRef::module(op)).is_err() {
            diagnostics.error(op.op().op_error("names a module that is not in reach"));
        }
    }
}

/// A wire. Its name is a symbol.
#[op(name = "plain.wire", traits(Symbol), format = "$sym_name attr-dict")]
pub struct WireOp {
    #[attr]
    sym_name: SymbolNameAttr,
}

/// Makes what is in it several times.
#[op(
    name = "plain.loop",
    traits(SingleBlock, NoTerminator, GraphRegion),
    format = "$body attr-dict"
)]
pub struct LoopOp {
    #[region]
    body: SingleBlockRegion,
}

struct PlainDialect;

impl Dialect for PlainDialect {
    const NAMESPACE: &'static str = "plain";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.op::<TableModuleOp>();
        dialect.op::<ModuleOp>();
        dialect.op::<InstanceOp>();
        dialect.op::<WireOp>();
        dialect.op::<LoopOp>();
    }
}

/// The messages of the parser and the verifier, one per line.
fn errors(text: &str) -> String {
    let ctx = Context::new();
    circuit::load_dialects(&ctx);
    ctx.load::<PlainDialect>();
    read(&ctx, text).map_or_else(|messages| messages, |_| String::new())
}

#[test]
fn an_instance_in_a_symbol_table_cannot_name_its_module() {
    let text = "
        plain.table_module @Core {
          plain.wire @state
        }
        plain.table_module @Top {
          plain.instance @Core
        }";
    assert_eq!(errors(text), "'plain.instance' op names a module that is not in reach");
}

/// The names of wires are symbols then, and as such directly in the module.
#[test]
fn a_reference_that_leaves_the_table_can_name_it() {
    let circuit = |wire: &str| {
        format!(
            "plain.table_module @Core {{
               {wire}
             }}
             plain.table_module @Top {{
               plain.instance @.super::@Core
             }}"
        )
    };
    assert_eq!(errors(&circuit("plain.wire @state")), "");
    assert_eq!(
        errors(&circuit("plain.loop { plain.wire @state }")),
        "'plain.wire' op symbol's parent must have the SymbolTable trait"
    );
}

#[test]
fn without_the_table_it_can_but_wires_have_no_names() {
    let instance = "
        plain.module @Core {}
        plain.module @Top {
          plain.instance @Core
        }";
    assert_eq!(errors(instance), "");
    let wire = "
        plain.module @Core {
          plain.wire @state
        }";
    assert_eq!(errors(wire), "'plain.wire' op symbol's parent must have the SymbolTable trait");
}

#[test]
fn symbols_are_not_nested_in_other_regions() {
    let text = "
        plain.table_module @Core {
          plain.loop {
            plain.wire @state
          }
        }";
    assert_eq!(errors(text), "'plain.wire' op symbol's parent must have the SymbolTable trait");
}

#[test]
fn inner_symbols_can_do_all_of_it() {
    let text = "
        rtl.circuit {
          rtl.module @Core(%in: i8 sym @in) {
            rtl.loop 4 {
              %state = rtl.wire sym <@state> : i8
            }
          }
          rtl.module @Top() {
            %core = rtl.instance sym <@core> @Core : i8
            %state = rtl.probe <@Core::@state> : i8
            %in = rtl.probe <@Core::@in> : i8
          }
          rtl.hierpath @path [#rtl.innerNameRef<@Top::@core>, #rtl.innerNameRef<@Core::@state>]
        }";
    assert_eq!(errors(text), "");
}
