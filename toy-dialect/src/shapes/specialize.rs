//! Specialisation: a function is compiled once for each list of argument shapes that it is called
//! with, and of values of arguments that its shapes depend on.
//!
//! Shapes are inferred from the functions whose parameters have known shapes, such as `main`; a
//! call whose arguments have known shapes gets a copy of the function for these, named after them
//! (`@f$2x3xf64`), and continues with the copy's result types. If the function uses an argument
//! that is known at the call for sizes, indices or bounds (see [`NumberParameters`]), the copy is
//! for that number (`@f$3`), which becomes a constant in it. A call where such an argument depends
//! on a loop variable is inlined, so that indices may depend on the variable. A function that is
//! wrong, as its branches differ in shape, is compiled again: for the known arguments that
//! conditions depend on, too, and with the conditionals decided that depend on numbers of the
//! program. Equal calls share a copy, so the work is linear in the size of the copies, however
//! often they are called. Calls nest to any depth: functions that wait for another are on an
//! explicit stack. A function may call itself with other shapes or numbers; a conditional that is
//! [decided](super::decided) when the function is compiled ends such a recursion.
//!
//! Functions that print nothing, check no access, and call only such functions are pure; calls of
//! them are marked by an attribute.

mod reports;

use mlir_lite::attributes::DenseElements;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::ir::symbols::{SymbolTable, Visibility};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::transforms::inline::inline_one_call;
use mlir_lite::transforms::symbol_dce::erase_unreferenced;
use mlir_lite::types::DYNAMIC;
use mlir_lite_diagnostics::{Diagnostic, Reported};
use rustc_hash::{FxHashMap, FxHashSet};

use super::booleans::{Booleans, Kind, leaves};
use super::decided::{Decides, Undecided, recursive_functions};
use super::inference::{
    CallResults, Progress, ShapeInference, Start, UnknownFiles, ops_with_starts,
};
use super::number_parameters::NumberParameters;
use super::unchecked::Unchecked;
use super::unknown_loads::{self, is_after_load};
use crate::accesses::{ProofCaller, has_checks, mark_checked};
use crate::builtins::{LoadOp, PlotOp, SaveOp};
use crate::builtins::{PrintOp, PrintValuesOp};
use crate::limits::{MAX_COPIED_OPS, MAX_COPIES, MAX_NUMBERS};
use crate::ops::numbers::{known_elements, linear};
use crate::ops::{CaptureOp, ConstantOp, GenericCallOp, IfOp, ReturnOp, StructConstructOp};
use crate::sizes::{give_their_symbols, pass_on_size_names};
use crate::tensor::elements::{Element, constant, dense_elements, elements_of};
use crate::types::{StructType, is_static, tensors};
use toy_ast::Code;

/// The numbers in one function that may take other element types: each round of inference finds
/// some of them.
const MAX_STARTS: usize = 64;

/// A function for each list of argument shapes.
#[pass(name = "toy-specialize", report_name = "ToySpecialize")]
pub struct SpecializePass;

impl RunPass for SpecializePass {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        specialize(module, UnknownFiles::Refused, cx.diagnostics)?;
        erase_unreferenced(module, |op| op.is::<FuncOp>() && !op.is_declaration());
        Ok(())
    }
}

/// Infers all shapes of a module; returns what could not be checked.
///
/// # Errors
/// If shapes do not match; all errors were reported.
pub(super) fn specialize(
    module: &mut Body,
    unknown_files: UnknownFiles,
    diagnostics: &mut Diagnostics,
) -> Result<Unchecked, Reported> {
    unknown_loads::outline(module, diagnostics)?;
    let mut specializer = Specializer::new(module, unknown_files);
    specializer.run();
    let (found, unchecked) = (specializer.diagnostics, specializer.unchecked);
    let result = found.check();
    // A function that is wrong for each of its callers may have been inlined into them.
    let mut seen = FxHashSet::default();
    let is_new = |found: &Diagnostic| seen.insert((found.position.clone(), found.message.clone()));
    diagnostics.extend(found.into_iter().filter(is_new));
    result.map(|()| unchecked)
}

