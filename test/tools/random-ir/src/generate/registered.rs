//! Ops generated from their registered definitions: with operands of the types that the constraints
//! admit, and attributes that fit; those that the verifier accepts are used. Newly declared ops are
//! included automatically.

use crate::read::{context, parse};
use mlir_lite::Context;
use mlir_lite::attributes::Attribute;
use mlir_lite::ir::op_def::{Arity, Aspect, Member, OpDef, TraitFlags, TypeRelation};
use mlir_lite::text::{parse_attributes, print_attribute, print_type};
use mlir_lite::types::Type;
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;
use random_programs::random::Random;
use std::cell::RefCell;
use std::collections::HashMap;

/// Types of operands and results.
pub const TYPES: &[&str] = &[
    "i1",
    "i8",
    "i13",
    "i32",
    "i64",
    "i128",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "f128",
    "vector<4xi32>",
    "vector<4xf32>",
    "vector<4xi1>",
    "vector<2x3xf64>",
    "vector<[4]xi32>",
    "vector<2xindex>",
    "vector<2xf32>",
    "tensor<2x3xf32>",
    "tensor<?xi32>",
    "tensor<*xf64>",
    "tensor<4xi1>",
    "tensor<3xindex>",
    "tensor<?xindex>",
    "tensor<f32>",
    "tensor<2x2xi64>",
    "memref<4xf32>",
    "memref<?x3xi32>",
    "memref<2x3xf32, strided<[3, 1], offset: ?>>",
    "memref<*xf32>",
    "memref<24xi8>",
    "memref<i64>",
    "memref<4xi32, 1>",
    "memref<3xindex>",
    "complex<f32>",
    "complex<f64>",
    "tensor<2xcomplex<f32>>",
    "tuple<i32, f32>",
    "none",
    "(i32) -> i32",
    "!llvm.ptr",
    "!llvm.ptr<1>",
    "!llvm.struct<(i32, f64)>",
    "!llvm.array<4 x i32>",
    "!llvm.struct<(i32, i1)>",
    "!llvm.token",
    "!shape.shape",
    "!shape.size",
    "!shape.value_shape",
    "!shape.witness",
];

/// Attributes.
pub const ATTRIBUTES: &[&str] = &[
    "#ub.poison",
    "unit",
    "true",
    "false",
    "0 : i64",
    "1 : i64",
    "2 : i64",
    "3 : i64",
    "4 : i64",
    "0 : i32",
    "1 : i32",
    "2 : i32",
    "8 : i32",
    "0 : index",
    "1 : index",
    "7 : i8",
    "3 : i13",
    "1.5 : f32",
    "-2.0 : f64",
    "0.5 : f16",
    "2.0 : bf16",
    "\"text\"",
    "\"ccc\"",
    "\"agent\"",
    "[]",
    "[0, 1]",
    "[\"a\", \"b\"]",
    "[1.0 : f32, 2.0 : f32]",
    "[1.0 : f64, -2.0 : f64]",
    "array<i64>",
    "array<i64: 0>",
    "array<i64: 1>",
    "array<i64: 2>",
    "array<i64: 0, 1>",
    "array<i64: 2, 3>",
    "array<i64: 1, 1>",
    "array<i64: 3, 1, 0, 2>",
    "array<i32>",
    "array<i32: 0>",
    "array<i32: 1, 1>",
    "array<i32: 3, 0, 1, 1>",
    "array<i32: -2147483648>",
    "array<i1: true, false>",
    "dense<[1, 2, 3, 4]> : vector<4xi32>",
    "dense<0.5> : vector<4xf32>",
    "dense<true> : vector<4xi1>",
    "dense<1> : tensor<2x2xi64>",
    "dense<2.0> : tensor<2x3xf32>",
    "dense<3> : tensor<3xindex>",
    "dense<[1, 5]> : vector<2xindex>",
    "i32",
    "f64",
    "vector<4xf32>",
    "memref<4xf32>",
    "!llvm.struct<(i32, f64)>",
    "(i32) -> i32",
    "affine_map<(d0) -> (d0)>",
    "affine_map<(d0, d1) -> (d1, d0)>",
    "affine_map<(d0, d1) -> (d0, d1)>",
    "affine_map<()[s0] -> (s0, 1)>",
    "affine_map<() -> (3)>",
    "affine_map<() -> ()>",
    "affine_set<(d0) : (d0 >= 0)>",
    "@symbol",
    "@a::@b",
    "#llvm.fastmath<nnan>",
    "#llvm.fastmath<none>",
    "#llvm.cconv<ccc>",
    "#llvm.linkage<internal>",
    "#llvm.tailcallkind<none>",
    "#llvm.zero",
    "{a = 1 : i32}",
    "#arith.fastmath<nnan,ninf>",
    "#arith.overflow<nsw>",
    "#llvm.overflow<nuw>",
    "#index<cmp_predicate slt>",
    "#index<cmp_predicate uge>",
];

