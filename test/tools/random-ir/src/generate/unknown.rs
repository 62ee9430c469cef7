//! Ops that no dialect declares: with operands, results, attributes, regions and successors.
//! Nothing is known about them, so those with a mark, which are always executed, have to be kept by
//! all passes.

use super::types::{I32, INDEX, Ty, list};
use super::writer::{Value, Writer};
use super::{ModuleState, function_text};
use random_programs::random::Random;

impl Writer<'_> {
    /// An unknown op, of the kinds that may be in the middle of a block.
    pub(super) fn unknown(&mut self) {
        let mut operands = Vec::new();
        for _ in 0..self.random.below(3) {
            let ty = self.any_type();
            operands.push(self.value(&ty));
        }
        let results = self.some_types(2);
        let names: Vec<&str> = operands.iter().map(|value| value.name.as_str()).collect();
        let names = names.join(", ");
        let types: Vec<Ty> = operands.iter().map(|value| value.ty.clone()).collect();
        let types = format!("({}) -> ({})", list(&types), list(&results));
        let (bound, result_names) = self.results(results.len());
        if self.depth < 3 && self.budget > 4 && self.random.chance(25) {
            self.module.next_region += 1;
            let number = self.module.next_region;
            self.line(&format!("{bound}\"fuzz.region\"({names}) ({{"));
            for at in 0..self.random.between(1, 2) {
                if at > 0 {
                    self.line("}, {");
                }
                self.unknown_region(number);
            }
            let attributes = self.attributes(&[format!("fuzz.region = {number} : i64")]);
            self.line(&format!("}}){attributes} : {types}"));
        } else {
            let kinds = ["fuzz.op", "fuzz.other", "other.op", "fuzz.a.b"];
            let name = self.random.pick(&kinds).copied().unwrap_or("fuzz.op");
            let attributes = self.attributes(&[]);
            self.line(&format!("{bound}\"{name}\"({names}){attributes} : {types}"));
        }
        for (name, ty) in result_names.iter().zip(&results) {
            self.add(name, ty);
        }
    }

    /// A mark for an op that is always run, and these attributes.
    fn attributes(&mut self, own: &[String]) -> String {
        if self.is_sure {
            return self.mark(own);
        }
        let region = self.inside.map(|region| format!("fuzz.in = {region} : i64"));
        let entries: Vec<String> =
            own.iter().cloned().chain(region).chain(["fuzz.x = 3 : i3".to_owned()]).collect();
        format!(" {{{}}}", entries.join(", "))
    }

    /// A region of the unknown op of this number: nothing may move into it or out of it.
    fn unknown_region(&mut self, number: usize) {
        let argument = self.fresh();
        self.line(&format!("^bb0({argument}: i32):"));
        let had_no_symbols = std::mem::replace(&mut self.has_no_symbols, true);
        let inside = self.random.chance(50).then_some(number);
        let was_inside = std::mem::replace(&mut self.inside, inside);
        let is_closed = self.random.chance(50);
        self.nested(|this| {
            if is_closed {
                // Nothing from outside is used in it: the op may be isolated.
                this.scope = super::writer::Scope::default();
            }
            this.add(&argument, &I32);
            match this.random.below(10) {
                0 | 1 => this.graph(),
                2 => this.unknown_control_flow(),
                3 => this.control_flow(3),
                _ => this.body(4),
            }
            let last = this.value(&I32);
            let closed = if is_closed { ["fuzz.closed".to_owned()].to_vec() } else { Vec::new() };
            let attributes = this.attributes(&closed);
            this.line(&format!("\"fuzz.end\"({}){attributes} : (i32) -> ()", last.name));
        });
        self.inside = was_inside;
        self.has_no_symbols = had_no_symbols;
    }

    /// Ops whose operands are defined after them, as in a graph.
    fn graph(&mut self) {
        let (first, second) = (self.fresh(), self.fresh());
        let attributes = self.attributes(&[]);
        self.line(&format!("\"fuzz.op\"({first}){attributes} : (i32) -> ()"));
        let op = self
            .random
            .pick(&["arith.addi", "arith.muli", "fuzz.node"])
            .copied()
            .unwrap_or("fuzz.node");
        self.line(&format!("{first} = \"{op}\"({second}, {second}) : (i32, i32) -> i32"));
        self.body(2);
        let value = self.value(&I32);
        let other = if self.random.chance(50) { &first } else { &value.name };
        let op = self
            .random
            .pick(&["arith.xori", "arith.addi", "fuzz.node"])
            .copied()
            .unwrap_or("fuzz.node");
        self.line(&format!("{second} = \"{op}\"({other}, {}) : (i32, i32) -> i32", value.name));
    }

    /// Blocks that are successors of unknown terminators, with arguments that only such a
    /// terminator defines.
    fn unknown_control_flow(&mut self) {
        let count = self.random.between(1, 4);
        let blocks: Vec<(String, Vec<Ty>)> = (0..=count)
            .map(|_| {
                self.next += 1;
                (format!("^u{}", self.next), self.some_types(2))
            })
            .collect();
        for (at, (label, types)) in blocks.iter().enumerate() {
            // Values of the current block are not operands of a later one, except those of the
            // first.
            let outer = (at > 0).then(|| self.scope.clone());
            // Every block may lead to the last one, so what is after it stays.
            let mut targets: Vec<&str> = (0..self.random.below(3))
                .filter_map(|_| self.random.pick(&blocks).map(|block| block.0.as_str()))
                .collect();
            targets.push(&blocks[count].0);
            let passed: Vec<Value> = types.iter().map(|ty| self.value(ty)).collect();
            let flag = self.value(&I32);
            let operands: Vec<&str> =
                std::iter::once(&flag).chain(&passed).map(|value| value.name.as_str()).collect();
            let operand_types: Vec<Ty> =
                std::iter::once(I32).chain(types.iter().cloned()).collect();
            self.line(&format!(
                "\"fuzz.jump\"({})[{}] : ({}) -> ()",
                operands.join(", "),
                targets.join(", "),
                list(&operand_types)
            ));
            self.scope = outer.unwrap_or_else(|| std::mem::take(&mut self.scope));
            let arguments: Vec<String> = types.iter().map(|_| self.fresh()).collect();
            let declared: Vec<String> = arguments
                .iter()
                .zip(types)
                .map(|(name, ty)| format!("{name}: {}", ty.text()))
                .collect();
            match declared.is_empty() {
                true => self.line(&format!("{label}:")),
                false => self.line(&format!("{label}({}):", declared.join(", "))),
            }
            let bring = |this: &mut Self| {
                for (name, ty) in arguments.iter().zip(types) {
                    this.add(name, ty);
                }
            };
            if at == count {
                return bring(self);
            }
            self.nested(|this| {
                bring(this);
                this.body(3);
            });
        }
    }
}

