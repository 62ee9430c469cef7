//! One rule on many programs.

use crate::compare::{compare, inputs};
use crate::corpus::{Corpus, OpIndices, mutate, renew_type};
use crate::generator::{Generator, Neighbours};
use crate::measure::{Measure, measure};
use crate::module::module_with;
use crate::overlaps::{Pair, pairs};
use crate::probe::watched;
use crate::rules::{Rule, rules};
use crate::workshop::{Workshop, is_simple};
use mlir_lite::Context;
use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::dialects::standard::{FuncOp, ReturnOp};
use mlir_lite::interpreter::Value;
use mlir_lite::ir::builder::BodyBuilder;
use mlir_lite::ir::{Body, Ident, OpBuilder, OpDefinition, OpId};
use mlir_lite::text::{PrintOptions, Spelling, print_op};
use mlir_lite::types::Type;
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use random_programs::random::Random;
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Sets of arguments of a program.
pub(crate) const SETS: usize = 8;

/// The number of programs after which a context is replaced: a context keeps all types and
/// attributes that it has met.
const PROGRAMS_OF_A_CONTEXT: u64 = 20_000;

/// Places of the corpus that are looked at for a rule, and those of them that are kept.
const SCANNED: usize = 400;
const HOT: usize = 16;

/// How much is to be done for a rule.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Comparisons.
    pub compared: u64,
    /// Programs, at most.
    pub programs: u64,
}

/// The results for a rule.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Programs in which it was tried.
    pub programs: u64,
    /// Programs in which it fired.
    pub fired: u64,
    /// Runs that were compared.
    pub compared: u64,
    /// Runs of programs in which it fired that were not defined.
    pub undefined: u64,
    /// Why programs in which it fired could not be run, and how often.
    pub no_meaning: BTreeMap<String, u64>,
    /// Why runs of programs in which it fired were not defined, and in how many programs.
    pub no_result: BTreeMap<String, u64>,
    /// The largest change of each component of the measure.
    pub change: Option<Measure>,
    /// The failure, if there is one.
    pub failure: Option<Failure>,
}

/// A rule that is wrong.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The description of the failure.
    pub what: String,
    /// The program, and the result of the rule.
    pub program: String,
    /// The arguments for which the program computed something else.
    pub arguments: Vec<Value>,
}

/// Where programs come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// The declaration of the root.
    Declaration,
    /// The left side of a declared rule.
    LeftSide,
    /// A function of the corpus.
    Corpus,
}

/// A context with all rules in it, and programs to try them in.
pub struct Bench {
    load: fn(&Context),
    texts: Vec<String>,
    workshop: Workshop,
    rules: Vec<Rule>,
    corpus: Corpus,
    left: u64,
}

/// The outcome of one program.
enum Attempt {
    /// The rule did not fire, or there was no program.
    Nothing,
    /// It fired.
    Fired {
        compared: u64,
        undefined: u64,
        no_meaning: Option<String>,
        no_result: Option<String>,
        change: Option<Box<Measure>>,
        failure: Option<Failure>,
    },
}

impl Bench {
    /// For the rules of the project's dialects and those that `load` adds, with these texts as
    /// programs.
    pub fn new(load: fn(&Context), texts: Vec<String>) -> Self {
        let workshop = Workshop::new(load);
        let rules = rules(&workshop);
        let corpus = Corpus::new(&workshop, &texts);
        Self { load, texts, workshop, rules, corpus, left: PROGRAMS_OF_A_CONTEXT }
    }

    /// All rules.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// All critical pairs of the declared rules.
    pub fn pairs(&self) -> Vec<Pair> {
        pairs(&self.workshop, &self.rules)
    }

