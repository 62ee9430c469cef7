//! Specialisation: a function is compiled once for each list of argument shapes that it is called with.
//!
//! From the functions whose parameters have known shapes, `main` among them, shapes are inferred; a call whose arguments
//! have known shapes gets a copy of the function for these, named after them (`@f$2x3xf64`), and goes on with what that
//! returns. Equal calls share a copy, so the work is linear in the size of the copies, however often they are called.
//! Calls nest as deep as they like: functions that wait for another are on a stack.
//!
//! Functions that print nothing, and call none that do, are pure; so are calls of them, which say so by an attribute.

use mlir_lite::dialects::std::FuncOp;
use mlir_lite::ir::interfaces::Callee;
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::{SymbolTable, Visibility};
use mlir_lite::pass::{Pass, PassContext};
use mlir_lite::transforms::symbol_dce::erase_unreferenced;
use mlir_lite_diagnostics::{Diagnostic, Reported};
use rustc_hash::{FxHashMap, FxHashSet};

use super::inference::{CallResults, Progress, ShapeInference};
use crate::builtins::{LoadOp, SaveOp};
use crate::ops::{CaptureOp, GenericCallOp, PrintOp, ReturnOp};
use crate::types::{StructType, is_static};

/// Infers all shapes of a module, and makes the copies of functions that this takes.
pub struct SpecializePass;

impl Pass for SpecializePass {
    fn name(&self) -> &'static str {
        "ToySpecialize"
    }

    fn argument(&self) -> &'static str {
        "toy-specialize"
    }

    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let mut specializer = Specializer::new(module);
        specializer.run();
        let found = specializer.diagnostics;
        let result = found.check();
        // A function that is wrong for each of its callers may have been inlined into them.
        let mut seen = FxHashSet::default();
        let is_new = |found: &Diagnostic| seen.insert((found.position.clone(), found.message.clone()));
        cx.diagnostics.extend(found.into_iter().filter(is_new));
        result?;
        erase_unreferenced(module, |op| op.is::<FuncOp>() && !op.is_declaration());
        Ok(())
    }
}

/// A function for one list of argument types.
struct Instance {
    name: Ident,
    state: State,
}

enum State {
    /// It is on the stack.
    Open,
    /// Inferred to the end, or wrong, which was reported.
    Closed {
        results: Vec<Type>,
        is_pure: bool,
    },
    Wrong,
}

/// A function on the way through inference.
struct Task {
    instance: usize,
    /// Where it was, or is to be, in the module.
    link: Option<OpId>,
    body: Box<Body>,
    inference: ShapeInference,
    /// The call that asked for it.
    call: Option<Location>,
    is_pure: bool,
}

struct Specializer<'m> {
    module: &'m mut Body,
    symbols: SymbolTable,
    instances: Vec<Instance>,
    by_key: FxHashMap<(Ident, Vec<Type>), usize>,
    diagnostics: Diagnostics,
}

impl<'m> Specializer<'m> {
    fn new(module: &'m mut Body) -> Self {
        let symbols = SymbolTable::new(module);
        Self {
            module,
            symbols,
            instances: Vec::new(),
            by_key: FxHashMap::default(),
            diagnostics: Diagnostics::new(),
        }
    }

    fn run(&mut self) {
        let ops = self.module.as_op().regions().flat_map(|region| region.ops());
        let functions: Vec<(OpId, Ident, Vec<Type>)> = ops
            .filter(|op| op.is::<FuncOp>() && !op.is_declaration())
            .filter_map(|op| Some((op.id(), op.symbol_name()?, parameters(op)?)))
            .collect();
        for (link, name, types) in functions {
            let is_known = types.iter().all(|ty| is_static(self.module.context(), *ty));
            if is_known && !self.by_key.contains_key(&(name, types.clone())) {
                let root = self.open_in_place(link, name, types, None);
                self.complete(root);
            }
        }
    }

    /// Works on a function, and on all that it calls before.
    fn complete(&mut self, root: Option<Task>) {
        let mut stack: Vec<Task> = root.into_iter().collect();
        while let Some(mut task) = stack.pop() {
            let mut wanted = None;
            let mut found = Diagnostics::new();
            let progress = task.inference.run(&mut task.body, &mut found, |body, call| {
                let results = self.results_of(body, call, &mut task.is_pure);
                if results == CallResults::Pending {
                    wanted = Some(call);
                }
                results
            });
            let is_wrong = found.has_errors();
            self.report(found, &task, &stack);
            match (progress, wanted) {
                (Progress::Waiting, Some(call)) => {
                    let next = self.open(&task.body, call);
                    stack.push(task);
                    stack.extend(next);
                }
                _ => self.close(task, is_wrong),
            }
        }
    }