/// The requested instance of a call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Key {
    function: Ident,
    types: Vec<Type>,
    /// The known arguments that shapes depend on; empty if there is no such argument.
    numbers: Vec<Option<DenseElements>>,
    /// Which of the tensors in the arguments are booleans; empty if all are numbers.
    booleans: Vec<Kind>,
    /// Which conditionals are decided.
    decides: Decides,
}

impl Key {
    fn of_types(function: Ident, types: Vec<Type>) -> Self {
        let (numbers, booleans) = (Vec::new(), Vec::new());
        Self { function, types, numbers, booleans, decides: Decides::Shapes }
    }
}

/// A function for one key.
struct Instance {
    /// The function that it is an instance of.
    function: Ident,
    name: Ident,
    state: State,
    /// Whether an error was found in it, or in a function that it calls.
    has_errors: bool,
}

enum State {
    /// It is on the stack.
    Open,
    /// Inferred completely, or wrong, which was reported.
    Closed {
        results: Vec<Type>,
        /// Which of the tensors in the results are booleans; empty if all are numbers.
        booleans: Vec<Kind>,
        is_pure: bool,
        /// The result, if shapes depend on it and it is known.
        returns: Option<Attribute>,
    },
    Wrong,
}

impl Instance {
    fn new(function: Ident, name: Ident, state: State) -> Self {
        let has_errors = matches!(state, State::Wrong);
        Self { function, name, state, has_errors }
    }
}

/// A function that is being inferred.
struct Task {
    instance: usize,
    /// Its op in the module, or where it will be inserted.
    link: Option<OpId>,
    body: Box<Body>,
    inference: ShapeInference,
    /// The call that asked for it.
    call: Option<Location>,
    is_pure: bool,
    /// Calls that depend on loop variables.
    in_loops: Vec<GenericCallOp>,
    /// The request.
    key: Key,
    /// Whether the call knows more numbers that conditions depend on.
    knows_more: bool,
    /// The function as it was, if it may be inferred again: it has conditionals, or numbers that
    /// may take other element types.
    original: Option<Box<Body>>,
    /// The ops that pass on values, as they were when inference started.
    passing_on: Vec<OpId>,
    /// The numbers that took other element types, with the places of their ops in this list.
    starts: Vec<(usize, Start)>,
    /// The reports before it.
    before: Diagnostics,
}

struct Specializer<'m> {
    module: &'m mut Body,
    symbols: SymbolTable,
    instances: Vec<Instance>,
    by_key: FxHashMap<Key, usize>,
    /// The functions that call themselves.
    recursive: FxHashSet<Ident>,
    number_parameters: NumberParameters,
    /// With those that conditions depend on.
    condition_parameters: NumberParameters,
    /// Requests for which a function is wrong, unless its conditionals are decided.
    /// Whether constants decide some of them.
    needs_conditions: FxHashMap<Key, bool>,
    /// The number of lists of numbers for which a function is compiled.
    counts: FxHashMap<Ident, usize>,
    /// Ops that were copied into loops.
    copied: usize,
    /// The number of started copies of functions.
    copies: usize,
    unknown_files: UnknownFiles,
    unchecked: Unchecked,
    diagnostics: Diagnostics,
}

impl<'m> Specializer<'m> {
    fn new(module: &'m mut Body, unknown_files: UnknownFiles) -> Self {
        let symbols = SymbolTable::new(module);
        let recursive = recursive_functions(module);
        Self {
            number_parameters: NumberParameters::of_shapes(module, &recursive),
            condition_parameters: NumberParameters::of_conditions(module),
            needs_conditions: FxHashMap::default(),
            recursive,
            counts: FxHashMap::default(),
            copied: 0,
            copies: 0,
            unknown_files,
            unchecked: Unchecked::default(),
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
            if is_known && !self.by_key.contains_key(&Key::of_types(name, types.clone())) {
                let root = self.open_in_place(link, Key::of_types(name, types), None);
                self.complete(root);
            }
        }
    }

