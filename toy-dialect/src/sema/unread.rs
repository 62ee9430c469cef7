//! Assignments whose value no statement reads: the analysis of live variables.
//!
//! A variable is live where a later statement may read its value. Statements are visited backwards.
//! The live variables of nested blocks are differences to those of the block around them, so the
//! time is linear in the size of the program, times the depth of blocks. Where control leaves a
//! loop by `break` or `continue`, the set of live variables may be too large.

use rustc_hash::{FxHashMap, FxHashSet};
use toy_ast::{Assign, ExprId, ExprKind, Function, Module, Stmt, StmtKind};

use super::jumps::Jumps;

/// The assignments of a function after which no statement reads the variable.
pub(super) fn unread_assignments<'m>(
    module: &'m Module,
    function: &'m Function,
    is_pure: &dyn Fn(&str) -> bool,
) -> Vec<&'m Assign> {
    let mut exposed = FxHashMap::default();
    collect_exposed(module, &function.body, is_pure, &mut exposed);
    let mut visitor = Visitor::new(module, is_pure, &exposed, true);
    visitor.block(&function.body);
    visitor.found
}

/// The variables that an iteration of a loop may read before it assigns to them, by loop.
type Exposed<'m> = FxHashMap<*const Stmt, Vec<&'m str>>;

/// Adds the loops in `body`, inner ones first.
fn collect_exposed<'m>(
    module: &'m Module,
    body: &'m [Stmt],
    is_pure: &dyn Fn(&str) -> bool,
    exposed: &mut Exposed<'m>,
) {
    for statement in body {
        statement.blocks().for_each(|block| collect_exposed(module, block, is_pure, exposed));
        let (StmtKind::For(_) | StmtKind::While(_)) = statement.kind else { continue };
        let mut visitor = Visitor::new(module, is_pure, exposed, false);
        visitor.iteration(statement);
        let read = visitor.top().changes.drain().filter(|(_, is_live)| *is_live);
        let mut read: Vec<&str> = read.map(|(name, _)| name).collect();
        read.sort_unstable();
        exposed.insert(std::ptr::from_ref(statement), read);
    }
}

/// The live variables at a place of a block, as a difference to those after the block.
#[derive(Default)]
struct Live<'m> {
    /// Whether no variable is live but for those in `changes`.
    ends: bool,
    changes: FxHashMap<&'m str, bool>,
}

struct Visitor<'v, 'm> {
    module: &'m Module,
    is_pure: &'v dyn Fn(&str) -> bool,
    exposed: &'v Exposed<'m>,
    /// Whether bodies of loops are visited; otherwise, their exposed variables stand for them.
    enters_loops: bool,
    /// Innermost last.
    blocks: Vec<Live<'m>>,
    /// The loops around the current statement that `break` or `continue` leaves, as lengths of
    /// `blocks` at their ends. Variables that are live there are live in the whole loop.
    jumps: Vec<usize>,
    found: Vec<&'m Assign>,
}

impl<'v, 'm> Visitor<'v, 'm> {
    fn new(
        module: &'m Module,
        is_pure: &'v dyn Fn(&str) -> bool,
        exposed: &'v Exposed<'m>,
        enters_loops: bool,
    ) -> Self {
        let blocks = vec![Live { ends: true, ..Live::default() }];
        Self {
            module,
            is_pure,
            exposed,
            enters_loops,
            blocks,
            jumps: Vec::new(),
            found: Vec::new(),
        }
    }