/// One op in a form that the verifier accepts.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) name: &'static str,
    pub(super) operands: Vec<String>,
    pub(super) results: Vec<String>,
    pub(super) attributes: String,
    /// Whether it promises something that the interpreter does not look at.
    pub(super) promises: bool,
}

/// Ops for which no form is generated, though the verifier accepts one, and why.
pub const SKIPPED: [(&str, &str); 1] = [(
    "llvm.landingpad",
    "a function that becomes one of the llvm dialect has no personality, which it needs there",
)];

/// How often a form is tried to be made.
const TRIES: usize = 1500;

/// As many forms of an op are enough.
const FORMS: usize = 8;

/// The forms of all ops; those of an op are made when they are first asked for.
pub(super) struct Forms {
    ctx: Context,
    types: Vec<Type>,
    attributes: Vec<Attribute>,
    ops: Vec<&'static OpDef>,
    known: HashMap<&'static str, Vec<Form>>,
}

thread_local! {
    static FORMS_OF_THREAD: RefCell<Forms> = RefCell::new(Forms::new());
}

/// A form of a random op.
pub(super) fn any_form(random: &mut Random) -> Option<Form> {
    FORMS_OF_THREAD.with_borrow_mut(|forms| {
        let at = random.below(forms.ops.len());
        let list = forms.of(forms.ops[at]);
        random.pick(list).cloned()
    })
}

/// Names of the ops of which no form is found.
pub fn ops_without_form() -> Vec<&'static str> {
    FORMS_OF_THREAD.with_borrow_mut(|forms| {
        let ops = forms.ops.clone();
        ops.into_iter().filter(|def| forms.of(def).is_empty()).map(|def| def.name).collect()
    })
}

/// All registered ops but those of `irdl`, which define dialects and are not in programs.
pub fn registered_ops(ctx: &Context) -> Vec<&'static OpDef> {
    // Ops of nvvm are calls of intrinsics: only a processor says what they do.
    let left_out = ["irdl", "nvvm"];
    let dialects = ctx.loaded_dialects().into_iter().filter(|name| !left_out.contains(name));
    let ids = dialects.filter_map(|name| ctx.dialect_id(name));
    let mut ops: Vec<_> = ids.flat_map(|id| ctx.dialect_ops(id)).collect();
    ops.sort_by_key(|def| def.name);
    ops.dedup_by_key(|def| def.name);
    ops
}

impl Forms {
    fn new() -> Self {
        let ctx = context();
        let read = |text: &str| -> Option<Attribute> {
            let file = ctx.sources().add("attribute", text.to_owned()).ok()?;
            parse_attributes(&ctx, &file, &[None], &mut Diagnostics::new()).ok()?.first().copied()
        };
        let types = TYPES.iter().filter_map(|text| read(text)?.as_type(&ctx)).collect();
        let attributes = ATTRIBUTES.iter().filter_map(|text| read(text)).collect();
        let mut ops = registered_ops(&ctx);
        ops.retain(|def| SKIPPED.iter().all(|(name, _)| *name != def.name));
        Self { ctx, types, attributes, ops, known: HashMap::new() }
    }

    fn of(&mut self, def: &'static OpDef) -> &[Form] {
        if !self.known.contains_key(def.name) {
            let forms = self.make(def);
            self.known.insert(def.name, forms);
        }
        self.known.get(def.name).map_or(&[], Vec::as_slice)
    }