    /// Infers a function, after all functions that it calls.
    fn complete(&mut self, root: Option<Task>) {
        let mut stack: Vec<Task> = root.into_iter().collect();
        while let Some(mut task) = stack.pop() {
            let mut wanted = None;
            let mut found = Diagnostics::new();
            let progress =
                task.inference.run(&mut task.body, &mut found, |body, call, takes_range, kinds| {
                    if takes_range || self.is_copied(body, call) {
                        task.in_loops.push(call);
                        return CallResults::Unknown;
                    }
                    let results = self.results_of(body, call, kinds, &mut task.is_pure);
                    if results == CallResults::Pending {
                        wanted = Some(call);
                    }
                    results
                });
            let is_wrong = found.has_errors();
            self.report(found, &task, &stack);
            match (progress, wanted) {
                (Progress::Waiting, Some(call)) => {
                    let arguments = task.body.operands(call.id());
                    let kinds = task.inference.booleans().of_values(&task.body, arguments);
                    let next = self.open(&task.body, call, kinds);
                    stack.push(task);
                    stack.extend(next);
                }
                _ if self.with_starts(&mut task) => stack.push(task),
                _ if !is_wrong && !task.in_loops.is_empty() => match self.copy_calls(&mut task) {
                    Ok(()) => stack.push(task),
                    Err(error) => {
                        let mut found = Diagnostics::new();
                        found.error(*error);
                        self.report(found, &task, &stack);
                        stack.extend(self.close(task, true));
                    }
                },
                _ if self.unknown_files == UnknownFiles::Accepted
                    && task.inference.try_call(&task.body) =>
                {
                    stack.push(task);
                }
                _ => {
                    let mut found = Diagnostics::new();
                    task.inference.finish(&mut task.body);
                    if let Err(error) = task.inference.check_masks(&task.body) {
                        found.error(*error);
                    }
                    mark_checked(&mut task.body, ProofCaller::Inference(&mut found));
                    let is_wrong = is_wrong || found.has_errors();
                    self.report(found, &task, &stack);
                    task.is_pure &= !has_checks(&task.body);
                    stack.extend(self.close(task, is_wrong));
                }
            }
        }
    }

    /// Whether a call has an argument that shapes depend on, and that is known as a function of
    /// loop variables, or whether the arguments do not give the sizes that are in theirs.
    fn is_copied(&self, body: &Body, call: GenericCallOp) -> bool {
        let ctx = body.context();
        let callee = self.symbols.lookup(call.callee(body));
        if callee.is_some_and(|callee| is_after_load(self.module.op(callee))) {
            return false;
        }
        let types = body.op(call.id()).operand_types();
        if !give_their_symbols(ctx, types.flat_map(|ty| tensors(ctx, ty))) {
            return true;
        }
        let wanted = self.number_parameters.of_function(call.callee(body));
        let inputs = call.on(body).inputs();
        let mut arguments = wanted.iter().filter_map(|&index| inputs.get(index));
        arguments.any(|argument| {
            linear(body, argument.id()).is_ok_and(|number| !number.terms.is_empty())
        })
    }

    /// Inlines the calls that depend on loop variables, and starts again.
    fn copy_calls(&mut self, task: &mut Task) -> Result<(), Box<Diagnostic>> {
        for call in std::mem::take(&mut task.in_loops) {
            let name = call.callee(&task.body);
            let function = self.symbols.lookup(name).and_then(|link| self.module.child(link));
            let ctx = task.body.context().clone();
            let (shown, location) = (name.text(&ctx), task.body.location(call.id()));
            let wrong = |task: &Task, what: &str| {
                Box::new(
                    task.body.op(call.id()).op_error(format!("calls '@{shown}', which {what}")),
                )
            };
            let Some(function) = function else {
                return Err(wrong(task, "is called from within itself"));
            };
            task.is_pure &= prints_nothing(function);
            let Some(count) = inline_one_call(&mut task.body, call.id(), function) else {
                return Err(wrong(task, "cannot be copied into the loop around it"));
            };
            self.copied += count;
            let most = MAX_COPIED_OPS.get();
            if self.copied > most {
                let message = format!(
                    "'{shown}' is copied into loops too often: more than {most} operations"
                );
                let too_many = Code::TooManyCopies
                    .error(location.to_position(&ctx), message)
                    .with_label("its argument depends on the iteration of a loop")
                    .with_help(format!(
                        "pass what the function takes of the tensor, and not the place: `f(a[i])`; \
                            {}",
                        MAX_COPIED_OPS.advice()
                    ));
                return Err(Box::new(too_many));
            }
        }
        let booleans = task.inference.booleans().clone();
        task.inference = self.inference(&task.body, task.key.decides, booleans);
        Ok(())
    }