    fn top(&mut self) -> &mut Live<'m> {
        let last = self.blocks.len() - 1;
        &mut self.blocks[last]
    }

    /// Whether a variable is live at the current place of the outermost `count` blocks.
    fn is_live(&self, name: &str, count: usize) -> bool {
        for block in self.blocks[..count].iter().rev() {
            match block.changes.get(name) {
                Some(is_live) => return *is_live,
                None if block.ends => return false,
                None => {}
            }
        }
        false
    }

    /// A statement that gives a variable another value.
    fn kill(&mut self, name: &'m str) {
        let is_kept = self.jumps.last().is_some_and(|end| self.is_live(name, *end));
        if !is_kept {
            self.top().changes.insert(name, false);
        }
    }

    fn block(&mut self, body: &'m [Stmt]) {
        body.iter().rev().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &'m Stmt) {
        match &statement.kind {
            StmtKind::Assign(this) => return self.assignment(this),
            StmtKind::Return(_) if self.jumps.is_empty() => {
                *self.top() = Live { ends: true, ..Live::default() };
            }
            StmtKind::If(this) => {
                let blocks = this.arms.iter().map(|(_, body)| &body[..]);
                self.alternatives(blocks.chain([&this.otherwise[..]]));
            }
            StmtKind::For(_) | StmtKind::While(_) => {
                let exposed = self.exposed;
                let read = exposed.get(&std::ptr::from_ref(statement)).into_iter().flatten();
                if self.enters_loops {
                    let changes = read.clone().map(|name| (*name, true)).collect();
                    self.blocks.push(Live { ends: false, changes });
                    self.blocks.push(Live::default());
                    self.iteration(statement);
                    self.blocks.truncate(self.blocks.len() - 2);
                }
                self.top().changes.extend(read.map(|name| (*name, true)));
                // `while` evaluates its condition with the body.
                if matches!(statement.kind, StmtKind::While(_)) {
                    return;
                }
            }
            _ => statement.defined().iter().for_each(|name| self.kill(name.text())),
        }
        statement.exprs().for_each(|root| self.reads(root, None));
    }

    /// An iteration of a loop; its current place is at the end.
    fn iteration(&mut self, statement: &'m Stmt) {
        let (body, counter, condition) = match &statement.kind {
            StmtKind::For(this) => (&this.body, Some(&this.variable), None),
            StmtKind::While(this) => (&this.body, None, Some(this.condition)),
            _ => return,
        };
        let jumps = Jumps::of(body);
        let is_left = jumps.breaks || jumps.continues;
        if is_left {
            self.jumps.push(self.blocks.len() - 1);
        }
        self.block(body);
        if is_left {
            self.jumps.pop();
        }
        if let Some(counter) = counter {
            self.top().changes.insert(counter.text(), false);
        }
        if let Some(condition) = condition {
            self.reads(condition, None);
        }
    }

    /// Blocks of which one is executed.
    fn alternatives(&mut self, blocks: impl Iterator<Item = &'m [Stmt]>) {
        let mut ends = Vec::new();
        for block in blocks {
            self.blocks.push(Live::default());
            self.block(block);
            ends.extend(self.blocks.pop());
        }
        let names: FxHashSet<&str> =
            ends.iter().flat_map(|end| end.changes.keys().copied()).collect();
        let count = self.blocks.len();
        let is_live = |name: &str, end: &Live<'_>| match end.changes.get(name) {
            Some(is_live) => *is_live,
            None => !end.ends && self.is_live(name, count),
        };
        let live = names.into_iter().map(|name| (name, ends.iter().any(|end| is_live(name, end))));
        let changes: FxHashMap<&str, bool> = live.collect();
        if ends.iter().all(|end| end.ends) {
            *self.top() = Live { ends: true, changes };
        } else {
            self.top().changes.extend(changes);
        }
    }

    fn assignment(&mut self, this: &'m Assign) {
        let name = this.name.text();
        let is_live = self.is_live(name, self.blocks.len());
        if !is_live && self.enters_loops {
            self.found.push(this);
        }
        let is_whole = this.subscripts.is_empty() && this.op.is_none();
        if is_whole {
            self.kill(name);
        }
        // Variables that are only read to compute a value that is not read itself.
        let own = (!is_live && self.is_without_effect(this.value)).then_some(name);
        self.reads(this.value, own);
        let subscripts = this.subscripts.iter().flat_map(|subscript| subscript.operands());
        subscripts.for_each(|root| self.reads(root, None));
    }

    /// Whether an expression calls nothing that may print.
    fn is_without_effect(&self, root: ExprId) -> bool {
        let exprs = &self.module.exprs;
        exprs.postorder(root).all(|id| match &exprs[id].kind {
            ExprKind::Call { callee, .. } => (self.is_pure)(callee.text()),
            _ => true,
        })
    }

    /// The variables that an expression reads, but for one.
    fn reads(&mut self, root: ExprId, except: Option<&str>) {
        let module = self.module;
        for id in module.exprs.postorder(root) {
            if let ExprKind::Var(name) = &module.exprs[id].kind
                && except != Some(&**name)
            {
                self.top().changes.insert(name, true);
            }
        }
    }
}
