//! Functions that call themselves or each other. The first parameter counts down, and where it is
//! used up, they do not.

use super::types::{I1, I32, Ty};
use super::writer::{Value, Writer};
use super::{ModuleState, Signature, function_text};
use random_programs::random::Random;

impl Writer<'_> {
    /// A number of which a function that counts down makes few calls.
    pub(super) fn small_number(&mut self) -> Value {
        if self.random.chance(60) {
            let number = self.random.below(4);
            return self.number(&number.to_string(), &I32);
        }
        let any = self.value(&I32);
        let mask = self.number("3", &I32);
        self.define("arith.andi", &[&any, &mask], "", &I32)
    }

    /// A call with a number that is one less.
    fn call_with_less(&mut self, callee: &Signature, counter: &Value) -> Vec<Value> {
        let one = self.number("1", &I32);
        let less = self.define("arith.subi", &[counter, &one], "", &I32);
        let others: Vec<Value> =
            callee.parameters.iter().skip(1).map(|ty| self.value(ty)).collect();
        let operands: Vec<&Value> = std::iter::once(&less).chain(&others).collect();
        self.emit("func.call", &operands, &format!("callee = @{}", callee.name), &callee.results)
    }

    /// Calls while the number is above zero, in a region or in a block that returns.
    fn recursive_body(&mut self, group: &[Signature], own: &Signature, counter: &Value) {
        self.body(4);
        let zero = self.number("0", &I32);
        let mut goes_on = self.define("arith.cmpi", &[counter, &zero], "predicate = 4 : i64", &I1);
        if self.random.chance(25) {
            let other = self.condition();
            goes_on = self.define("arith.andi", &[&goes_on, &other], "", &I1);
        }
        let callees: Vec<Signature> = (0..self.random.between(1, 2))
            .filter_map(|_| self.random.pick(group).cloned())
            .collect();
        let results: Vec<Ty> = own.results.clone();
        let calls = |this: &mut Self| {
            for callee in &callees {
                this.call_with_less(callee, counter);
                this.body(2);
            }
        };
        if self.random.chance(50) {
            let (bound, names) = self.results(results.len());
            self.line(&format!("{bound}\"scf.if\"({}) ({{", goes_on.name));
            self.nested(|this| {
                calls(this);
                this.end_with("scf.yield", &results);
            });
            self.line("}, {");
            self.nested(|this| this.end_with("scf.yield", &results));
            self.line(&format!("}}) : (i1) -> ({})", super::types::list(&results)));
            for (name, ty) in names.iter().zip(&results) {
                self.add(name, ty);
            }
        } else {
            self.next += 1;
            let (go_on, stop) = (format!("^go{}", self.next), format!("^stop{}", self.next));
            self.line(&format!("cf.cond_br {}, {go_on}, {stop}", goes_on.name));
            self.line(&format!("{stop}:"));
            self.nested(|this| this.end_with("func.return", &results));
            self.line(&format!("{go_on}:"));
            calls(self);
        }
        self.body(2);
        self.end_with("func.return", &results);
    }

    fn end_with(&mut self, terminator: &str, types: &[Ty]) {
        let values: Vec<Value> = types.iter().map(|ty| self.value(ty)).collect();
        let operands: Vec<&Value> = values.iter().collect();
        self.emit(terminator, &operands, "", &[]);
    }
}

/// One function that calls itself, or two that call themselves and each other.
pub(super) fn functions(random: &mut Random, state: &mut ModuleState) -> String {
    let mut group: Vec<Signature> = Vec::new();
    for number in 0..random.between(1, 2) {
        let mut writer = Writer::new(random, state, 0);
        let parameters = std::iter::once(I32).chain(writer.some_types(2)).collect();
        let results = writer.some_types(2);
        let name = format!("recursive{number}");
        // Whether others see what it does is not known while it is written, but it is called from
        // where it may.
        let (buffers, has_effects, counts_down) = (Vec::new(), true, true);
        group.push(Signature { name, parameters, buffers, results, has_effects, counts_down });
    }
    let mut text = String::new();
    for own in &group {
        let budget = random.between(4, 16);
        let mut writer = Writer::new(random, state, budget);
        let mut declared = Vec::new();
        for (index, ty) in own.parameters.iter().enumerate() {
            let name = format!("%arg{index}");
            declared.push(format!("{name}: {}", writer.annotated(ty, false)));
            writer.add(&name, ty);
        }
        let results = writer.annotated_results(&own.results, false);
        writer.recursive_body(&group, own, &Value { name: "%arg0".to_owned(), ty: I32 });
        let visibility = if writer.random.chance(70) { "private " } else { "" };
        let name = format!("{visibility}@{}", own.name);
        text += &function_text(&name, &declared.join(", "), &results, &writer.text);
    }
    state.callable.extend(group);
    text
}
