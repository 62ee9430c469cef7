//! Ops with regions: conditionals and loops of scf and affine.

use super::types::{I32, INDEX, Scalar, Ty, list};
use super::writer::{Counter, Value, Writer};

impl Writer<'_> {
    pub(super) fn structured(&mut self) {
        match self.random.below(16) {
            0 | 1 => self.scf_if(),
            2 | 3 => self.scf_for(),
            4 => self.scf_while(),
            5 => self.execute_region(),
            6 => self.index_switch(),
            7 => self.scf_parallel(),
            8 => self.forall(),
            9..=11 => self.affine_for(),
            12 => self.affine_parallel(),
            13 => self.affine_numbers(),
            14 => self.guarded_division(),
            _ => self.affine_if(),
        }
    }

    /// Brings the results of an op with regions into scope.
    fn bring(&mut self, names: &[String], types: &[Ty]) {
        for (name, ty) in names.iter().zip(types) {
            self.add(name, ty);
        }
    }

    /// A region's ops, and its end with values of these types.
    fn region(&mut self, terminator: &str, types: &[Ty], most: usize) {
        self.body(most);
        let values: Vec<Value> = types.iter().map(|ty| self.value(ty)).collect();
        self.end(terminator, &values);
    }

    fn end(&mut self, terminator: &str, values: &[Value]) {
        let operands: Vec<&Value> = values.iter().collect();
        self.emit(terminator, &operands, "", &[]);
    }

    fn scf_if(&mut self) {
        let condition = self.condition();
        let types = self.some_types(2);
        let (bound, names) = self.results(types.len());
        self.line(&format!("{bound}\"scf.if\"({}) ({{", condition.name));
        self.nested(|this| this.region("scf.yield", &types, 5));
        self.line("}, {");
        if !types.is_empty() || self.random.chance(50) {
            self.nested(|this| this.region("scf.yield", &types, 5));
        }
        self.line(&format!("}}) : (i1) -> ({})", list(&types)));
        self.bring(&names, &types);
    }

    fn scf_for(&mut self) {
        let limit = self.random.below(5);
        let first = self.random.below(2);
        let step = self.random.between(1, 3);
        let counter_ty = match self.random.below(5) {
            0 => I32,
            1 => Ty::scalar(Scalar::Int(64)),
            _ => INDEX,
        };
        let low = self.number(&first.to_string(), &counter_ty);
        let high = if counter_ty == INDEX && self.random.chance(25) {
            // Not known before it runs, but small.
            let any = self.value(&INDEX);
            let most = self.number(&(limit + 1).to_string(), &INDEX);
            self.define("arith.remui", &[&any, &most], "", &INDEX)
        } else {
            self.number(&limit.to_string(), &counter_ty)
        };
        let step = self.number(&step.to_string(), &counter_ty);
        let types = self.some_types(2);
        let starts: Vec<Value> = types.iter().map(|ty| self.value(ty)).collect();
        let (bound, names) = self.results(types.len());
        let counter = self.fresh();
        let carried: Vec<String> = types.iter().map(|_| self.fresh()).collect();
        let operands: Vec<String> = [&low, &high, &step]
            .into_iter()
            .chain(&starts)
            .map(|value| value.name.clone())
            .collect();
        self.line(&format!("{bound}\"scf.for\"({}) ({{", operands.join(", ")));
        let arguments: Vec<String> = carried
            .iter()
            .zip(&types)
            .map(|(name, ty)| format!(", {name}: {}", ty.text()))
            .collect();
        self.line(&format!("^bb0({counter}: {}{}):", counter_ty.text(), arguments.concat()));
        self.nested(|this| {
            if counter_ty == INDEX {
                let limit = limit.max(1);
                this.scope.counters.push(Counter {
                    name: counter.clone(),
                    limit,
                    is_affine: false,
                });
            }
            this.add(&counter, &counter_ty);
            this.bring(&carried, &types);
            this.region("scf.yield", &types, 5);
        });
        let operand_types =
            std::iter::repeat_n(counter_ty.text(), 3).chain(types.iter().map(Ty::text));
        let operand_types = operand_types.collect::<Vec<_>>().join(", ");
        self.line(&format!("}}) : ({operand_types}) -> ({})", list(&types)));
        self.bring(&names, &types);
    }

    /// A loop that divides by its trip count: the division is not executed if that is zero.
    fn guarded_division(&mut self) {
        let any = self.value(&INDEX);
        let mask = self.number("3", &INDEX);
        let count = self.define("arith.andi", &[&any, &mask], "", &INDEX);
        let (zero, one) = (self.number("0", &INDEX), self.number("1", &INDEX));
        let start = self.value(&INDEX);
        let op = self.random.pick(&["arith.divui", "arith.remui", "arith.divsi"]).copied();
        let (bound, names) = self.results(1);
        let (counter, carried) = (self.fresh(), self.fresh());
        let operands = [&zero, &count, &one, &start].map(|value| value.name.as_str());
        self.line(&format!("{bound}\"scf.for\"({}) ({{", operands.join(", ")));
        self.line(&format!("^bb0({counter}: index, {carried}: index):"));
        self.nested(|this| {
            this.add(&counter, &INDEX);
            let carried = this.add(&carried, &INDEX);
            let dividend = this.value(&INDEX);
            let quotient =
                this.define(op.unwrap_or("arith.divui"), &[&dividend, &count], "", &INDEX);
            let sum = this.define("arith.addi", &[&carried, &quotient], "", &INDEX);
            this.body(2);
            this.end("scf.yield", &[sum]);
        });
        self.line("}) : (index, index, index, index) -> (index)");
        self.bring(&names, &[INDEX]);
    }

    /// A loop that counts down, and may stop before.
    fn scf_while(&mut self) {
        let rounds = self.random.below(4);
        let start = self.number(&rounds.to_string(), &I32);
        let types = self.some_types(2);
        let starts: Vec<Value> = types.iter().map(|ty| self.value(ty)).collect();
        let (bound, names) = self.results(types.len() + 1);
        let all: Vec<Ty> = std::iter::once(I32).chain(types.iter().cloned()).collect();
        let operands: Vec<String> =
            std::iter::once(&start).chain(&starts).map(|value| value.name.clone()).collect();
        self.line(&format!("{bound}\"scf.while\"({}) ({{", operands.join(", ")));
        for is_before in [true, false] {
            let arguments: Vec<String> = all.iter().map(|_| self.fresh()).collect();
            let declared: Vec<String> = arguments
                .iter()
                .zip(&all)
                .map(|(name, ty)| format!("{name}: {}", ty.text()))
                .collect();
            self.line(&format!("^bb0({}):", declared.join(", ")));
            self.nested(|this| {
                this.bring(&arguments, &all);
                let counter = Value { name: arguments[0].clone(), ty: I32 };
                this.body(4);
                let values: Vec<Value> = types.iter().map(|ty| this.value(ty)).collect();
                if is_before {
                    let zero = this.number("0", &I32);
                    let mut go_on = this.define(
                        "arith.cmpi",
                        &[&counter, &zero],
                        "predicate = 4 : i64",
                        &super::types::I1,
                    );
                    if this.random.chance(30) {
                        let other = this.condition();
                        go_on = this.define("arith.andi", &[&go_on, &other], "", &super::types::I1);
                    }
                    let passed: Vec<Value> = [go_on, counter].into_iter().chain(values).collect();
                    this.end("scf.condition", &passed);
                } else {
                    let one = this.number("1", &I32);
                    let less = this.define("arith.subi", &[&counter, &one], "", &I32);
                    let passed: Vec<Value> = std::iter::once(less).chain(values).collect();
                    this.end("scf.yield", &passed);
                }
            });
            if is_before {
                self.line("}, {");
            }
        }
        self.line(&format!("}}) : ({0}) -> ({0})", list(&all)));
        self.bring(&names, &all);
    }

    fn execute_region(&mut self) {
        let types = self.some_types(2);
        let (bound, names) = self.results(types.len());
        self.line(&format!("{bound}\"scf.execute_region\"() ({{"));
        self.nested(|this| {
            this.body(3);
            if this.random.chance(60) {
                this.control_flow(4);
            }
            this.region("scf.yield", &types, 3);
        });
        self.line(&format!("}}) : () -> ({})", list(&types)));
        self.bring(&names, &types);
    }

    fn index_switch(&mut self) {
        let types = self.some_types(2);
        let cases = self.random.below(3);
        let at = self.value(&INDEX);
        let (bound, names) = self.results(types.len());
        let numbers: Vec<String> = (0..cases).map(|case| (case * 2).to_string()).collect();
        let numbers = if cases == 0 {
            "array<i64>".to_owned()
        } else {
            format!("array<i64: {}>", numbers.join(", "))
        };
        self.line(&format!("{bound}\"scf.index_switch\"({}) <{{cases = {numbers}}}> ({{", at.name));
        for case in 0..=cases {
            self.nested(|this| this.region("scf.yield", &types, 3));
            if case < cases {
                self.line("}, {");
            }
        }
        self.line(&format!("}}) : (index) -> ({})", list(&types)));
        self.bring(&names, &types);
    }

    /// Writes a body whose iterations may run in any order: each writes to its own memory.
    fn parallel_body(&mut self, counters: &[(String, usize)], is_affine: bool) {
        self.level += 1;
        let target = self.random.chance(60).then(|| self.parallel_target(counters)).flatten();
        if let Some(target) = &target {
            // Nothing else may read the written memory.
            let root = target.root;
            self.scope.buffers.retain(|buffer| buffer.root != root);
        }
        for (name, limit) in counters {
            self.add(name, &INDEX);
            let limit = (*limit).max(1);
            self.scope.counters.push(Counter { name: name.clone(), limit, is_affine });
        }
        self.body(4);
        if let Some(buffer) = target {
            let value = self.value(&Ty::scalar(buffer.element));
            let at: Vec<&str> = counters.iter().map(|counter| counter.0.as_str()).collect();
            let op = if is_affine { "affine.store" } else { "memref.store" };
            self.line(&format!(
                "{op} {}, {}[{}] : {}",
                value.name,
                buffer.name,
                at.join(", "),
                buffer.ty
            ));
        }
        self.level -= 1;
    }

    /// A buffer of this level's outside with an element for each iteration.
    fn parallel_target(&mut self, counters: &[(String, usize)]) -> Option<super::writer::Buffer> {
        let level = self.level - 1;
        let fits = |buffer: &&super::writer::Buffer| {
            buffer.level == level
                && !buffer.is_constant
                && buffer.shape.len() == counters.len()
                && buffer.shape.iter().zip(counters).all(|(&size, counter)| counter.1 <= size)
        };
        let fitting: Vec<_> = self.scope.buffers.iter().filter(fits).cloned().collect();
        self.random.pick(&fitting).cloned()
    }

    fn scf_parallel(&mut self) {
        let rank = self.random.between(1, 2);
        let limits: Vec<usize> = (0..rank).map(|_| self.random.between(0, 3)).collect();
        let counters: Vec<(String, usize)> =
            limits.iter().map(|&limit| (self.fresh(), limit)).collect();
        let zero = self.number("0", &INDEX);
        let highs: Vec<Value> =
            limits.iter().map(|limit| self.number(&limit.to_string(), &INDEX)).collect();
        let steps: Vec<Value> =
            limits.iter().map(|_| self.number(if rank == 1 { "1" } else { "2" }, &INDEX)).collect();
        let reduced = self.random.chance(40);
        let element = if self.random.chance(50) { I32 } else { Ty::scalar(Scalar::F64) };
        let start = self.value(&element);
        let joined = |values: &[Value]| {
            values.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let (bound, names) = self.results(usize::from(reduced));
        let names_of_counters: Vec<&str> =
            counters.iter().map(|counter| counter.0.as_str()).collect();
        let init = if reduced {
            format!(" init ({}) -> {}", start.name, element.text())
        } else {
            String::new()
        };
        self.line(&format!(
            "{bound}scf.parallel ({}) = ({}) to ({}) step ({}){init} {{",
            names_of_counters.join(", "),
            vec![zero.name.as_str(); rank].join(", "),
            joined(&highs),
            joined(&steps)
        ));
        self.nested(|this| {
            this.parallel_body(&counters, false);
            if reduced {
                let value = this.value(&element);
                let (a, b) = (this.fresh(), this.fresh());
                let ty = element.text();
                this.line(&format!("scf.reduce({} : {ty}) {{", value.name));
                this.line(&format!("^bb0({a}: {ty}, {b}: {ty}):"));
                let op = if element == I32 { "arith.addi" } else { "arith.maximumf" };
                let sum = this.fresh();
                this.line(&format!("  {sum} = {op} {a}, {b} : {ty}"));
                this.line(&format!("  scf.reduce.return {sum} : {ty}"));
                this.line("}");
            } else {
                this.line("scf.reduce");
            }
        });
        self.line("}");
        self.bring(&names, &[element]);
    }

    fn forall(&mut self) {
        let limit = self.random.between(1, 4);
        let counter = self.fresh();
        self.line(&format!("scf.forall ({counter}) in ({limit}) {{"));
        self.nested(|this| this.parallel_body(&[(counter, limit)], false));
        self.line("}");
    }

    /// A bound of an affine loop as text, and its maximum.
    fn affine_bound(&mut self, is_upper: bool) -> (String, usize) {
        let counters: Vec<Counter> =
            self.scope.counters.iter().filter(|it| it.is_affine).cloned().collect();
        if let Some(counter) = self.random.pick(&counters).cloned()
            && self.random.chance(30)
        {
            let (name, limit) = (&counter.name, counter.limit);
            return match (self.random.below(3), is_upper) {
                (0, true) => (format!("affine_map<(d0) -> (d0 + 2)>({name})"), limit + 1),
                (1, true) => (format!("min affine_map<(d0) -> (d0 + 1, 3)>({name})"), 3),
                (1, false) => (format!("max affine_map<(d0) -> (d0 - 1, 1)>({name})"), limit),
                (_, true) => {
                    (format!("affine_map<(d0) -> (d0 floordiv 2 + 1)>({name})"), limit / 2 + 1)
                }
                _ => (format!("affine_map<(d0) -> (d0)>({name})"), limit),
            };
        }
        if is_upper
            && self.random.chance(12)
            && let Some(symbol) = self.random.pick(&self.scope.symbols).cloned()
        {
            return (format!("affine_map<()[s0] -> (s0 mod 4)>()[{symbol}]"), 3);
        }
        let number = if is_upper { self.random.below(5) } else { self.random.below(2) };
        (number.to_string(), number)
    }

    fn affine_for(&mut self) {
        let (low, _) = self.affine_bound(false);
        let (high, limit) = self.affine_bound(true);
        let step = match self.random.below(4) {
            0 => format!(" step {}", self.random.between(2, 3)),
            _ => String::new(),
        };
        let types = self.some_types(2);
        let starts: Vec<Value> = types.iter().map(|ty| self.value(ty)).collect();
        let (bound, names) = self.results(types.len());
        let counter = self.fresh();
        let carried: Vec<String> = types.iter().map(|_| self.fresh()).collect();
        let pairs: Vec<String> = carried
            .iter()
            .zip(&starts)
            .map(|(name, start)| format!("{name} = {}", start.name))
            .collect();
        let carries = match types.is_empty() {
            true => String::new(),
            false => format!(" iter_args({}) -> ({})", pairs.join(", "), list(&types)),
        };
        self.line(&format!("{bound}affine.for {counter} = {low} to {high}{step}{carries} {{"));
        self.nested(|this| {
            this.add(&counter, &INDEX);
            this.scope.counters.push(Counter {
                name: counter,
                limit: limit.max(1),
                is_affine: true,
            });
            this.bring(&carried, &types);
            this.region("affine.yield", &types, 5);
        });
        self.line("}");
        self.bring(&names, &types);
    }

    fn affine_parallel(&mut self) {
        let rank = self.random.between(1, 2);
        let limits: Vec<usize> = (0..rank).map(|_| self.random.between(0, 3)).collect();
        let counters: Vec<(String, usize)> =
            limits.iter().map(|&limit| (self.fresh(), limit)).collect();
        let reduced = self.random.chance(35);
        let kinds: [(&str, Ty); 4] = [
            ("addi", I32),
            ("maximumf", Ty::scalar(Scalar::F32)),
            ("addf", Ty::scalar(Scalar::F64)),
            ("muli", I32),
        ];
        let (kind, element) = self.random.pick(&kinds).cloned().unwrap_or(("addi", I32));
        let (bound, names) = self.results(usize::from(reduced));
        let names_of_counters: Vec<&str> =
            counters.iter().map(|counter| counter.0.as_str()).collect();
        let highs: Vec<String> = limits.iter().map(usize::to_string).collect();
        let reduce = if reduced {
            format!(" reduce (\"{kind}\") -> ({})", element.text())
        } else {
            String::new()
        };
        self.line(&format!(
            "{bound}affine.parallel ({}) = ({}) to ({}){reduce} {{",
            names_of_counters.join(", "),
            vec!["0"; rank].join(", "),
            highs.join(", ")
        ));
        self.nested(|this| {
            this.parallel_body(&counters, true);
            let values = if reduced { vec![this.value(&element)] } else { Vec::new() };
            this.end("affine.yield", &values);
        });
        self.line("}");
        self.bring(&names, &[element]);
    }

    /// A value that affine ops may use as a dimension.
    fn affine_dimension(&mut self) -> Option<String> {
        let counters = self.scope.counters.iter().filter(|it| it.is_affine).map(|it| &it.name);
        let any: Vec<String> = counters.chain(&self.scope.symbols).cloned().collect();
        self.random.pick(&any).cloned()
    }

    fn affine_numbers(&mut self) {
        let Some(first) = self.affine_dimension() else { return self.computation() };
        let Some(second) = self.affine_dimension() else { return self.computation() };
        let (a, b) = (self.random.between(1, 3), self.random.below(4));
        let maps = [
            format!("(d0, d1) -> (d0 * {a} + {b})"),
            "(d0, d1) -> (d0 + d1 * 2 - 1)".to_owned(),
            format!("(d0, d1) -> ((d0 + {b}) floordiv {a} + d1 mod 3)"),
            format!("(d0, d1) -> (d0 ceildiv {} - d1)", a + 1),
            "(d0, d1) -> ((d0 - d1) mod 5)".to_owned(),
        ];
        let map = self.random.pick(&maps).cloned().unwrap_or_default();
        // Large numbers would overflow, which affine ops must not.
        let small = |name: &str, this: &mut Self| {
            let result = this.fresh();
            this.line(&format!("{result} = affine.apply affine_map<(d0) -> (d0 mod 64)>({name})"));
            result
        };
        let (first, second) = (small(&first, self), small(&second, self));
        let name = self.fresh();
        match self.random.below(6) {
            0 => {
                self.line(&format!(
                    "{name} = affine.min affine_map<(d0, d1) -> (d0, d1 + {b}, {a})>({first}, \
                        {second})"
                ));
            }
            1 => {
                self.line(&format!(
                    "{name} = affine.max affine_map<(d0, d1) -> (d0 - {b}, d1, -{a})>({first}, \
                        {second})"
                ));
            }
            2 => {
                self.line(&format!(
                    "{name}:2 = affine.delinearize_index {first} into ({}, 16) : index, index",
                    4 * a
                ));
                self.add(&format!("{name}#0"), &INDEX);
                self.add(&format!("{name}#1"), &INDEX);
                return;
            }
            3 => {
                self.line(&format!(
                    "{name} = affine.linearize_index [{first}, {second}] by (64, 64) : index"
                ));
            }
            _ => self.line(&format!("{name} = affine.apply affine_map<{map}>({first}, {second})")),
        }
        self.add(&name, &INDEX);
    }

    fn affine_if(&mut self) {
        let Some(first) = self.affine_dimension() else { return self.scf_if() };
        let at = self.random.below(4);
        let sets = [
            format!("(d0) : (d0 - {at} >= 0)"),
            format!("(d0) : (-d0 + {at} >= 0)"),
            format!("(d0) : (d0 mod 2 - {} == 0)", at % 2),
            format!("(d0) : (d0 - {at} == 0, d0 - 1 >= 0)"),
            "(d0) : (1 >= 0)".to_owned(),
            "(d0) : (-1 >= 0)".to_owned(),
        ];
        let set = self.random.pick(&sets).cloned().unwrap_or_default();
        let types = self.some_types(2);
        let (bound, names) = self.results(types.len());
        let arrow =
            if types.is_empty() { String::new() } else { format!(" -> ({})", list(&types)) };
        self.line(&format!("{bound}affine.if affine_set<{set}>({first}){arrow} {{"));
        self.nested(|this| this.region("affine.yield", &types, 4));
        if !types.is_empty() || self.random.chance(50) {
            self.line("} else {");
            self.nested(|this| this.region("affine.yield", &types, 4));
        }
        self.line("}");
        self.bring(&names, &types);
    }
}
