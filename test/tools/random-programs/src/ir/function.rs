//! Writes one random function, top down, with the values that are in scope at hand.

use super::types::{Signature, Ty, list};
use crate::random::Random;

/// How deep regions nest.
const MAX_DEPTH: usize = 3;

/// A memref of one dimension that is in scope.
#[derive(Clone)]
struct Buffer {
    name: String,
    element: Ty,
    size: usize,
}

/// A loop variable: from 0 up to, without, the limit.
#[derive(Clone)]
struct Counter {
    name: String,
    limit: usize,
    /// Whether affine ops may use it.
    is_affine: bool,
}

#[derive(Clone, Default)]
struct Scope {
    values: Vec<(String, Ty)>,
    buffers: Vec<Buffer>,
    counters: Vec<Counter>,
}

pub(super) struct FunctionWriter<'r> {
    random: &'r mut Random,
    callable: &'r [Signature],
    text: String,
    scope: Scope,
    next: usize,
    depth: usize,
    /// Ops that may still be written; nested ones count.
    budget: usize,
}

impl<'r> FunctionWriter<'r> {
    pub(super) fn new(random: &'r mut Random, callable: &'r [Signature]) -> Self {
        Self {
            random,
            callable,
            text: String::new(),
            scope: Scope::default(),
            next: 0,
            depth: 0,
            budget: 0,
        }
    }

    /// The text of a function of about `size` ops at its top.
    pub(super) fn write(mut self, signature: &Signature, visibility: &str, size: usize) -> String {
        self.budget = size * 4;
        let parameters: Vec<String> = signature
            .parameters
            .iter()
            .enumerate()
            .map(|(index, ty)| {
                self.scope.values.push((format!("%arg{index}"), *ty));
                format!("%arg{index}: {}", ty.text())
            })
            .collect();
        let results = list(&signature.results);
        let head = format!(
            "func.func {visibility}@{}({}) -> ({results}) {{\n",
            signature.name,
            parameters.join(", ")
        );
        for _ in 0..size {
            self.op();
            if self.random.chance(5) {
                self.diamond();
            }
        }
        let returned: Vec<String> = signature.results.iter().map(|ty| self.value(*ty)).collect();
        for buffer in std::mem::take(&mut self.scope.buffers) {
            if self.random.chance(80) {
                self.line(&format!(
                    "memref.dealloc {} : memref<{}x{}>",
                    buffer.name,
                    buffer.size,
                    buffer.element.text()
                ));
            }
        }
        self.line(&format!("return {} : {results}", returned.join(", ")));
        head + &self.text + "}\n"
    }

    fn line(&mut self, text: &str) {
        self.text.extend(std::iter::repeat_n(' ', 2 * (self.depth + 1)));
        self.text += text;
        self.text.push('\n');
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    /// Defines a value by the text after the equals sign.
    fn define(&mut self, ty: Ty, definition: &str) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = {definition}"));
        self.scope.values.push((name.clone(), ty));
        name
    }

    fn constant(&mut self, ty: Ty) -> String {
        let value = ty.constant(self.random);
        let text = match ty {
            Ty::Int(1) => format!("arith.constant {value}"),
            ty => format!("arith.constant {value} : {}", ty.text()),
        };
        self.define(ty, &text)
    }

    /// A value of the type that is in scope, or a new constant; recent ones are likelier.
    fn value(&mut self, ty: Ty) -> String {
        let fitting: Vec<String> = self
            .scope
            .values
            .iter()
            .filter(|value| value.1 == ty)
            .map(|value| value.0.clone())
            .collect();
        if fitting.is_empty() || self.random.chance(15) {
            return self.constant(ty);
        }
        let recent = fitting.len().min(4);
        let from = if self.random.chance(60) { fitting.len() - recent } else { 0 };
        self.random.pick(&fitting[from..]).cloned().unwrap_or_default()
    }