    /// Tries a rule until the goal is reached.
    pub fn prove(&mut self, number: usize, goal: Goal) -> Record {
        let mut record = Record::default();
        let mut state = State::default();
        let title = self.rules[number].title();
        let seed = title
            .bytes()
            .fold(11u64, |hash, byte| hash.wrapping_mul(131).wrapping_add(byte.into()));
        if goal.programs > 0 {
            state.hot = self.hot_places(number);
        }
        while record.compared < goal.compared
            && record.programs < goal.programs
            && record.failure.is_none()
        {
            // A rule that has never fired in this many will not.
            if record.fired == 0 && record.programs > goal.programs / 4 {
                break;
            }
            if self.left == 0 {
                *self = Self::new(self.load, std::mem::take(&mut self.texts));
            }
            self.left -= 1;
            let random = &mut Random::new(seed ^ record.programs.wrapping_mul(0x9e37_79b9));
            record.programs += 1;
            let attempt =
                catch_unwind(AssertUnwindSafe(|| self.attempt(number, &mut state, random)));
            match attempt {
                Ok(Attempt::Nothing) => {}
                Ok(Attempt::Fired {
                    compared,
                    undefined,
                    no_meaning,
                    no_result,
                    change,
                    failure,
                }) => {
                    record.fired += 1;
                    record.compared += compared;
                    record.undefined += undefined;
                    if let Some(reason) = no_meaning {
                        *record.no_meaning.entry(reason).or_default() += 1;
                    }
                    if let Some(reason) = no_result {
                        *record.no_result.entry(without_numbers(&reason)).or_default() += 1;
                    }
                    record.change = match (record.change, change) {
                        (Some(old), Some(new)) => {
                            Some(std::array::from_fn(|at| old[at].max(new[at])))
                        }
                        (old, new) => new.map(|new| *new).or(old),
                    };
                    record.failure = failure;
                }
                Err(panic) => {
                    let what = format!("panics: {}", said_by(&*panic));
                    record.failure =
                        Some(Failure { what, program: String::new(), arguments: Vec::new() });
                }
            }
        }
        record
    }

    /// Places of the corpus where the rule fires, as they are.
    fn hot_places(&self, number: usize) -> Vec<OpIndices> {
        let rule = &self.rules[number];
        let fires = |&place: &OpIndices| {
            let Some((mut body, op)) = self.corpus.get(place) else { return false };
            let applied = catch_unwind(AssertUnwindSafe(|| rule.apply(&mut body, op)));
            !matches!(applied, Ok(Ok(false)))
        };
        let places = self.corpus.places(rule.root.name);
        places.iter().take(SCANNED).copied().filter(fires).take(HOT).collect()
    }

    fn attempt(&self, number: usize, state: &mut State, random: &mut Random) -> Attempt {
        let rule = &self.rules[number];
        let origins = self.origins(rule);
        let Some(&origin) = state.choose(&origins, random) else { return Attempt::Nothing };
        state.tried[origin as usize] += 1;
        let is_tame = random.chance(20);
        let mut place = None;
        let program = match origin {
            Origin::Corpus => {
                let all = self.corpus.places(rule.root.name);
                let list =
                    if !state.hot.is_empty() && random.chance(85) { &state.hot[..] } else { all };
                let Some(&chosen) = random.pick(list) else { return Attempt::Nothing };
                place = Some(chosen);
                self.corpus.get(chosen).map(|(mut body, op)| {
                    if random.chance(85) {
                        mutate(&self.workshop, &mut body, op, is_tame, random);
                    }
                    (body, op, Vec::new())
                })
            }
            _ => {
                let seeks = state.fired == [0; 3] || random.chance(10);
                state.neighbours.favourite =
                    random.pick(&self.workshop.ops).filter(|_| seeks).map(|op| op.name);
                let mut generator =
                    Generator::new(&self.workshop, random, &state.neighbours, rule.root, is_tame);
                let root = match (origin, rule.declared) {
                    (Origin::LeftSide, Some(declared)) => {
                        generator.source(&declared.source, declared.symbols)
                    }
                    _ => generator.root(rule.root),
                };
                root.and_then(|root| {
                    let (body, made) = generator.finish(root)?;
                    Some((body, root, made))
                })
            }
        };
        let Some((body, op, made)) = program else { return Attempt::Nothing };
        let mut attempt =
            prove_with(&self.workshop, rule, &body, op, &mut |types, is_approximate| {
                inputs(&self.workshop, types, SETS, is_tame || is_approximate, random)
            });
        if let Attempt::Fired { failure: Some(failure), .. } = &mut attempt {
            *failure = minimal(&self.workshop, rule, body, op, failure.clone());
        }
        if let Attempt::Fired { .. } = attempt {
            state.fired[origin as usize] += 1;
            state.neighbours.fired_with(&made);
            state.hot.extend(place.filter(|place| !state.hot.contains(place)));
        }
        attempt
    }