    /// The results of a call, if they are known; then the call is redirected to the instance.
    fn results_of(
        &mut self,
        body: &mut Body,
        call: GenericCallOp,
        kinds: Vec<Kind>,
        caller_is_pure: &mut bool,
    ) -> CallResults {
        let Some(key) = self.key_of(body, call, kinds) else { return CallResults::Unknown };
        let Some(&instance) = self.by_key.get(&key) else { return CallResults::Pending };
        let Instance { name, state, .. } = &self.instances[instance];
        match state {
            State::Closed { results, booleans, is_pure, returns } => {
                if let Some(returns) = *returns {
                    call.set_returned(body, returns);
                }
                call.set_callee(body, *name);
                if *is_pure {
                    call.mark_pure(body);
                }
                *caller_is_pure &= *is_pure;
                CallResults::Known(results.clone(), booleans.clone())
            }
            State::Wrong => CallResults::Unknown,
            State::Open => {
                self.report_recursion(body, call, key.function);
                CallResults::Unknown
            }
        }
    }

    /// The instance that a call requests.
    fn key_of(&self, body: &Body, call: GenericCallOp, booleans: Vec<Kind>) -> Option<Key> {
        let function = call.callee(body);
        let types = body.op(call.id()).operand_types().collect();
        let mut key = Key { booleans, ..Key::of_types(function, types) };
        key.numbers = self.known(body, call, &self.number_parameters, &key.booleans);
        if let Some(&by_constants) = self.needs_conditions.get(&key) {
            let numbers = self.known(body, call, &self.condition_parameters, &key.booleans);
            if by_constants || numbers != key.numbers {
                return Some(Key { numbers, decides: Decides::Constants, ..key });
            }
        }
        Some(key)
    }

    /// The known arguments of a call for these parameters; none if no such argument is known.
    fn known(
        &self,
        body: &Body,
        call: GenericCallOp,
        parameters: &NumberParameters,
        booleans: &[Kind],
    ) -> Vec<Option<DenseElements>> {
        let (op, ctx) = (body.op(call.id()), body.context());
        let wanted = parameters.of_function(call.callee(body));
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut tensors = 0;
        let numbers = op.operands().enumerate().map(|(index, operand)| {
            let first = tensors;
            tensors += leaves(ctx, body.ty(operand));
            // Nothing depends on the elements of a mask.
            let is_number = booleans.get(first).is_none_or(|kind| *kind == Kind::Number);
            let is_wanted = is_number && wanted.contains(&index);
            let value = is_wanted.then(|| known_elements(body, operand).ok()).flatten()?;
            Some(dense_elements(ctx, &value.shape, &value.elements))
        });
        let numbers: Vec<Option<DenseElements>> = numbers.collect();
        if numbers.iter().any(Option::is_some) { numbers } else { Vec::new() }
    }

    /// Counts one more list of numbers for which a function is compiled. False if there are too
    /// many, which is reported once.
    fn count_numbers(&mut self, caller: &Body, call: GenericCallOp, name: Ident) -> bool {
        let count = self.counts.entry(name).or_default();
        *count += 1;
        let (count, most) = (*count, MAX_NUMBERS.get());
        if count == most + 1 {
            self.report_too_many(caller, call, name, most);
        }
        count <= most
    }

