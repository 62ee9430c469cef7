//! The bodies of a program, numbered, and which of their functions are called from where.

use super::callers::OpenFunctions;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::OpId;
use mlir_lite::ir::interfaces::{CallOpInterface, CallableOpInterface};
use mlir_lite::ir::symbol_resolution::SymbolTables;
use mlir_lite::ir::symbols::Visibility;
use mlir_lite::ir::view::OpRef;
use rustc_hash::FxHashMap;

/// The outermost body and those nested in it; each comes after the one around it.
pub(super) struct Program<'b> {
    pub(super) bodies: Vec<Place<'b>>,
    numbers: FxHashMap<usize, usize>,
    /// The bodies that calls run.
    callees: FxHashMap<(usize, OpId), usize>,
}

/// One body.
pub(super) struct Place<'b> {
    pub(super) body: &'b Body,
    /// The op itself in the body around it.
    pub(super) link: Option<(usize, OpId)>,
    /// The body is a function, and only known calls run it.
    pub(super) is_closed: bool,
    /// The body is a function.
    pub(super) is_callable: bool,
}

impl<'b> Program<'b> {
    /// An op that may be in another one: only what is in it refers to its private functions.
    pub(super) fn nested(top: &'b Body) -> Self {
        Self::new(top, &[Visibility::Private])
    }

    /// An op that is in no other one: only what is in it refers to its functions that are private
    /// or of nested visibility.
    pub(super) fn outermost(top: &'b Body) -> Self {
        Self::new(top, &[Visibility::Private, Visibility::Nested])
    }

    /// Only what is in `top` refers to functions of these visibilities.
    fn new(top: &'b Body, hidden: &[Visibility]) -> Self {
        let place = |body: &'b Body, link| {
            let is_callable = body.as_op().implements::<dyn CallableOpInterface>();
            Place { body, link, is_closed: false, is_callable }
        };
        let mut bodies = vec![place(top, None)];
        let mut next = 0;
        while let Some(outer) = bodies.get(next).map(|place| place.body) {
            bodies.extend(outer.children().map(|(op, body)| place(body, Some((next, op)))));
            next += 1;
        }
        let numbers = bodies.iter().enumerate();
        let numbers = numbers.map(|(number, place)| (address(place.body), number)).collect();
        let mut this = Self { bodies, numbers, callees: FxHashMap::default() };
        this.find_calls(top, hidden);
        this
    }

    /// Finds what calls run, and the functions that run only by them.
    fn find_calls(&mut self, top: &'b Body, hidden: &[Visibility]) {
        if !self.bodies[1..].iter().any(|place| place.is_callable) {
            return;
        }
        let tables = SymbolTables::new(top);
        for (number, place) in self.bodies.iter().enumerate() {
            for op in place.body.pre_order(place.body.root()) {
                let call = place.body.op(op);
                if call.implements::<dyn CallOpInterface>()
                    && let Some(callee) = tables.resolve_callee(call)
                    && let Some(body) = callee.body().child(callee.id())
                    && has_blocks(body)
                {
                    self.callees.insert((number, op), self.number(body));
                }
            }
        }
        let open = OpenFunctions::of(top, &tables);
        for place in self.bodies.iter_mut().skip(1) {
            let link = place.link.filter(|_| place.is_callable && has_blocks(place.body));
            let is_hidden = hidden.contains(&place.body.as_op().symbol_visibility());
            place.is_closed = link.is_some() && is_hidden && !open.contains(place.body);
        }
    }

    pub(super) fn number(&self, body: &Body) -> usize {
        self.numbers[&address(body)]
    }

    pub(super) fn number_if_any(&self, body: &Body) -> Option<usize> {
        self.numbers.get(&address(body)).copied()
    }

    /// The body that a call runs, if it is known.
    pub(super) fn callee(&self, number: usize, call: OpId) -> Option<usize> {
        if self.callees.is_empty() {
            return None;
        }
        self.callees.get(&(number, call)).copied()
    }

    /// An op with its operands and results, if the body is its own: where it is, and its id there.
    pub(super) fn linked(&self, number: usize, op: OpId) -> (usize, OpRef<'b>) {
        let place = &self.bodies[number];
        match place.link.filter(|_| op == place.body.root()) {
            Some((outer, link)) => (outer, self.bodies[outer].body.op(link)),
            None => (number, place.body.op(op)),
        }
    }

    /// The number of the body with the regions of an op.
    pub(super) fn inner(&self, number: usize, op: OpId) -> usize {
        match self.bodies[number].body.child(op) {
            Some(child) => self.number(child),
            None => number,
        }
    }
}

pub(super) fn address(body: &Body) -> usize {
    std::ptr::from_ref(body) as usize
}

/// Whether a function has a body of its own.
fn has_blocks(body: &Body) -> bool {
    let function = body.as_op();
    let region = function.ask::<dyn CallableOpInterface, _>(|function| function.callable_region());
    region.flatten().is_some_and(|region| body.entry_block(region).is_some())
}