    fn make(&self, def: &'static OpDef) -> Vec<Form> {
        let flags = def.traits.iter().fold(TraitFlags::NONE, |flags, it| flags.union(it.flags));
        let is_simple = def.regions.is_empty()
            && def.successors.is_empty()
            && !flags.contains(TraitFlags::TERMINATOR)
            && !flags.contains(TraitFlags::SYMBOL);
        let mut forms: Vec<Form> = Vec::new();
        if !is_simple {
            return forms;
        }
        let seed = def
            .name
            .bytes()
            .fold(7u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
        let random = &mut Random::new(seed);
        for _ in 0..TRIES {
            if forms.len() == FORMS {
                break;
            }
            let Some(form) = self.candidate(def, flags, random) else { continue };
            let is_new = forms.iter().all(|other| {
                (&other.operands, &other.results, &other.attributes)
                    != (&form.operands, &form.results, &form.attributes)
            });
            if is_new && self.is_valid(&form) {
                forms.push(form);
            }
        }
        forms
    }

    #[expect(
        clippy::too_many_lines,
        reason = "the parts of one op, in the order of its declaration"
    )]
    fn candidate(
        &self,
        def: &'static OpDef,
        flags: TraitFlags,
        random: &mut Random,
    ) -> Option<Form> {
        let ctx = &self.ctx;
        let pick = |random: &mut Random, matches: fn(&Context, Type) -> bool| {
            let fitting: Vec<Type> =
                self.types.iter().copied().filter(|&ty| matches(ctx, ty)).collect();
            random.pick(&fitting).copied()
        };
        let count = |random: &mut Random, arity: Arity| match arity {
            Arity::One => 1,
            Arity::Optional => random.below(2),
            Arity::Variadic => random.below(4),
        };
        let mut types: HashMap<(u8, usize), Type> = HashMap::new();
        let key = |member: &Member| match *member {
            Member::Operand(at) => (0, at),
            Member::Result(at) => (1, at),
            Member::Attr(at) => (2, at),
        };
        // Attributes first: types may follow from theirs.
        let mut attributes = Vec::new();
        let mut promises = false;
        for (at, attr) in def.attrs.iter().enumerate() {
            if attr.name.contains("egmentSizes") || (attr.optional && random.chance(65)) {
                continue;
            }
            let fitting: Vec<Attribute> = self
                .attributes
                .iter()
                .copied()
                .filter(|&it| (attr.constraint.matches)(ctx, it))
                .collect();
            let value = match (random.pick(&fitting), attr.default) {
                (Some(&value), _) => value,
                (None, Some(default)) => default(ctx),
                (None, None) if attr.optional => continue,
                (None, None) => return None,
            };
            promises |=
                attr.name.contains("Flags") || attr.name == "fastmath" || attr.name.contains("is_");
            if let Some(ty) = value.ty(ctx) {
                types.insert((2, at), ty);
            }
            attributes.push(format!("{} = {}", attr.name, print_attribute(ctx, value)));
        }
        let same = flags.contains(TraitFlags::SAME_OPERANDS_AND_RESULT_TYPE);
        let same_operands = flags.contains(TraitFlags::SAME_TYPE_OPERANDS) || same;
        let mut one: Option<Type> = None;
        let (mut operands, mut results, mut segments, mut result_segments) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (kind, groups) in [(0u8, def.operands), (1, def.results)] {
            for (at, group) in groups.iter().enumerate() {
                // The type that follows from the types that are there already.
                let mut ty = types.get(&(kind, at)).copied();
                for relation in def.relations {
                    match relation {
                        TypeRelation::AllMatch { members, aspect: Aspect::Type } => {
                            if members.iter().any(|it| key(it) == (kind, at)) {
                                ty = ty.or_else(|| {
                                    members.iter().find_map(|it| types.get(&key(it)).copied())
                                });
                            }
                        }
                        TypeRelation::MatchWith { from, to, transform, .. }
                            if key(to) == (kind, at) =>
                        {
                            ty = ty.or_else(|| {
                                types.get(&key(from)).and_then(|&from| transform(ctx, from))
                            });
                        }
                        TypeRelation::MatchWith { .. } | TypeRelation::AllMatch { .. } => {}
                    }
                }
                let is_same = if kind == 0 { same_operands } else { same };
                if is_same {
                    ty = ty.or(one);
                }
                let members = count(random, group.arity);
                let mut chosen = Vec::new();
                for _ in 0..members {
                    // The values of a group are often of one type.
                    let before = chosen.last().copied().filter(|_| random.chance(60));
                    let next = match ty.or(before) {
                        Some(ty) => ty,
                        None => match group.constraint.only_type(ctx) {
                            Some(only) => only,
                            // A result is often of the type of an operand.
                            None => match one.filter(|&one| {
                                (group.constraint.matches)(ctx, one) && random.chance(60)
                            }) {
                                Some(one) => one,
                                None => pick(random, group.constraint.matches)?,
                            },
                        },
                    };
                    if is_same && ty.is_none() {
                        ty = Some(next);
                    }
                    chosen.push(next);
                }
                if let Some(&first) = chosen.first() {
                    types.insert((kind, at), first);
                    one = one.or(Some(first));
                }
                let list = if kind == 0 { &mut segments } else { &mut result_segments };
                list.push(chosen.len().to_string());
                let texts = chosen.iter().map(|&ty| print_type(ctx, ty));
                if kind == 0 { operands.extend(texts) } else { results.extend(texts) }
            }
        }
        if flags.contains(TraitFlags::ATTR_SIZED_OPERANDS) {
            attributes.push(format!("operandSegmentSizes = array<i32: {}>", segments.join(", ")));
        }
        if flags.contains(TraitFlags::ATTR_SIZED_RESULTS) {
            attributes
                .push(format!("resultSegmentSizes = array<i32: {}>", result_segments.join(", ")));
        }
        // Any type is valid as their result, but others mean nothing.
        if def.name.ends_with(".with.overflow") {
            operands = vec!["i32".to_owned(); 2];
            results = vec!["!llvm.struct<(i32, i1)>".to_owned()];
        }
        Some(Form {
            name: def.name,
            operands,
            results,
            attributes: attributes.join(", "),
            promises,
        })
    }

    fn is_valid(&self, form: &Form) -> bool {
        let parameters: Vec<String> =
            form.operands.iter().enumerate().map(|(at, ty)| format!("%a{at}: {ty}")).collect();
        let arguments: Vec<String> = (0..form.operands.len()).map(|at| format!("%a{at}")).collect();
        let text = format!(
            "func.func private @symbol(%x: i32) -> i32 {{ func.return %x : i32 }}\nfunc.func \
                @form({}) {{\n  {}\n  return\n}}\n",
            parameters.join(", "),
            form.text(&arguments, "")
        );
        // A definition that panics here is one that the checks have to report.
        let ctx = &self.ctx;
        parse(ctx, &text).is_ok_and(|module| verify(&module, &mut Diagnostics::new()).is_ok())
    }
}