    /// Starts the function that a call needs; none if there is nothing to infer.
    fn open(&mut self, caller: &Body, call: GenericCallOp, booleans: Vec<Kind>) -> Option<Task> {
        let key = self.key_of(caller, call, booleans)?;
        let location = caller.location(call.id());
        let knows_more = key.decides == Decides::Shapes
            && key.numbers != self.known(caller, call, &self.condition_parameters, &key.booleans);
        let wrong = |this: &mut Self, name: Ident| {
            this.by_key.insert(key.clone(), this.instances.len());
            this.instances.push(Instance::new(name, name, State::Wrong));
            None
        };
        let Key { function: name, types, numbers, booleans, .. } = key.clone();
        if !numbers.is_empty() && !self.count_numbers(caller, call, name) {
            return wrong(self, name);
        }
        let Some(link) = self.symbols.lookup(name) else { return wrong(self, name) };
        let declared = parameters(self.module.op(link));
        if numbers.is_empty()
            && booleans.is_empty()
            && types.iter().all(|ty| is_static(self.module.context(), *ty))
            && declared.as_deref() == Some(&types[..])
            && !self.module.op(link).is_declaration()
        {
            return self.open_in_place(link, key, Some(location));
        }
        if self.module.child(link).is_none_or(|body| body.as_op().is_declaration()) {
            return wrong(self, name);
        }
        let most = MAX_COPIES.get();
        self.copies += 1;
        if self.copies > most {
            if self.copies == most + 1 {
                self.report_too_many_copies(caller, call, most);
            }
            return wrong(self, name);
        }
        let Some(template) = self.module.child(link) else { return wrong(self, name) };
        let mut body = template.deep_clone();
        let Some(entry) = entry_block(&body) else { return wrong(self, name) };
        if body.arguments(entry).len() != types.len() {
            return wrong(self, name);
        }
        for (argument, ty) in body.arguments(entry).to_vec().into_iter().zip(&types) {
            body.set_type(argument, *ty);
        }
        let ctx = body.context().clone();
        put_numbers(&mut body, entry, &numbers);
        let wanted = instance_name(&ctx, name, &types, &numbers);
        let unique = match self.symbols.lookup(ctx.ident(&wanted)) {
            None => ctx.ident(&wanted),
            Some(_) => self.symbols.unique_name(self.module, &wanted),
        };
        let root = body.root();
        body.set_attr(root, Ident::SYM_NAME, ctx.string_attr(unique.text(&ctx)));
        pass_on_size_names(caller, &mut body);
        // The name is reserved now; the op is inserted when the function is done.
        self.symbols.insert(unique, link);
        let instance = self.instances.len();
        self.instances.push(Instance::new(name, unique, State::Open));
        // Where inference of the caller starts again, the call is one of the copy.
        let of_copy = Key::of_types(unique, key.types.clone());
        self.by_key.insert(Key { booleans: key.booleans.clone(), ..of_copy }, instance);
        let requested = key.clone();
        self.by_key.insert(key, instance);
        let passing_on = ops_with_starts(&body);
        let original = (!passing_on.is_empty()).then(|| Box::new(body.deep_clone()));
        let booleans = Booleans::of_parameters(booleans);
        let inference = self.inference(&body, requested.decides, booleans);
        let is_pure = prints_nothing(&body);
        Some(Task {
            instance,
            link: None,
            body: Box::new(body),
            inference,
            call: Some(location),
            is_pure,
            in_loops: Vec::new(),
            key: requested,
            knows_more,
            original,
            passing_on,
            starts: Vec::new(),
            before: std::mem::take(&mut self.diagnostics),
        })
    }

    /// Starts a function whose parameters have known shapes: it is its own instance.
    fn open_in_place(&mut self, link: OpId, key: Key, call: Option<Location>) -> Option<Task> {
        let body = self.module.detach_child(link)?;
        let instance = self.instances.len();
        let name = key.function;
        self.instances.push(Instance::new(name, name, State::Open));
        self.by_key.insert(key.clone(), instance);
        let passing_on = ops_with_starts(&body);
        let is_kept = has_conditional(&body) || !passing_on.is_empty();
        let original = is_kept.then(|| Box::new(body.deep_clone()));
        let inference = self.inference(&body, Decides::Shapes, Booleans::default());
        let is_pure = prints_nothing(&body);
        Some(Task {
            instance,
            link: Some(link),
            body,
            inference,
            call,
            is_pure,
            in_loops: Vec::new(),
            key,
            knows_more: false,
            original,
            passing_on,
            starts: Vec::new(),
            before: std::mem::take(&mut self.diagnostics),
        })
    }

    /// Starts to infer the shapes in a function.
    fn inference(&self, body: &Body, decides: Decides, booleans: Booleans) -> ShapeInference {
        ShapeInference::new(body, self.unknown_files, &self.recursive, decides, booleans)
    }

