//! The underlying objects of memrefs, through loops that carry them: whether two memrefs are
//! different memory.
//!
//! This is more precise than the alias classes of [`memory`](mlir_lite::memory), in which each
//! memref that a loop carries has an unknown origin. A loop that carries several memrefs and only
//! exchanges them keeps them distinct: each iteration has the same ones in another order. The
//! underlying object of a view is that of its source.

use crate::ForOp;
use crate::memory::{is_allocation, is_noalias_argument};
use mlir_lite::dialects::standard::{GetGlobalMemrefOp, viewed};
use mlir_lite::ir::{Body, OpDefinition, ValueDef, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// What a memref may be.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum UnderlyingObject {
    /// The memory that an op of the body allocates, each time that it runs.
    Allocation(ValueId),
    /// An argument of the function that is declared not to alias.
    OwnArgument(ValueId),
    /// An argument of the function.
    Argument,
    /// A global.
    Global,
    /// Anything.
    Unknown,
}

impl UnderlyingObject {
    fn is_distinct_from(self, other: Self) -> bool {
        match (self, other) {
            (Self::Allocation(a), Self::Allocation(b))
            | (Self::OwnArgument(a), Self::OwnArgument(b)) => a != b,
            (Self::Unknown, _) | (_, Self::Unknown) => false,
            // Memory that is allocated here cannot alias earlier memory.
            (Self::Allocation(_) | Self::OwnArgument(_), _)
            | (_, Self::Allocation(_) | Self::OwnArgument(_)) => true,
            (Self::Argument | Self::Global, Self::Argument | Self::Global) => false,
        }
    }
}

/// The maximum depth of nested loops that is followed.
const DEPTH: usize = 16;

type Origins = SmallVec<[UnderlyingObject; 2]>;

/// The underlying objects of the memrefs of a body, computed on request. They are valid while no
/// use of a memref is added.
#[derive(Default)]
pub(crate) struct UnderlyingObjects {
    known: FxHashMap<ValueId, Origins>,
}

impl UnderlyingObjects {
    /// Whether two memrefs are certainly different memory, whenever both are in use.
    pub(crate) fn are_distinct(&mut self, body: &Body, a: ValueId, b: ValueId) -> bool {
        self.are_distinct_within(body, a, b, DEPTH)
    }

    fn are_distinct_within(&mut self, body: &Body, a: ValueId, b: ValueId, depth: usize) -> bool {
        let (a, b) = (viewed(body, a), viewed(body, b));
        if a == b {
            return false;
        }
        let (of_a, of_b) = (self.origins(body, a), self.origins(body, b));
        let all = |of_a: &Origins, of_b: &Origins| {
            of_a.iter().all(|a| of_b.iter().all(|b| a.is_distinct_from(*b)))
        };
        if all(&of_a, &of_b) {
            return true;
        }
        // Two that one loop carries, both in an iteration or both after the loop.
        let (Some((this, first, is_result)), Some((other, second, is_other_result))) =
            (carried(body, a), carried(body, b))
        else {
            return false;
        };
        if this != other || is_result != is_other_result || depth == 0 {
            return false;
        }
        let inits = this.inits(body);
        let memrefs: Vec<usize> = (0..inits.len())
            .filter(|&index| body.ty(inits[index]).is_memref(body.context()))
            .collect();
        exchanges_only(body, this, &memrefs)
            && memrefs.contains(&first)
            && memrefs.contains(&second)
            && memrefs.iter().enumerate().all(|(number, &index)| {
                memrefs[..number].iter().all(|&before| {
                    self.are_distinct_within(body, inits[before], inits[index], depth - 1)
                })
            })
    }

    fn origins(&mut self, body: &Body, memref: ValueId) -> Origins {
        if let Some(known) = self.known.get(&memref) {
            return known.clone();
        }
        let mut origins = Origins::new();
        let mut names = vec![memref];
        let mut next = 0;
        while let Some(&name) = names.get(next) {
            next += 1;
            let mut sources: SmallVec<[ValueId; 2]> = SmallVec::new();
            match carried(body, name) {
                Some((this, index, _)) => {
                    sources.push(this.inits(body)[index]);
                    sources.extend(yielded(body, this, index));
                }
                None => {
                    let origin = origin(body, name);
                    if !origins.contains(&origin) {
                        origins.push(origin);
                    }
                }
            }
            for source in sources {
                let source = viewed(body, source);
                if !names.contains(&source) {
                    names.push(source);
                }
            }
        }
        self.known.insert(memref, origins.clone());
        origins
    }
}

/// The underlying object of a memref that no loop carries.
fn origin(body: &Body, memref: ValueId) -> UnderlyingObject {
    if is_allocation(body, memref) {
        UnderlyingObject::Allocation(memref)
    } else if GetGlobalMemrefOp::defining(body, memref).is_some() {
        UnderlyingObject::Global
    } else if is_noalias_argument(body, memref) {
        UnderlyingObject::OwnArgument(memref)
    } else {
        match body.value_def(memref) {
            ValueDef::Argument { block, .. } if body.block_owner(block) == Some(body.root()) => {
                UnderlyingObject::Argument
            }
            _ => UnderlyingObject::Unknown,
        }
    }
}

/// The loop that carries a value, its index among the carried values, and whether the value is a
/// result of the loop.
fn carried(body: &Body, value: ValueId) -> Option<(ForOp, usize, bool)> {
    match body.value_def(value) {
        ValueDef::Result { op, index } => Some((ForOp::cast(body, op)?, index as usize, true)),
        ValueDef::Argument { block, index } => {
            let this = ForOp::cast(body, body.block_owner(block)?)?;
            Some((this, (index as usize).checked_sub(1)?, false))
        }
    }
}