impl Form {
    /// The op with these operands; `bound` is what is before it.
    pub(super) fn text(&self, operands: &[String], bound: &str) -> String {
        let attributes = if self.attributes.is_empty() {
            String::new()
        } else {
            format!(" <{{{}}}>", self.attributes)
        };
        format!(
            "{bound}\"{}\"({}){attributes} : ({}) -> ({})",
            self.name,
            operands.join(", "),
            self.operands.join(", "),
            self.results
                .iter()
                .map(|ty| if ty.contains("->") { format!("({ty})") } else { ty.clone() })
                .collect::<Vec<_>>()
                .join(", ")
        )
    }
}

/// A function of some registered ops; whether it can be run is found by running it.
pub(super) fn function(random: &mut Random, number: usize) -> Option<String> {
    let mut parameters: Vec<(String, String)> = Vec::new();
    let mut values: Vec<(String, String)> = Vec::new();
    let mut lines = Vec::new();
    let mut promises = false;
    for at in 0..random.between(1, 5) {
        let Some(form) = any_form(random) else { continue };
        // The length of scalable vectors is not known.
        promises |=
            form.promises || form.operands.iter().chain(&form.results).any(|ty| ty.contains("[4]"));
        let mut operands = Vec::new();
        for ty in &form.operands {
            let fitting: Vec<&String> =
                values.iter().filter(|(_, it)| it == ty).map(|(name, _)| name).collect();
            let known =
                random.pick(&fitting).filter(|_| random.chance(70)).map(|name| (*name).clone());
            operands.push(known.unwrap_or_else(|| {
                let name = format!("%arg{}", parameters.len());
                parameters.push((name.clone(), ty.clone()));
                values.push((name.clone(), ty.clone()));
                name
            }));
        }
        let names: Vec<String> =
            (0..form.results.len()).map(|index| format!("%r{at}_{index}")).collect();
        let bound =
            if names.is_empty() { String::new() } else { format!("{} = ", names.join(", ")) };
        lines.push(form.text(&operands, &bound));
        values.extend(names.into_iter().zip(form.results.iter().cloned()));
    }
    if lines.is_empty() {
        return None;
    }
    // Tokens cannot be returned.
    let is_returned = |ty: &str| !ty.contains("token") && !ty.contains("->");
    let returned: Vec<&(String, String)> =
        values[..].iter().filter(|(name, ty)| name.starts_with("%r") && is_returned(ty)).collect();
    let list = |part: fn(&(String, String)) -> &String| {
        returned.iter().map(|value| part(value).clone()).collect::<Vec<_>>().join(", ")
    };
    let (names, types) = (list(|value| &value.0), list(|value| &value.1));
    let declared: Vec<String> =
        parameters.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
    let end =
        if names.is_empty() { "return".to_owned() } else { format!("return {names} : {types}") };
    let kind = if promises { "promising" } else { "registered" };
    Some(format!(
        "func.func @{kind}{number}({}) -> ({types}) {{\n  {}\n  {end}\n}}\n",
        declared.join(", "),
        lines.join("\n  ")
    ))
}