    /// Whether a function that is wrong is compiled again, with more conditionals decided. Then
    /// nothing counts that was found in it, and in those that it calls.
    fn decides_more(&mut self, task: &Task) -> bool {
        let decided = |decides| Undecided::of(&task.body, &self.recursive, decides).of_shapes.len();
        let by_constants = task.key.decides == Decides::Shapes
            && decided(Decides::Constants) > decided(Decides::Shapes);
        // A function that is its own instance starts again itself.
        if task.link.is_none() && task.key.decides == Decides::Shapes {
            self.needs_conditions.insert(task.key.clone(), by_constants);
        }
        if !by_constants && !task.knows_more {
            return false;
        }
        let own = &mut self.instances[task.instance];
        (own.state, own.has_errors) = match task.link {
            Some(_) => (State::Open, false),
            None => (State::Wrong, true),
        };
        self.forget_errors(task.instance);
        true
    }

    /// Starts a function again in which numbers take other element types.
    fn with_starts(&mut self, task: &mut Task) -> bool {
        let Some(original) = &task.original else { return false };
        let places = &task.passing_on;
        let place = |start: &Start| places.iter().position(|op| *op == start.op);
        let found = task.inference.starts().iter();
        // An op that was copied into the function has no place in it.
        let new: Vec<(usize, Start)> =
            found.filter_map(|start| Some((place(start)?, *start))).collect();
        if new.is_empty() || task.starts.len() + new.len() > MAX_STARTS {
            return false;
        }
        task.starts.extend(new);
        let mut body = original.deep_clone();
        task.passing_on = ops_with_starts(&body);
        for (place, start) in &task.starts {
            Start { op: task.passing_on[*place], ..*start }.convert(&mut body);
        }
        *task.body = body;
        let booleans = Booleans::of_parameters(task.key.booleans.clone());
        task.inference = self.inference(&task.body, task.key.decides, booleans);
        task.is_pure = prints_nothing(&task.body);
        task.in_loops = Vec::new();
        self.forget_errors(task.instance);
        true
    }

    /// Nothing counts that was found in a function, and in those that it calls.
    fn forget_errors(&mut self, own: usize) {
        self.diagnostics = Diagnostics::new();
        let instances = &self.instances;
        self.by_key.retain(|_, instance| *instance < own || !instances[*instance].has_errors);
    }

    /// Inserts a finished function into the module, or returns it to be inferred again.
    fn close(&mut self, mut task: Task, is_wrong: bool) -> Option<Task> {
        if self.unknown_files == UnknownFiles::Accepted {
            self.unchecked.add(&task.body, &task.inference);
        }
        let results = if is_wrong { None } else { set_function_type(&mut task.body) };
        let function = self.instances[task.instance].function;
        let returns = self
            .number_parameters
            .are_returned_by(function)
            .then(|| known_result(&task.body))
            .flatten();
        self.instances[task.instance].state = match results {
            Some(results) => {
                let booleans = task.inference.booleans().of_results(&task.body);
                State::Closed { results, booleans, is_pure: task.is_pure, returns }
            }
            None => State::Wrong,
        };
        let is_wrong = matches!(self.instances[task.instance].state, State::Wrong);
        let has_errors = is_wrong || self.diagnostics.has_errors();
        self.instances[task.instance].has_errors = has_errors;
        let is_again = has_errors && self.decides_more(&task);
        let found = std::mem::replace(&mut self.diagnostics, std::mem::take(&mut task.before));
        if is_again
            && task.link.is_some()
            && let Some(original) = task.original.take()
        {
            task.starts.clear();
            task.passing_on = ops_with_starts(&original);
            task.body = original;
            task.key.decides = Decides::Constants;
            task.inference = self.inference(&task.body, task.key.decides, Booleans::default());
            task.is_pure = prints_nothing(&task.body);
            task.before = std::mem::take(&mut self.diagnostics);
            return Some(task);
        }
        self.diagnostics.extend(found);
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
        None
    }
}

/// Replaces known arguments by constants in a copy of a function; returns these.
fn put_numbers(function: &mut Body, entry: BlockId, numbers: &[Option<DenseElements>]) {
    let arguments = function.arguments(entry).to_vec();
    for (argument, number) in arguments.into_iter().zip(numbers) {
        let Some(number) = number else { continue };
        let number = function.context().dense_attr(number.clone());
        let (location, ty) = (function.location(function.root()), function.ty(argument));
        let mut builder = BodyBuilder::new(function, InsertionPoint::Start(entry)).at(location);
        let constant = ConstantOp::build(&mut builder, location, number, ty).result(function);
        function.replace_all_uses(argument, constant);
    }
}

