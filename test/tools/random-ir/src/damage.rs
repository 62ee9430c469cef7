//! Valid modules of which one thing is damaged are verified and printed without a panic: a verifier
//! may read other ops, which are not valid then.

use crate::read::parse;
use mlir_lite::Context;
use mlir_lite::attributes::Attribute;
use mlir_lite::ir::{Body, Ident, OpId};
use mlir_lite::text::{PrintOptions, Spelling, print_op};
use mlir_lite::types::Type;
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Where an op is: the links of the bodies around it, and the op in the innermost one.
#[derive(Clone, Debug)]
struct OpPath {
    links: Vec<OpId>,
    op: OpId,
}

impl OpPath {
    fn body<'b>(&self, module: &'b mut Body) -> &'b mut Body {
        self.links.iter().fold(module, |body, &link| body.child_mut(link).expect("a nested body"))
    }

    /// All ops of a module, those that own a body as its root.
    fn all(module: &Body) -> Vec<Self> {
        fn collect(body: &Body, links: &[OpId], all: &mut Vec<OpPath>) {
            all.push(OpPath { links: links.to_vec(), op: body.root() });
            let ops = body.own_ops();
            let plain = ops.iter().filter(|&&op| body.child(op).is_none());
            all.extend(plain.map(|&op| OpPath { links: links.to_vec(), op }));
            for (link, child) in body.children() {
                collect(child, &[links, &[link]].concat(), all);
            }
        }
        let mut all = Vec::new();
        collect(module, &[], &mut all);
        all
    }
}

/// A change of an op that makes it invalid.
#[derive(Clone, Debug)]
enum Damage {
    /// The attribute is removed, or has another value.
    Attribute(Ident, Option<Attribute>),
    /// The result has another type.
    ResultType(usize),
    /// The last operand that is not passed to a block is removed. Cannot be undone.
    Operand,
    /// The first block of the region gets one more argument. Cannot be undone.
    Argument(usize),
}

fn all_damages(module: &mut Body, place: &OpPath) -> Vec<Damage> {
    let body = place.body(module);
    let mut all = Vec::new();
    for (name, _) in body.attributes(place.op) {
        let others = [None, Some(Attribute::UNIT), Some(Attribute::FALSE)];
        all.extend(others.map(|other| Damage::Attribute(name, other)));
    }
    all.extend((0..body.num_results(place.op)).map(Damage::ResultType));
    if body.num_operands(place.op) > body.num_forwarded_operands(place.op) {
        all.push(Damage::Operand);
    }
    all.extend((0..body.regions(place.op).len()).map(Damage::Argument));
    all
}

/// Verifies and prints the module with the damage, and undoes it if it can be undone.
fn check(module: &mut Body, place: &OpPath, damage: &Damage) -> bool {
    let op = place.op;
    let body = place.body(module);
    match *damage {
        Damage::Attribute(name, other) => {
            let old = body.attr(op, name).expect("the op has the attribute");
            match other {
                Some(other) => body.set_attr(op, name, other),
                None => {
                    body.remove_attr(op, name);
                }
            }
            let valid = read(module, other.is_none());
            place.body(module).set_attr(op, name, old);
            valid
        }
        Damage::ResultType(index) => {
            let result = body.result(op, index);
            let old = body.ty(result);
            body.set_type(result, if old == Type::F80 { Type::I1 } else { Type::F80 });
            let valid = read(module, true);
            place.body(module).set_type(result, old);
            valid
        }
        Damage::Operand => {
            let last = body.num_operands(op) - body.num_forwarded_operands(op) - 1;
            body.splice_operands(op, last..last + 1, &[]);
            read(module, true)
        }
        Damage::Argument(index) => {
            if let Some(block) = body.entry_block(body.region(op, index)) {
                body.add_argument(block, Type::F80);
            }
            read(module, true)
        }
    }
}

/// Whether the module is valid. It is printed if that may lead to other code than that of valid
/// modules.
fn read(module: &Body, prints: bool) -> bool {
    let valid = verify(module, &mut Diagnostics::new()).is_ok();
    if prints {
        let upstream = PrintOptions::default().with_spelling(Spelling::Upstream);
        for options in [PrintOptions::default(), upstream] {
            print_op(module.as_op(), options);
        }
    }
    valid
}

/// The results of all damages of a module.
#[derive(Default)]
pub struct Found {
    /// The op and the damage at which the verifier or the printer panicked.
    pub panics: Vec<String>,
    /// How many damaged modules are not valid.
    pub invalid: usize,
}

impl Found {
    /// Damages a module in all ways, one at a time, if it can be read.
    ///
    /// # Panics
    /// If it can be read once, but not again.
    pub fn damage(&mut self, ctx: &Context, file: &str, text: &str) {
        let Ok(mut module) = parse(ctx, text) else { return };
        let mut places = OpPath::all(&module);
        for index in 0..places.len() {
            let place = places[index].clone();
            let name = place.body(&mut module).op(place.op).info().name().to_owned();
            for damage in all_damages(&mut module, &place) {
                let place = places[index].clone();
                let checked =
                    catch_unwind(AssertUnwindSafe(|| check(&mut module, &place, &damage)));
                if checked.is_err() {
                    self.panics.push(format!("{}: '{name}': {damage:?}", file));
                }
                self.invalid += usize::from(matches!(checked, Ok(false)));
                let is_undone = matches!(damage, Damage::Attribute(..) | Damage::ResultType(_));
                if checked.is_err() || !is_undone {
                    module = parse(ctx, text).expect("it was read before");
                    places = OpPath::all(&module);
                }
            }
        }
    }
}
