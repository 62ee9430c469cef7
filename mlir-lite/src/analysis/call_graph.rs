//! Who calls whom, among the functions of a module.

use crate::ir::body::Body;
use crate::ir::entities::OpId;
use crate::ir::ident::Ident;
use crate::ir::interfaces::{CallOpInterface, CallableOpInterface, Callee};
use crate::ir::view::OpRef;
use rustc_hash::FxHashMap;

/// The functions of a module, numbered in source order, and their calls.
pub struct CallGraph {
    functions: Vec<OpId>,
    calls: Vec<Vec<(OpId, usize)>>,
}

impl crate::pass::Analysis for CallGraph {
    const NAME: &'static str = "CallGraph";

    fn compute(body: &Body) -> Self {
        Self::new(body)
    }
}

impl CallGraph {
    /// Looks at the functions directly in a module.
    pub fn new(module: &Body) -> Self {
        let mut functions = Vec::new();
        let mut numbers: FxHashMap<Ident, usize> = FxHashMap::default();
        for op in module.as_op().regions().flat_map(|region| region.ops()) {
            if op.implements::<dyn CallableOpInterface>()
                && let Some(name) = op.symbol_name()
                && module.child(op.id()).is_some()
            {
                numbers.insert(name, functions.len());
                functions.push(op.id());
            }
        }
        let calls = functions
            .iter()
            .map(|&function| {
                let Some(body) = module.child(function) else { return Vec::new() };
                let ops = body.pre_order(body.root());
                ops.filter_map(|op| Some((op, *numbers.get(&called_symbol(body.op(op))?)?))).collect()
            })
            .collect();
        Self { functions, calls }
    }

    /// Number of functions.
    pub fn len(&self) -> usize {
        self.functions.len()
    }

    /// Whether there is no function.
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    /// The link of a function in its module.
    pub fn function(&self, number: usize) -> OpId {
        self.functions[number]
    }

    /// The calls in a function, in program order, with the number of what is
    /// called.
    pub fn calls(&self, number: usize) -> &[(OpId, usize)] {
        &self.calls[number]
    }

    /// The strongly connected components, each after those that it calls.
    /// A function that calls itself is a component that contains its callee.
    pub fn components_callees_first(&self) -> Vec<Vec<usize>> {
        let count = self.functions.len();
        let mut state = Tarjan {
            index: vec![None; count],
            low: vec![0; count],
            on_stack: vec![false; count],
            stack: Vec::new(),
            next: 0,
            components: Vec::new(),
        };
        for root in 0..count {
            if state.index[root].is_none() {
                self.visit(root, &mut state);
            }
        }
        state.components
    }

    fn visit(&self, root: usize, state: &mut Tarjan) {
        // Each frame is a function and how many of its calls were looked at.
        let mut frames = vec![(root, 0)];
        state.enter(root);
        while let Some(frame) = frames.last_mut() {
            let (function, next) = *frame;
            if let Some(&(_, callee)) = self.calls[function].get(next) {
                frame.1 += 1;
                match state.index[callee] {
                    None => {
                        state.enter(callee);
                        frames.push((callee, 0));
                    }
                    Some(index) if state.on_stack[callee] => {
                        state.low[function] = state.low[function].min(index);
                    }
                    Some(_) => {}
                }
                continue;
            }
            frames.pop();
            if let Some(&(parent, _)) = frames.last() {
                state.low[parent] = state.low[parent].min(state.low[function]);
            }
            state.leave(function);
        }
    }
}

/// The symbol that a call names.
fn called_symbol(op: OpRef<'_>) -> Option<Ident> {
    match op.ask::<dyn CallOpInterface, _>(|call| call.callee())?? {
        Callee::Symbol(name) => Some(name),
        Callee::Value(_) => None,
    }
}

struct Tarjan {
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    next: usize,
    components: Vec<Vec<usize>>,
}

impl Tarjan {
    fn enter(&mut self, node: usize) {
        self.index[node] = Some(self.next);
        self.low[node] = self.next;
        self.next += 1;
        self.stack.push(node);
        self.on_stack[node] = true;
    }

    fn leave(&mut self, node: usize) {
        if self.index[node] != Some(self.low[node]) {
            return;
        }
        let mut component = Vec::new();
        while let Some(member) = self.stack.pop() {
            self.on_stack[member] = false;
            component.push(member);
            if member == node {
                break;
            }
        }
        component.sort_unstable();
        self.components.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transforms::test_support::parse_in;
    use pretty_assertions::assert_eq;
    use std::fmt::Write as _;

    /// The callees of each function, by number, in program order.
    fn callees(graph: &CallGraph) -> Vec<Vec<usize>> {
        (0..graph.len())
            .map(|function| graph.calls(function).iter().map(|&(_, callee)| callee).collect())
            .collect()
    }

    fn graph(text: &str) -> (Body, CallGraph) {
        let module = parse_in(|_| (), text);
        let graph = CallGraph::new(&module);
        (module, graph)
    }

    /// Declarations count; calls by value, of what there is not, and in nested modules do not.
    #[test]
    fn calls_are_found_in_program_order() {
        let (module, graph) = graph(
            "func @main(%c: i1, %f: () -> ()) {
               cond_br %c, ^a, ^b
             ^a:
               call @leaf() : () -> ()
               call @external() : () -> ()
               br ^b
             ^b:
               call_indirect %f() : () -> ()
               call @leaf() : () -> ()
               return
             }
             func private @external()
             func @leaf() {
               return
             }
             module @inner {
               func @other() {
                 return
               }
             }",
        );
        assert_eq!(callees(&graph), [vec![2, 1, 2], vec![], vec![]]);
        let names: Vec<&str> = (0..graph.len())
            .filter_map(|function| module.op(graph.function(function)).symbol_name())
            .map(|name| name.text(module.context()))
            .collect();
        assert_eq!(names, ["main", "external", "leaf"]);
        assert_eq!(graph.components_callees_first(), [vec![2], vec![1], vec![0]]);
    }

    /// 0 calls 1; 1 and 2 call each other; 3 calls itself and 0; 4 is called by nobody and calls 3.
    #[test]
    fn components_come_after_what_they_call() {
        let function = |name: usize, callees: &[usize]| {
            let mut text = format!("func @f{name}() {{\n");
            for callee in callees {
                writeln!(text, "  call @f{callee}() : () -> ()").unwrap();
            }
            text + "  return\n}\n"
        };
        let text: String = [&[1][..], &[2], &[1], &[3, 0], &[3]]
            .iter()
            .enumerate()
            .map(|(name, callees)| function(name, callees))
            .collect();
        let (_, graph) = graph(&text);
        assert_eq!(graph.components_callees_first(), [vec![1, 2], vec![0], vec![3], vec![4]]);
        assert!(callees(&graph)[3].contains(&3));
    }

    /// A chain of calls is no chain of calls in here.
    #[test]
    fn long_chains_need_no_stack() {
        let count = 20_000;
        let mut text = String::new();
        for i in 0..count {
            let callee = (i + 1) % count;
            writeln!(text, "func @f{i}() {{\n  call @f{callee}() : () -> ()\n  return\n}}").unwrap();
        }
        let (_, graph) = graph(&text);
        assert_eq!(graph.components_callees_first(), [(0..count).collect::<Vec<_>>()]);
    }

    #[test]
    fn modules_may_be_empty() {
        let (_, graph) = graph("");
        assert!(graph.is_empty() && graph.components_callees_first().is_empty());
    }
}