fn has_conditional(function: &Body) -> bool {
    function.own_ops().into_iter().any(|op| IfOp::is(function, op))
}

fn parameters(function: OpRef<'_>) -> Option<Vec<Type>> {
    let ty = function.attr(Ident::FUNCTION_TYPE)?.as_type(function.context())?;
    ty.as_function(function.context()).map(|(inputs, _)| inputs.to_vec())
}

fn entry_block(function: &Body) -> Option<BlockId> {
    function.entry_block(*function.regions(function.root()).first()?)
}

fn prints_nothing(function: &Body) -> bool {
    let mut ops = function.walk();
    !ops.any(|op| {
        op.is::<PrintOp>()
            || op.is::<PrintValuesOp>()
            || op.is::<CaptureOp>()
            || op.is::<SaveOp>()
            || op.is::<PlotOp>()
            || op.is::<LoadOp>()
    })
}

/// The result of a function, if it is one known value.
fn known_result(function: &Body) -> Option<Attribute> {
    let end = function.terminator(entry_block(function)?)?;
    let mut returned = function.operands(end);
    let (Some(value), None) = (returned.next(), returned.next()) else { return None };
    known_value(function, value)
}

/// A value that is known: a tensor, or the list of a struct's members, of which some may be
/// unknown.
fn known_value(function: &Body, value: ValueId) -> Option<Attribute> {
    let ctx = function.context();
    if let Some(made) = StructConstructOp::defining(function, value) {
        // Structs nest as deep as the parser admits.
        let members = function.operands(made.id()).map(|member| known_value(function, member));
        let members: Vec<Option<Attribute>> = members.collect();
        members.iter().any(Option::is_some).then_some(())?;
        let members: Vec<Attribute> =
            members.into_iter().map(|member| member.unwrap_or(Attribute::UNIT)).collect();
        return Some(ctx.array_attr(&members));
    }
    let value = known_elements(function, value).ok()?;
    Some(constant(ctx, &value.shape, &value.elements))
}

/// Sets the function's type from its parameters and returned values; none if it has unknown shapes.
fn set_function_type(function: &mut Body) -> Option<Vec<Type>> {
    let ctx = function.context().clone();
    let entry = entry_block(function)?;
    let inputs: Vec<Type> =
        function.arguments(entry).iter().map(|argument| function.ty(*argument)).collect();
    let end = function.terminator(entry)?;
    // A function with another terminator keeps its declared type.
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

/// `f$2x3xf64$f64`, or `f$2x3xf64$5` for a known number: the dollars keep it distinct from names of
/// the language.
fn instance_name(
    ctx: &Context,
    name: Ident,
    types: &[Type],
    numbers: &[Option<DenseElements>],
) -> String {
    let mut text = name.text(ctx).to_owned();
    let known = |index: usize| whole_number(ctx, numbers.get(index)?.as_ref()?);
    let mut pending: Vec<(Type, Option<u64>)> =
        types.iter().enumerate().rev().map(|(index, ty)| (*ty, known(index))).collect();
    while let Some((ty, number)) = pending.pop() {
        if let Some(number) = number {
            text += &format!("${number}");
            continue;
        }
        if let Some(elements) = StructType::elements(ctx, ty) {
            pending.extend(elements.iter().rev().map(|element| (*element, None)));
            continue;
        }
        text.push('$');
        for &size in ty.shape(ctx).unwrap_or_default() {
            match size {
                DYNAMIC => text.push_str("nx"),
                size => text += &format!("{size}x"),
            }
        }
        text += Element::of(ctx, ty).name();
    }
    text
}

/// The number in a tensor without dimensions, if a name can contain it.
fn whole_number(ctx: &Context, elements: &DenseElements) -> Option<u64> {
    let numbers = elements_of(ctx, elements)?;
    let number = numbers.to_f64s().first().copied()?;
    let is_shown =
        elements.ty().static_shape(ctx)?.is_empty() && number.fract() == 0.0 && number >= 0.0;
    (is_shown && number < 1e15).then_some(number as u64)
}