    /// One random op, with the definitions of its operands.
    fn op(&mut self) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        let nests = if self.depth < MAX_DEPTH { 3 } else { 0 };
        let calls = if self.callable.is_empty() { 0 } else { 4 };
        let memory = if self.scope.buffers.is_empty() { 0 } else { 10 };
        match self.random.weighted(&[
            30,
            14,
            10,
            10,
            nests,
            nests,
            nests,
            1 + nests,
            4,
            memory,
            calls,
            6,
        ]) {
            0 => self.integer_op(),
            1 => self.float_op(),
            2 => self.comparison(),
            3 => self.conversion(),
            4 => self.conditional(),
            5 => self.scf_loop(),
            6 => self.affine_loop(),
            7 => self.affine_conditional(),
            8 => self.allocation(),
            9 => self.access(),
            10 => self.call(),
            _ => self.selection(),
        }
    }

    fn integer_op(&mut self) {
        let ty = if self.random.chance(25) { Ty::Index } else { Ty::any_integer(self.random) };
        let a = self.value(ty);
        let plain =
            ["addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui"];
        match self.random.below(10) {
            0 | 1 if ty.width() > 2 => {
                // A divisor that is neither 0 nor -1.
                let op = self.random.pick(&[
                    "divsi",
                    "divui",
                    "remsi",
                    "remui",
                    "floordivsi",
                    "ceildivsi",
                ]);
                let op = op.copied().unwrap_or("divsi");
                let divisor = self.random.pick(&[1, 2, 3]).copied().unwrap_or(1);
                let divisor = self.define(ty, &format!("arith.constant {divisor} : {}", ty.text()));
                self.define(ty, &format!("arith.{op} {a}, {divisor} : {}", ty.text()));
            }
            2 if ty.width() > 2 => {
                let op = self.random.pick(&["shli", "shrsi", "shrui"]).copied().unwrap_or("shli");
                let distance = self.random.below(ty.width().min(8) as usize - 1);
                let distance =
                    self.define(ty, &format!("arith.constant {distance} : {}", ty.text()));
                self.define(ty, &format!("arith.{op} {a}, {distance} : {}", ty.text()));
            }
            _ => {
                let b = if self.random.chance(15) { a.clone() } else { self.value(ty) };
                let op = self.random.pick(&plain).copied().unwrap_or("addi");
                self.define(ty, &format!("arith.{op} {a}, {b} : {}", ty.text()));
            }
        }
    }

    fn float_op(&mut self) {
        let ty = if self.random.chance(50) { Ty::F32 } else { Ty::F64 };
        let a = self.value(ty);
        if self.random.chance(15) {
            self.define(ty, &format!("arith.negf {a} : {}", ty.text()));
            return;
        }
        let b = if self.random.chance(15) { a.clone() } else { self.value(ty) };
        let op = self
            .random
            .pick(&["addf", "subf", "mulf", "divf", "maximumf", "minimumf"])
            .copied()
            .unwrap_or("addf");
        self.define(ty, &format!("arith.{op} {a}, {b} : {}", ty.text()));
    }

    fn comparison(&mut self) {
        let ty = Ty::any(self.random);
        let (a, b) = (self.value(ty), self.value(ty));
        let b = if self.random.chance(15) { a.clone() } else { b };
        if ty.is_float() {
            let predicates = [
                "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
                "une", "uno",
            ];
            let predicate = self.random.pick(&predicates).copied().unwrap_or("oeq");
            self.define(Ty::Int(1), &format!("arith.cmpf {predicate}, {a}, {b} : {}", ty.text()));
        } else {
            let predicates = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
            let predicate = self.random.pick(&predicates).copied().unwrap_or("eq");
            self.define(Ty::Int(1), &format!("arith.cmpi {predicate}, {a}, {b} : {}", ty.text()));
        }
    }

    fn selection(&mut self) {
        let ty = Ty::any(self.random);
        let condition = self.value(Ty::Int(1));
        let (a, b) = (self.value(ty), self.value(ty));
        self.define(ty, &format!("arith.select {condition}, {a}, {b} : {}", ty.text()));
    }

    fn conversion(&mut self) {
        let from = Ty::any_integer(self.random);
        match self.random.below(6) {
            0 | 1 => {
                let to = Ty::any_integer(self.random);
                let value = self.value(from);
                let op = match from.width().cmp(&to.width()) {
                    std::cmp::Ordering::Less if self.random.chance(50) => "extsi",
                    std::cmp::Ordering::Less => "extui",
                    std::cmp::Ordering::Greater => "trunci",
                    std::cmp::Ordering::Equal => return,
                };
                self.define(to, &format!("arith.{op} {value} : {} to {}", from.text(), to.text()));
            }
            2 => {
                let value = self.value(from);
                self.define(
                    Ty::Index,
                    &format!("arith.index_cast {value} : {} to index", from.text()),
                );
            }
            3 => {
                let value = self.value(Ty::Index);
                self.define(from, &format!("arith.index_cast {value} : index to {}", from.text()));
            }
            4 => {
                let op = self.random.pick(&["sitofp", "uitofp"]).copied().unwrap_or("sitofp");
                let to = if self.random.chance(50) { Ty::F32 } else { Ty::F64 };
                let value = self.value(from);
                self.define(to, &format!("arith.{op} {value} : {} to {}", from.text(), to.text()));
            }
            _ => {
                let narrow = self.random.chance(50);
                let (op, from, to) =
                    if narrow { ("truncf", Ty::F64, Ty::F32) } else { ("extf", Ty::F32, Ty::F64) };
                let value = self.value(from);
                self.define(to, &format!("arith.{op} {value} : {} to {}", from.text(), to.text()));
            }
        }
    }

    /// Runs `write` one level deeper; the values that it defines are out of scope after it.
    fn nested(&mut self, write: impl FnOnce(&mut Self)) {
        let outer = self.scope.clone();
        self.depth += 1;
        write(self);
        self.depth -= 1;
        self.scope = outer;
    }

    fn body(&mut self) {
        for _ in 0..self.random.below(5) {
            self.op();
        }
    }

    /// Writes a region's ops and its yield of these types.
    fn yielding(&mut self, dialect: &str, types: &[Ty]) {
        self.body();
        let values: Vec<String> = types.iter().map(|ty| self.value(*ty)).collect();
        if types.is_empty() {
            return;
        }
        self.line(&format!("{dialect}.yield {} : {}", values.join(", "), list(types)));
    }

    /// The names of an op with results, for before and after the equals sign.
    fn results(&mut self, types: &[Ty]) -> (String, Vec<(String, Ty)>) {
        match types {
            [] => (String::new(), Vec::new()),
            [ty] => {
                let name = self.fresh();
                (format!("{name} = "), vec![(name, *ty)])
            }
            types => {
                let name = self.fresh();
                let values = types
                    .iter()
                    .enumerate()
                    .map(|(index, ty)| (format!("{name}#{index}"), *ty))
                    .collect();
                (format!("{name}:{} = ", types.len()), values)
            }
        }
    }

    fn some_types(&mut self) -> Vec<Ty> {
        (0..self.random.below(3)).map(|_| Ty::any(self.random)).collect()
    }

    fn conditional(&mut self) {
        let condition = self.value(Ty::Int(1));
        let types = self.some_types();
        let (names, values) = self.results(&types);
        let arrow =
            if types.is_empty() { String::new() } else { format!("-> ({}) ", list(&types)) };
        self.line(&format!("{names}scf.if {condition} {arrow}{{"));
        self.nested(|this| this.yielding("scf", &types));
        if !types.is_empty() || self.random.chance(50) {
            self.line("} else {");
            self.nested(|this| this.yielding("scf", &types));
        }
        self.line("}");
        self.scope.values.extend(values);
    }

    fn scf_loop(&mut self) {
        let limit = self.random.below(4);
        let [low, high, step] = [0, limit, self.random.between(1, 2)]
            .map(|bound| self.define(Ty::Index, &format!("arith.constant {bound} : index")));
        self.counted_loop("scf", limit, |counter| {
            format!("scf.for {counter} = {low} to {high} step {step}")
        });
    }

    fn affine_loop(&mut self) {
        let limit = self.random.below(4);
        self.counted_loop("affine", limit, |counter| {
            format!("affine.for {counter} = 0 to {limit}")
        });
    }

    fn counted_loop(&mut self, dialect: &str, limit: usize, head: impl FnOnce(&str) -> String) {
        let types = self.some_types();
        let starts: Vec<String> = types.iter().map(|ty| self.value(*ty)).collect();
        let (names, values) = self.results(&types);
        let counter = self.fresh();
        let carried: Vec<(String, Ty)> = types.iter().map(|ty| (self.fresh(), *ty)).collect();
        let pairs: Vec<String> = carried
            .iter()
            .zip(&starts)
            .map(|((name, _), start)| format!("{name} = {start}"))
            .collect();
        let carries = match types.is_empty() {
            true => String::new(),
            false => format!(" iter_args({}) -> ({})", pairs.join(", "), list(&types)),
        };
        let head = head(&counter);
        self.line(&format!("{names}{head}{carries} {{"));
        self.nested(|this| {
            this.scope.values.extend(carried);
            this.scope.values.push((counter.clone(), Ty::Index));
            this.scope.counters.push(Counter {
                name: counter,
                limit,
                is_affine: dialect == "affine",
            });
            this.yielding(dialect, &types);
        });
        self.line("}");
        self.scope.values.extend(values);
    }

    fn affine_conditional(&mut self) {
        let counters: Vec<Counter> =
            self.scope.counters.iter().filter(|counter| counter.is_affine).cloned().collect();
        let Some(counter) = self.random.pick(&counters).cloned() else { return self.comparison() };
        if self.random.chance(40) {
            let (factor, shift) = (self.random.between(1, 3), self.random.below(4));
            let map = format!("affine_map<(d0) -> (d0 * {factor} + {shift})>");
            self.define(Ty::Index, &format!("affine.apply {map}({})", counter.name));
            return;
        }
        let at = self.random.below(counter.limit + 1);
        let set = format!("affine_set<(d0) : (d0 - {at} >= 0)>");
        self.line(&format!("affine.if {set}({}) {{", counter.name));
        self.nested(Self::body);
        if self.random.chance(50) {
            self.line("} else {");
            self.nested(Self::body);
        }
        self.line("}");
    }

    /// A buffer, filled, so that nothing undefined is read from it.
    fn allocation(&mut self) {
        if self.depth > 0 {
            return self.access();
        }
        let (element, size) = (Ty::any(self.random), self.random.between(1, 4));
        let name = self.fresh();
        let ty = format!("memref<{size}x{}>", element.text());
        self.line(&format!("{name} = memref.alloc() : {ty}"));
        let value = self.value(element);
        for index in 0..size {
            self.line(&format!("affine.store {value}, {name}[{index}] : {ty}"));
        }
        self.scope.buffers.push(Buffer { name, element, size });
    }

    /// A load or a store of a buffer, within its bounds.
    fn access(&mut self) {
        let Some(buffer) = self.random.pick(&self.scope.buffers).cloned() else {
            return self.integer_op();
        };
        let ty = format!("memref<{}x{}>", buffer.size, buffer.element.text());
        let counters: Vec<Counter> = self
            .scope
            .counters
            .iter()
            .filter(|counter| counter.limit <= buffer.size)
            .cloned()
            .collect();
        let counter =
            if self.random.chance(60) { self.random.pick(&counters).cloned() } else { None };
        let (dialect, index) = match counter {
            Some(counter) if counter.is_affine && self.random.chance(70) => {
                ("affine", counter.name)
            }
            Some(counter) => ("memref", counter.name),
            None => {
                let index = self.random.below(buffer.size);
                if self.random.chance(50) {
                    ("affine", index.to_string())
                } else {
                    ("memref", self.define(Ty::Index, &format!("arith.constant {index} : index")))
                }
            }
        };
        if self.random.chance(50) {
            self.define(buffer.element, &format!("{dialect}.load {}[{index}] : {ty}", buffer.name));
        } else {
            let value = self.value(buffer.element);
            self.line(&format!("{dialect}.store {value}, {}[{index}] : {ty}", buffer.name));
        }
    }

    fn call(&mut self) {
        let Some(callee) = self.random.pick(self.callable).cloned() else { return };
        let arguments: Vec<String> = callee.parameters.iter().map(|ty| self.value(*ty)).collect();
        let (names, values) = self.results(&callee.results);
        let (parameters, results) = (list(&callee.parameters), list(&callee.results));
        let name = &callee.name;
        self.line(&format!(
            "{names}func.call @{name}({}) : ({parameters}) -> ({results})",
            arguments.join(", ")
        ));
        self.scope.values.extend(values);
    }

    /// A diamond of two blocks; only at the top of a function, where there may be several blocks.
    fn diamond(&mut self) {
        let condition = self.value(Ty::Int(1));
        let ty = Ty::any(self.random);
        self.next += 1;
        let number = self.next;
        let both = self.value(ty);
        if self.random.chance(30) {
            let other = self.value(ty);
            self.line(&format!(
                "cf.cond_br {condition}, ^join{number}({both} : {0}), ^join{number}({other} : {0})",
                ty.text()
            ));
        } else {
            self.line(&format!("cf.cond_br {condition}, ^yes{number}, ^no{number}"));
            for block in ["yes", "no"] {
                self.text += &format!("^{block}{number}:\n");
                let outer = self.scope.clone();
                for _ in 0..self.random.below(4) {
                    self.depth += 1;
                    self.integer_op();
                    self.depth -= 1;
                }
                let value = self.value(ty);
                self.line(&format!("cf.br ^join{number}({value} : {})", ty.text()));
                self.scope = outer;
            }
        }
        let joined = self.fresh();
        self.text += &format!("^join{number}({joined}: {}):\n", ty.text());
        self.scope.values.push((joined, ty));
    }
}