/// A function of unknown ops among others.
pub(super) fn function(random: &mut Random, state: &mut ModuleState, number: usize) -> String {
    let budget = random.between(6, 25);
    let mut writer = Writer::new(random, state, budget);
    writer.has_unknown = true;
    writer.is_sure = true;
    // Zero is the number of no region.
    writer.inside = writer.random.chance(30).then_some(0);
    let parameters = [("%arg0", super::types::I1), ("%arg1", I32), ("%arg2", INDEX)];
    for (name, ty) in &parameters {
        writer.add(name, ty);
    }
    for _ in 0..budget {
        writer.op();
        if writer.random.chance(6) {
            writer.unknown_control_flow();
        }
    }
    let value: Value = writer.value(&I32);
    writer.emit("func.return", &[&value], "", &[]);
    let types = parameters.map(|(name, ty)| format!("{name}: {}", writer.annotated(&ty, true)));
    let result = writer.annotated(&I32, true);
    function_text(&format!("@unknown{number}"), &types.join(", "), &result, &writer.text)
}

/// A module in the module, with symbols that are used from outside and ones that are not.
pub(super) fn nested_module(random: &mut Random, state: &mut ModuleState, number: usize) -> String {
    let mut text = format!("module @inner{number} {{\n");
    let callable = std::mem::take(&mut state.callable);
    let llvm_functions = std::mem::take(&mut state.llvm_functions);
    let globals = std::mem::take(&mut state.globals);
    let was_pure = std::mem::replace(&mut state.is_pure, true);
    for at in 0..random.between(1, 3) {
        let budget = random.between(3, 10);
        text += &super::function(random, state, at, budget);
    }
    state.callable = callable;
    state.llvm_functions = llvm_functions;
    state.globals = globals;
    state.is_pure = was_pure;
    state.next_mark += 1;
    let mark = state.next_mark;
    text += &format!(
        "func.func private @used(%x: i32) -> i32 {{\n  \"fuzz.op\"(%x) {{fuzz.id = {mark} : i64}} \
            : (i32) -> ()\n  return %x : i32\n}}\n}}\n"
    );
    state.next_mark += 1;
    text + &format!(
        "\"fuzz.use\"() {{fuzz.id = {} : i64, fuzz.of = @inner{number}::@used}} : () -> ()\n",
        state.next_mark
    )
}
