//! Removes symbols that nobody can refer to.
//!
//! A private symbol stays if a reference leads to it from what stays. So a
//! circle of private functions that only call each other goes.

use crate::attributes::{Attribute, AttributeKind};
use crate::context::Context;
use crate::ir::body::Body;
use crate::ir::ident::Ident;
use crate::ir::symbols::{SymbolTable, Visibility};
use crate::ir::view::OpRef;
use crate::pass::{Pass, PassContext};
use mlir_lite_diagnostics::Reported;
use rustc_hash::FxHashSet;

/// Erases the private symbols of a module that nothing refers to.
pub struct SymbolDcePass;

impl Pass for SymbolDcePass {
    fn name(&self) -> &'static str {
        "SymbolDCE"
    }

    fn argument(&self) -> &'static str {
        "symbol-dce"
    }

    fn run(&self, module: &mut Body, _cx: &mut PassContext<'_>) -> Result<(), Reported> {
        erase_unreferenced(module, |_| true);
        Ok(())
    }
}

/// The outermost symbols of all references in the attributes of `op` and of
/// the ops in it.
pub fn referenced_symbols(op: OpRef<'_>) -> FxHashSet<Ident> {
    let mut symbols = FxHashSet::default();
    for op in std::iter::once(op).chain(op.walk()) {
        for (_, value) in op.body().attributes(op.id()) {
            collect(op.context(), value, &mut symbols);
        }
    }
    symbols
}

fn collect(ctx: &Context, attribute: Attribute, symbols: &mut FxHashSet<Ident>) {
    let mut work = vec![attribute];
    while let Some(attribute) = work.pop() {
        match attribute.kind(ctx) {
            AttributeKind::SymbolRef { root, .. } => {
                symbols.insert(*root);
            }
            AttributeKind::Array(elements) => work.extend_from_slice(elements),
            AttributeKind::Dictionary(entries) => work.extend(entries.iter().map(|entry| entry.1)),
            _ => {}
        }
    }
}

/// Erases the private symbols of a module for which `may_erase` holds, and that
/// are not reached by references from what stays.
pub fn erase_unreferenced(module: &mut Body, may_erase: impl Fn(OpRef<'_>) -> bool) {
    let table = SymbolTable::new(module);
    let mut reached: FxHashSet<Ident> = FxHashSet::default();
    let mut work = Vec::new();
    let mut candidates = Vec::new();
    for op in module.as_op().regions().flat_map(|region| region.ops()) {
        match op.symbol_name() {
            Some(name) if op.symbol_visibility() == Visibility::Private && may_erase(op) => {
                candidates.push((name, op.id()));
            }
            _ => work.push(op.id()),
        }
    }
    while let Some(op) = work.pop() {
        for name in referenced_symbols(module.op(op)) {
            if reached.insert(name)
                && let Some(op) = table.lookup(name)
            {
                work.push(op);
            }
        }
    }
    for (name, op) in candidates {
        if !reached.contains(&name) {
            module.erase_op(op);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SymbolDcePass;
    use crate::transforms::test_support::run_pass;
    use pretty_assertions::assert_eq;

    #[test]
    fn what_is_reached_from_public_symbols_stays() {
        assert_eq!(
            run_pass(
                &SymbolDcePass,
                "
                func @main() {
                  call @used() : () -> ()
                  return
                }
                func private @used() {
                  %f = constant @value : () -> ()
                  \"t.x\"() {list = [{deep = @in_attribute}]} : () -> ()
                  return
                }
                func private @value()
                func private @in_attribute()
                func private @ping() {
                  call @pong() : () -> ()
                  return
                }
                func private @pong() {
                  call @ping() : () -> ()
                  return
                }
                func private @declared()
                func @library()"
            ),
            "\
module {
  func @main() {
    call @used() : () -> ()
    return
  }
  func private @used() {
    %f = constant @value : () -> ()
    \"t.x\"() {list = [{deep = @in_attribute}]} : () -> ()
    return
  }
  func private @value()
  func private @in_attribute()
  func @library()
}"
        );
    }
}