    /// What a call returns, if that is known; then the call names the instance.
    fn results_of(&mut self, body: &mut Body, call: GenericCallOp, caller_is_pure: &mut bool) -> CallResults {
        let Some(key) = key_of(body, call) else { return CallResults::Unknown };
        let Some(&instance) = self.by_key.get(&key) else { return CallResults::Pending };
        let Instance { name, state } = &self.instances[instance];
        match state {
            State::Closed { results, is_pure } => {
                let ctx = body.context().clone();
                body.set_attr(call.id(), Ident::CALLEE, ctx.symbol_ident_attr(*name));
                if *is_pure {
                    body.set_attr(call.id(), ctx.ident(GenericCallOp::PURE), Attribute::UNIT);
                }
                *caller_is_pure &= *is_pure;
                CallResults::Known(results.clone())
            }
            State::Wrong => CallResults::Unknown,
            State::Open => {
                let name = name.text(body.context());
                let message = format!("calls '@{name}' from within itself: recursion has no end");
                self.diagnostics.error(body.op(call.id()).op_error(message));
                CallResults::Unknown
            }
        }
    }

    /// Begins the function that a call needs; none if there is nothing to infer.
    fn open(&mut self, caller: &Body, call: GenericCallOp) -> Option<Task> {
        let key = key_of(caller, call)?;
        let location = caller.location(call.id());
        let wrong = |this: &mut Self, name: Ident| {
            this.by_key.insert(key.clone(), this.instances.len());
            this.instances.push(Instance { name, state: State::Wrong });
            None
        };
        let (name, types) = key.clone();
        let Some(link) = self.symbols.lookup(name) else { return wrong(self, name) };
        let declared = parameters(self.module.op(link));
        if declared.as_deref() == Some(&types[..]) && !self.module.op(link).is_declaration() {
            return self.open_in_place(link, name, types, Some(location));
        }
        let Some(template) = self.module.child(link).filter(|body| !body.as_op().is_declaration()) else {
            return wrong(self, name);
        };
        let mut body = template.deep_clone();
        let Some(entry) = entry_block(&body) else { return wrong(self, name) };
        if body.arguments(entry).len() != types.len() {
            return wrong(self, name);
        }
        for (argument, ty) in body.arguments(entry).to_vec().into_iter().zip(&types) {
            body.set_type(argument, *ty);
        }
        let ctx = body.context().clone();
        let wanted = instance_name(&ctx, name, &types);
        let unique = match self.symbols.lookup(ctx.ident(&wanted)) {
            None => ctx.ident(&wanted),
            Some(_) => self.symbols.unique_name(self.module, &wanted),
        };
        let root = body.root();
        body.set_attr(root, Ident::SYM_NAME, ctx.string_attr(unique.text(&ctx)));
        // Taken from now on; where the function is, is known when it is done.
        self.symbols.insert(unique, link);
        let instance = self.instances.len();
        self.instances.push(Instance { name: unique, state: State::Open });
        self.by_key.insert(key, instance);
        let inference = ShapeInference::new(&body);
        let is_pure = prints_nothing(&body);
        Some(Task { instance, link: None, body: Box::new(body), inference, call: Some(location), is_pure })
    }

    /// Begins a function whose parameters have known shapes: it is its own instance.
    fn open_in_place(
        &mut self,
        link: OpId,
        name: Ident,
        types: Vec<Type>,
        call: Option<Location>,
    ) -> Option<Task> {
        let body = self.module.detach_child(link)?;
        let instance = self.instances.len();
        self.instances.push(Instance { name, state: State::Open });
        self.by_key.insert((name, types), instance);
        let inference = ShapeInference::new(&body);
        let is_pure = prints_nothing(&body);
        Some(Task { instance, link: Some(link), body, inference, call, is_pure })
    }