/// The value that a loop yields for the carried value of that index.
fn yielded(body: &Body, this: ForOp, index: usize) -> Option<ValueId> {
    let end = body.terminator(this.block(body))?;
    (index < body.num_operands(end)).then(|| body.operand(end, index))
}

/// Whether a loop only exchanges these carried values: it yields each once, in any order.
fn exchanges_only(body: &Body, this: ForOp, carried: &[usize]) -> bool {
    let arguments = &body.arguments(this.block(body))[1..];
    let mut taken: Vec<usize> = Vec::with_capacity(carried.len());
    for &index in carried {
        let value = yielded(body, this, index);
        let source = carried.iter().find(|&&other| value == Some(arguments[other]));
        match source {
            Some(source) if !taken.contains(source) => taken.push(*source),
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::UnderlyingObjects;
    use crate::test_support::parse_in;
    use crate::{AffineDialect, StoreOp};
    use mlir_lite::Context;
    use mlir_lite::ir::{OpDefinition, ValueId};

    /// Whether the first two memrefs that a function stores to, in this order, are different
    /// memory.
    fn are_distinct(text: &str) -> bool {
        let load = |ctx: &Context| {
            ctx.load::<AffineDialect>();
        };
        let module = parse_in(
            load,
            &format!(
                "func @f(%own: memref<4xf64> {{llvm.noalias}}, %x: memref<4xf64>, %y: \
                    memref<4xf64>, %v: f64) {{
                   %a = alloc() : memref<4xf64>
                   %b = alloc() : memref<4xf64>
                   {text} return }}"
            ),
        );
        let (_, function) = module.children().next().expect("a function");
        let stores =
            function.walk_pre_order().into_iter().filter_map(|op| StoreOp::cast(function, op));
        let memrefs: Vec<ValueId> = stores.map(|store| store.memref(function)).collect();
        UnderlyingObjects::default().are_distinct(function, memrefs[0], memrefs[1])
    }

    fn stores(memrefs: [&str; 2]) -> String {
        memrefs.map(|memref| format!("affine.store %v, {memref}[0] : memref<4xf64>\n")).concat()
    }

    #[test]
    fn allocations_and_arguments() {
        for (memrefs, expected) in [
            (["%a", "%b"], true),
            (["%a", "%a"], false),
            (["%a", "%x"], true),
            (["%own", "%x"], true),
            (["%own", "%a"], true),
            (["%x", "%y"], false),
        ] {
            assert_eq!(are_distinct(&stores(memrefs)), expected, "{memrefs:?}");
        }
    }

    #[test]
    fn views() {
        for cast in [
            "memref_cast %a : memref<4xf64> to memref<4xf64>",
            "memref_reinterpret_cast %a to offset: [0], sizes: [4], strides: [1] : memref<4xf64> \
                to memref<4xf64>",
        ] {
            let views =
                format!("%c = {cast}\n %d = memref_cast %c : memref<4xf64> to memref<4xf64>\n");
            assert!(are_distinct(&(views.clone() + &stores(["%c", "%b"]))));
            assert!(are_distinct(&(views.clone() + &stores(["%x", "%d"]))));
            assert!(!are_distinct(&(views.clone() + &stores(["%c", "%a"]))));
            assert!(!are_distinct(&(views + &stores(["%c", "%d"]))));
        }
    }

    /// A loop that begins with two memrefs, and passes on others.
    fn exchange(inits: [&str; 2], yielded: [&str; 2], inside: [&str; 2], after: [&str; 2]) -> bool {
        let memref = "memref<4xf64>";
        let (inside, after) = if inside == ["", ""] {
            (String::new(), stores(after))
        } else {
            (stores(inside), String::new())
        };
        are_distinct(&format!(
            "%r:2 = affine.for %i = 0 to 4 iter_args(%p = {}, %q = {}) -> ({memref}, {memref}) {{
               {inside} affine.yield {}, {} : {memref}, {memref}
             }}
             {after}",
            inits[0], inits[1], yielded[0], yielded[1],
        ))
    }

    #[test]
    fn what_loops_exchange() {
        let none = ["", ""];
        assert!(exchange(["%a", "%b"], ["%q", "%p"], ["%p", "%q"], none));
        assert!(exchange(["%a", "%b"], ["%p", "%q"], ["%p", "%q"], none));
        assert!(exchange(["%a", "%b"], ["%q", "%p"], none, ["%r#0", "%r#1"]));
        assert!(exchange(["%a", "%own"], ["%q", "%p"], ["%q", "%x"], none));
        // Twice the same.
        assert!(!exchange(["%a", "%a"], ["%q", "%p"], ["%p", "%q"], none));
        assert!(!exchange(["%a", "%b"], ["%q", "%q"], ["%p", "%q"], none));
        assert!(!exchange(["%x", "%y"], ["%q", "%p"], ["%p", "%q"], none));
        // One of them, but it is not known which.
        assert!(!exchange(["%a", "%b"], ["%q", "%p"], ["%p", "%a"], none));
        assert!(!exchange(["%a", "%b"], ["%q", "%p"], none, ["%r#0", "%b"]));
        // Something from outside: in the next iteration two carried values are the same memory.
        assert!(!exchange(["%a", "%b"], ["%q", "%a"], ["%p", "%q"], none));
    }
}