    fn origins(&self, rule: &Rule) -> Vec<Origin> {
        let mut origins = Vec::new();
        if is_simple(rule.root) {
            origins.push(Origin::Declaration);
        }
        if rule.declared.is_some() {
            origins.push(Origin::LeftSide);
        }
        if !self.corpus.places(rule.root.name).is_empty() {
            origins.push(Origin::Corpus);
        }
        origins
    }
}

/// A message with all numbers replaced by one, to group messages.
fn without_numbers(message: &str) -> String {
    let mut kind = String::new();
    for character in message.chars() {
        match character.is_ascii_digit() {
            true if kind.ends_with('N') => {}
            true => kind.push('N'),
            false => kind.push(character),
        }
    }
    kind
}

/// The message of a panic.
fn said_by(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

/// The knowledge about a rule.
#[derive(Default)]
struct State {
    tried: [u64; 3],
    fired: [u64; 3],
    neighbours: Neighbours,
    hot: Vec<OpIndices>,
}

impl State {
    /// Origins whose programs make the rule fire are used more often.
    fn choose<'o>(&self, origins: &'o [Origin], random: &mut Random) -> Option<&'o Origin> {
        let weight = |&origin: &Origin| {
            let at = origin as usize;
            5 + (100 * (self.fired[at] + 1) / (self.tried[at] + 3)) as usize
        };
        let weights: Vec<usize> = origins.iter().map(weight).collect();
        if weights.is_empty() { None } else { origins.get(random.weighted(&weights)) }
    }
}

/// Creates sets of arguments of these types; only ordinary numbers on request.
type Arguments<'a> = dyn FnMut(&[Type], bool) -> Vec<Vec<Value>> + 'a;

/// Whether no reshape of the toy dialect has elements of another type than its operand. Until the
/// types of elements are inferred, it may be so; it computes nothing then.
fn has_inferred_elements(module: &Body) -> bool {
    let ctx = module.context();
    module.walk().filter(|op| op.info().name() == "toy.reshape").all(|op| {
        let mut types = op.operand_types().chain(op.result_types());
        let elements = |ty: Option<Type>| ty.and_then(|ty| ty.element_type(ctx));
        elements(types.next()) == elements(types.next())
    })
}

/// Applies the rule to an op of a copy of the function, and compares.
fn prove_with(
    workshop: &Workshop,
    rule: &Rule,
    before: &Body,
    op: OpId,
    arguments: &mut Arguments<'_>,
) -> Attempt {
    let ctx = &workshop.ctx;
    let mut after = before.deep_clone();
    let root = after.root();
    after.set_attr(root, Ident::SYM_NAME, ctx.string_attr("after"));
    let place = before.own_ops().iter().position(|&it| it == op);
    let Some(copy) = place.and_then(|place| after.own_ops().get(place).copied()) else {
        return Attempt::Nothing;
    };
    let applied = catch_unwind(AssertUnwindSafe(|| rule.apply(&mut after, copy)));
    if matches!(applied, Ok(Ok(false))) {
        return Attempt::Nothing;
    }
    // The result for an invalid program does not matter.
    let mut module = module_with(ctx, vec![before.deep_clone()]);
    if verify(&module, &mut Diagnostics::new()).is_err() || !has_inferred_elements(&module) {
        return Attempt::Nothing;
    }
    let text = |module: &Body| {
        print_op(module.as_op(), PrintOptions::default().with_spelling(Spelling::Upstream))
    };
    let failed = |what: String, program: String| Attempt::Fired {
        compared: 0,
        undefined: 0,
        no_meaning: None,
        no_result: None,
        change: None,
        failure: Some(Failure { what, program, arguments: Vec::new() }),
    };
    match applied {
        Ok(Ok(_)) => {}
        Ok(Err(broken)) => return failed(broken, text(&module)),
        Err(panic) => {
            return failed(format!("panics: {}", said_by(&*panic)), text(&module));
        }
    }
    let (inputs, results) =
        FuncOp::ty(before).and_then(|ty| ty.as_function(ctx)).unwrap_or_default();
    let (old, new) = (measure(before), measure(&after));
    let change: Measure = std::array::from_fn(|at| new[at] - old[at]);
    let block = ModuleOp::body_block(&module);
    BodyBuilder::at_end(&mut module, block).create_isolated(after, &[], &[]);
    let mut diagnostics = Diagnostics::new();
    if verify(&module, &mut diagnostics).is_err() {
        let said: Vec<String> = diagnostics.iter().map(|it| it.message.clone()).collect();
        return failed(format!("leaves invalid IR: {}", said.join("; ")), text(&module));
    }
    let is_approximate = has_promises(before);
    let functions = [(&module, "before"), (&module, "after")];
    let watched = is_approximate.then(|| module_with(ctx, vec![watched(before)]));
    let comparison = compare(
        functions[0],
        functions[1],
        results,
        arguments(inputs, is_approximate),
        watched.as_ref(),
    );
    let failure = comparison.difference.map(|(arguments, what)| Failure {
        what: format!("{what}, for the arguments {arguments:?}"),
        program: text(&module),
        arguments,
    });
    Attempt::Fired {
        compared: comparison.compared,
        undefined: comparison.undefined,
        no_meaning: comparison.no_meaning,
        no_result: comparison.no_result,
        change: Some(Box::new(change)),
        failure,
    }
}