    /// Puts a function that is done where it belongs.
    fn close(&mut self, mut task: Task, is_wrong: bool) {
        let results = if is_wrong { None } else { set_function_type(&mut task.body) };
        self.instances[task.instance].state = match results {
            Some(results) => State::Closed { results, is_pure: task.is_pure },
            None => State::Wrong,
        };
        match task.link {
            Some(link) => self.module.attach_child(link, task.body),
            None => {
                let name = self.instances[task.instance].name;
                let op = self.module.create_isolated_op(*task.body, &[], &[]);
                let region = self.module.regions(self.module.root()).first().copied();
                if let Some(block) = region.and_then(|region| self.module.entry_block(region)) {
                    self.module.append_op(block, op);
                    self.module.set_symbol_visibility(op, Visibility::Private);
                    self.symbols.insert(name, op);
                }
            }
        }
    }

    /// Reports what is wrong in a function, with the calls that led to it.
    fn report(&mut self, found: Diagnostics, task: &Task, stack: &[Task]) {
        /// Calls that are shown.
        const SHOWN: usize = 8;
        let ctx = self.module.context();
        let calls: Vec<Location> =
            std::iter::once(task).chain(stack.iter().rev()).filter_map(|task| task.call).collect();
        for diagnostic in found.iter() {
            let mut diagnostic: Diagnostic = diagnostic.clone();
            for call in calls.iter().take(SHOWN) {
                diagnostic = diagnostic.with_note_at(call.to_position(ctx), "called from here");
            }
            if calls.len() > SHOWN {
                diagnostic = diagnostic.with_note(format!("and {} more calls", calls.len() - SHOWN));
            }
            self.diagnostics.emit(diagnostic);
        }
    }
}

/// What a call asks for: a function and the types of the arguments.
fn key_of(body: &Body, call: GenericCallOp) -> Option<(Ident, Vec<Type>)> {
    let op = body.op(call.id());
    let Callee::Symbol(name) = op.interface::<dyn CallOpInterface>()?.callee(op)? else { return None };
    Some((name, op.operand_types().collect()))
}

fn parameters(function: OpRef<'_>) -> Option<Vec<Type>> {
    let ty = function.attr(Ident::FUNCTION_TYPE)?.as_type(function.context())?;
    ty.as_function(function.context()).map(|(inputs, _)| inputs.to_vec())
}

fn entry_block(function: &Body) -> Option<BlockId> {
    function.entry_block(*function.regions(function.root()).first()?)
}

fn prints_nothing(function: &Body) -> bool {
    let mut ops = function.as_op().walk();
    !ops.any(|op| op.is::<PrintOp>() || op.is::<CaptureOp>() || op.is::<SaveOp>() || op.is::<LoadOp>())
}

/// Makes the function's type that of its parameters and of what it returns; none if shapes in it are not known.
fn set_function_type(function: &mut Body) -> Option<Vec<Type>> {
    let ctx = function.context().clone();
    let entry = entry_block(function)?;
    let inputs: Vec<Type> = function.arguments(entry).iter().map(|argument| function.ty(*argument)).collect();
    let end = function.terminator(entry)?;
    // A function that ends otherwise has the type that it is declared to have.
    let results: Vec<Type> = match ReturnOp::cast(function, end) {
        Some(end) => function.operands(end.id()).map(|operand| function.ty(operand)).collect(),
        None => {
            let declared = function.attr(function.root(), Ident::FUNCTION_TYPE)?.as_type(&ctx)?;
            declared.as_function(&ctx)?.1.to_vec()
        }
    };
    let ty = ctx.type_attr(ctx.function_type(&inputs, &results));
    let root = function.root();
    function.set_attr(root, Ident::FUNCTION_TYPE, ty);
    results.iter().all(|ty| is_static(&ctx, *ty)).then_some(results)
}

/// `f$2x3xf64$f64`: the dollars keep it apart from names of the language.
fn instance_name(ctx: &Context, name: Ident, types: &[Type]) -> String {
    let mut text = name.text(ctx).to_owned();
    let mut pending: Vec<Type> = types.iter().rev().copied().collect();
    while let Some(ty) = pending.pop() {
        if let Some(elements) = StructType::elements(ctx, ty) {
            pending.extend(elements.iter().rev());
            continue;
        }
        text.push('$');
        for size in ty.static_shape(ctx).unwrap_or_default() {
            text += &format!("{size}x");
        }
        text += "f64";
    }
    text
}
