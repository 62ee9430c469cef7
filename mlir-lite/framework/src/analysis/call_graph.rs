//! The call graph of the functions of a module.

use crate::pass::{Analyses, Analysis, on_pass_threads};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use mlir_lite::ir::ident::Ident;
use mlir_lite::ir::interfaces::{CallOpInterface, CallableOpInterface, Callee};
use mlir_lite::ir::view::OpRef;
use rustc_hash::FxHashMap;
use std::iter::successors;

/// The functions of a module, numbered in source order, and their calls.
pub struct CallGraph {
    functions: Vec<OpId>,
    calls: Vec<Vec<(OpId, usize)>>,
}

impl Analysis for CallGraph {
    const NAME: &'static str = "CallGraph";

    type Parameters = ();

    fn compute(body: &Body, _: &(), _: &mut Analyses<'_>) -> Self {
        Self::new(body)
    }
}

impl CallGraph {
    /// Builds the call graph of the functions directly in a module. Calls of functions in other
    /// symbol tables are not part of it.
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
        let size = |&function: &OpId| module.child(function).map_or(0, Body::capacity_of_ops);
        let calls = on_pass_threads(module.context(), functions.clone(), size, |function| {
            let Some(body) = module.child(function) else { return Vec::new() };
            let ops = body.pre_order(body.root());
            ops.filter_map(|op| Some((op, *numbers.get(&called_symbol(body.op(op))?)?))).collect()
        });
        Self { functions, calls }
    }

    /// Number of functions.
    pub fn len(&self) -> usize {
        self.functions.len()
    }

    /// Whether the module has no functions.
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty()
    }

    /// The op of a function in its module.
    pub fn function(&self, number: usize) -> OpId {
        self.functions[number]
    }

    /// The calls in a function, in program order, each with the number of its callee.
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

    /// The components in levels: each component is in a later level than those that it calls, so
    /// the components of a level do not call each other. Each level is in the order of
    /// [`components_callees_first`](Self::components_callees_first).
    pub fn levels_callees_first(&self) -> Vec<Vec<Vec<usize>>> {
        let mut levels: Vec<Vec<Vec<usize>>> = Vec::new();
        // The level of each function of the components so far.
        let mut known = vec![None; self.functions.len()];
        for component in self.components_callees_first() {
            let calls = component.iter().flat_map(|&function| self.calls(function));
            let below = calls.filter_map(|&(_, callee)| known[callee]).max();
            let level = below.map_or(0, |below: usize| below + 1);
            component.iter().for_each(|&function| known[function] = Some(level));
            if level == levels.len() {
                levels.push(Vec::new());
            }
            levels[level].push(component);
        }
        levels
    }

    fn visit(&self, root: usize, state: &mut Tarjan) {
        // Each frame is a function and the number of its calls that were visited.
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
        Callee::Symbol(name) => is_in_scope(op).then_some(name),
        Callee::Reference(_) | Callee::Value(_) => None,
    }
}

/// Whether the references of an op in a function are resolved in the module.
fn is_in_scope(op: OpRef<'_>) -> bool {
    !successors(op.parent(), |op| op.parent()).any(OpRef::is_symbol_scope)
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
