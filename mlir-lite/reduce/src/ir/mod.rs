//! Edits of valid IR: each candidate is parsed, edited through the API of bodies, and printed.

mod control_flow;
mod functions;
mod operands;
mod ops;
mod replacement;
mod units;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mlir_lite::Context;
use mlir_lite::ir::Body;
use mlir_lite::text::{ParseOptions, PrintOptions, Spelling, parse_module, print_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;

use crate::Options;
use crate::guard::{Guarded, guarded};
use crate::search::{Edit, Search};
use units::{KINDS, Kind, apply_to_all, count};

/// The maximum number of sweeps over all edits: each but the last made the IR smaller.
const SWEEPS: usize = 12;

type SetUp = Arc<dyn Fn(&Context) + Send + Sync>;

/// Parses, edits and prints candidates.
#[derive(Clone)]
pub(crate) struct Ir {
    set_up: SetUp,
    options: Options,
    /// Candidates have to be valid.
    stays_valid: bool,
    /// Whether parsing or editing has exceeded the time limit once.
    is_stuck: Arc<AtomicBool>,
}

impl Ir {
    pub(crate) fn new(set_up: SetUp, text: &str, options: &Options) -> Self {
        let mut ir = Self {
            set_up,
            options: options.clone(),
            stays_valid: false,
            is_stuck: Arc::new(false.into()),
        };
        ir.stays_valid = !options.allow_invalid && ir.is_valid(text);
        ir
    }

    /// Runs code on a thread of its own, unless such code has hung before.
    fn guarded<T: Send + 'static>(
        &self,
        text: &str,
        work: impl FnOnce(&SetUp, &str) -> T + Send + 'static,
    ) -> Option<T> {
        if self.is_stuck.load(Ordering::Relaxed) {
            return None;
        }
        let (set_up, text) = (self.set_up.clone(), text.to_owned());
        match guarded(self.options.limit, move || work(&set_up, &text)) {
            Guarded::Done(result) => Some(result),
            Guarded::Panicked => None,
            Guarded::Hangs => {
                self.is_stuck.store(true, Ordering::Relaxed);
                None
            }
        }
    }

    fn is_valid(&self, text: &str) -> bool {
        let valid = |set_up: &SetUp, text: &str| {
            let module = parse(set_up, text);
            module.is_some_and(|module| verify(&module, &mut Diagnostics::new()).is_ok())
        };
        self.guarded(text, valid).unwrap_or(false)
    }

    /// Whether a candidate is as valid as required.
    pub(crate) fn may_be_tested(&self, candidate: &str) -> bool {
        !self.stays_valid || self.is_stuck.load(Ordering::Relaxed) || self.is_valid(candidate)
    }

    /// Applies all edits until none helps. Nothing changes if the text does not parse, or if no
    /// printed form of it is interesting.
    pub(crate) fn reduce(&self, search: &mut Search<'_>, current: &mut String) -> bool {
        let Some(form) = self.form(search, current) else { return false };
        let mut any = false;
        for _ in 0..SWEEPS {
            let mut changed = false;
            for kind in KINDS {
                changed |= search.sweep(current, &IrEdit { ir: self, kind, form });
            }
            any |= changed;
            if !changed {
                break;
            }
        }
        any
    }

    /// The smallest form in which candidates can be printed.
    fn form(&self, search: &mut Search<'_>, current: &mut String) -> Option<PrintOptions> {
        let spellings = [Spelling::Upstream, Spelling::Std];
        let forms = [(false, false), (true, false), (false, true), (true, true)];
        for (debug_info, generic) in forms {
            for spelling in spellings {
                let form = PrintOptions::default()
                    .with_spelling(spelling)
                    .with_generic(generic)
                    .with_debug_info(debug_info)
                    .with_local_scope(false);
                let print = move |set_up: &SetUp, text: &str| {
                    parse(set_up, text).map(|module| print_op(module.as_op(), form))
                };
                // A text that does not parse has no other form.
                let printed = self.guarded(current, print).flatten()?;
                if printed == *current || search.accepts(current, printed) {
                    return Some(form);
                }
            }
        }
        None
    }
}

/// Parses a module in a context of its own.
fn parse(set_up: &SetUp, text: &str) -> Option<Body> {
    let ctx = Context::new();
    set_up(&ctx);
    ctx.set_threads(1);
    let file = ctx.sources().add("candidate.mlir", text.to_owned()).ok()?;
    parse_module(
        &ctx,
        &file,
        ParseOptions::default().with_allow_unregistered(true),
        &mut Diagnostics::new(),
    )
    .ok()
}

/// One kind of edit.
struct IrEdit<'i> {
    ir: &'i Ir,
    kind: Kind,
    form: PrintOptions,
}

impl Edit for IrEdit<'_> {
    fn units(&self, text: &str) -> usize {
        let kind = self.kind;
        let count = move |set_up: &SetUp, text: &str| {
            parse(set_up, text).map_or(0, |module| count(&module, kind))
        };
        self.ir.guarded(text, count).unwrap_or(0)
    }

    fn apply(&self, text: &str, units: Range<usize>) -> Option<String> {
        let (kind, form, stays_valid) = (self.kind, self.form, self.ir.stays_valid);
        let edit = move |set_up: &SetUp, text: &str| {
            let mut module = parse(set_up, text)?;
            let before = size(&module);
            apply_to_all(&mut module, kind, &units);
            if size(&module) >= before {
                return None;
            }
            // Only valid IR has a custom form.
            let valid = form.generic || verify(&module, &mut Diagnostics::new()).is_ok();
            (valid || !stays_valid)
                .then(|| print_op(module.as_op(), form.with_generic(form.generic || !valid)))
        };
        self.ir.guarded(text, edit).flatten()
    }
}

/// The size measure that each edit decreases: compared lexicographically.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Size {
    ops_and_blocks: usize,
    operands: usize,
    values: usize,
    successors: usize,
    attributes: usize,
    /// The sum of the positions of the operands' definitions.
    distances: usize,
}

fn size(body: &Body) -> Size {
    let mut size = Size::default();
    add_size(body, &mut size);
    size
}

fn add_size(body: &Body, size: &mut Size) {
    let mut numbers = rustc_hash::FxHashMap::default();
    let mut ops = vec![body.root()];
    ops.extend(body.own_ops());
    for &op in &ops {
        size.ops_and_blocks += 1;
        size.operands += body.num_operands(op);
        size.successors += body.num_successors(op);
        size.values += body.num_results(op);
        size.attributes += usize::from(body.child(op).is_none()) * body.attributes(op).len();
        for result in body.results(op) {
            let number = numbers.len();
            numbers.insert(result, number);
        }
        for &region in body.regions(op) {
            for block in body.blocks(region) {
                size.ops_and_blocks += 1;
                size.values += body.arguments(block).len();
                for &argument in body.arguments(block) {
                    let number = numbers.len();
                    numbers.insert(argument, number);
                }
            }
        }
    }
    for &op in &ops {
        size.distances +=
            body.operands(op).map(|value| numbers.get(&value).copied().unwrap_or(0)).sum::<usize>();
    }
    for (_, child) in body.children() {
        add_size(child, size);
    }
}