/// The same failure in a smaller program: one that returns less, and has fewer ops.
fn minimal(
    workshop: &Workshop,
    rule: &Rule,
    mut body: Body,
    mut root: OpId,
    mut failure: Failure,
) -> Failure {
    let mut still_fails = |body: &Body, root: OpId| {
        let arguments = vec![failure.arguments.clone()];
        let attempt = catch_unwind(AssertUnwindSafe(|| {
            prove_with(workshop, rule, body, root, &mut |_, _| arguments.clone())
        }));
        match attempt {
            Ok(Attempt::Fired { failure: Some(found), .. }) => {
                failure = found;
                true
            }
            _ => false,
        }
    };
    let ops = body.own_ops();
    let is_end = |op: &OpId| ReturnOp::is(&body, *op) && body.parent_op(*op) == Some(body.root());
    let ends: Vec<OpId> = ops.iter().copied().filter(is_end).collect();
    // Without what is returned, its ops are not needed.
    if let [end] = ends[..] {
        let mut index = 0;
        while index < body.num_operands(end) {
            let removed = body.operand_list(end);
            body.splice_operands(end, index..index + 1, &[]);
            renew_type(&mut body);
            if !still_fails(&body, root) {
                body.set_operands(end, &removed);
                renew_type(&mut body);
                index += 1;
            }
        }
    }
    // With an argument in place of an op's result, the op is not needed.
    for at in 0..ops.len() {
        let all = body.own_ops();
        let Some(&op) = all.get(at).filter(|&&op| op != root && body.num_results(op) == 1) else {
            continue;
        };
        let result = body.result(op, 0);
        let entry = body.regions(body.root()).first().and_then(|&region| body.entry_block(region));
        let parameters = entry.map_or(&[][..], |entry| body.arguments(entry));
        let is_alike = |&index: &usize| body.ty(parameters[index]) == body.ty(result);
        let place = all.iter().position(|&it| it == root).unwrap_or(0);
        for index in (0..parameters.len()).filter(is_alike).collect::<Vec<_>>() {
            let mut simpler = body.deep_clone();
            let copies = simpler.own_ops();
            let entry = simpler.entry_block(simpler.regions(simpler.root())[0]);
            let parameter = entry.map(|entry| simpler.arguments(entry)[index]);
            let old = simpler.result(copies[at], 0);
            simpler.replace_all_uses(old, parameter.unwrap_or(old));
            if still_fails(&simpler, copies[place]) {
                (body, root) = (simpler, copies[place]);
                break;
            }
        }
    }
    let mut at = ops.len();
    while at > 0 {
        at -= 1;
        let all = body.own_ops();
        let Some(&op) = all.get(at) else { continue };
        let is_end = ReturnOp::is(&body, op);
        if op == root || is_end || body.is_inside(root, op) || !body.is_unused(op) {
            continue;
        }
        let place = all.iter().position(|&it| it == root).unwrap_or(0);
        let mut fewer = body.deep_clone();
        let copies = fewer.own_ops();
        let (copy, new_root) = (copies[at], copies[place]);
        fewer.erase_op(copy);
        if still_fails(&fewer, new_root) {
            (body, root) = (fewer, new_root);
        }
    }
    failure
}

/// Whether an op promises something that the interpreter does not look at.
pub(crate) fn has_promises(body: &Body) -> bool {
    let ctx = body.context();
    body.own_ops().into_iter().any(|op| {
        ["fastmath", "fastmathFlags"].iter().any(|name| body.attr(op, ctx.ident(name)).is_some())
    })
}
