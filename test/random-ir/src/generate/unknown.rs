//! Ops that no dialect declares: with operands, results, attributes, regions and successors. Nothing is known of them, so
//! those that carry a mark, which are where they are always run, have to stay in whatever passes make of a module.

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
        let mark = self.mark();
        let name = self
            .random
            .pick(&["fuzz.op", "fuzz.other", "other.op", "fuzz.a.b"])
            .copied()
            .unwrap_or("fuzz.op");
        let names: Vec<&str> = operands.iter().map(|value| value.name.as_str()).collect();
        let types: Vec<Ty> = operands.iter().map(|value| value.ty.clone()).collect();
        let (bound, result_names) = self.results(results.len());
        let nests = self.depth < 3 && self.budget > 4 && self.random.chance(25);
        if !nests {
            self.line(&format!(
                "{bound}\"{name}\"({}) {mark} : ({}) -> ({})",
                names.join(", "),
                list(&types),
                list(&results)
            ));
        } else {
            self.line(&format!("{bound}\"fuzz.region\"({}) ({{", names.join(", ")));
            let regions = self.random.between(1, 2);
            for at in 0..regions {
                if at > 0 {
                    self.line("}, {");
                }
                self.unknown_region();
            }
            self.line(&format!("}}) {mark} : ({}) -> ({})", list(&types), list(&results)));
        }
        for (name, ty) in result_names.iter().zip(&results) {
            self.add(name, ty);
        }
    }

    /// A mark for an op that is always run, and an empty dictionary for others.
    fn mark(&mut self) -> String {
        if !self.is_sure {
            return "{fuzz.x = 3 : i3}".to_owned();
        }
        self.module.next_mark += 1;
        format!("{{fuzz.id = {} : i64}}", self.module.next_mark)
    }

    fn unknown_region(&mut self) {
        let argument = self.fresh();
        self.line(&format!("^bb0({argument}: i32):"));
        let is_closed = self.features().closed && self.random.chance(50);
        let had_no_symbols = std::mem::replace(&mut self.has_no_symbols, true);
        self.nested(|this| {
            if is_closed {
                // Nothing from outside is used in it: the op may be isolated.
                this.scope = super::writer::Scope::default();
            }
            this.add(&argument, &I32);
            this.body(4);
            let last = this.value(&I32);
            let closed = if is_closed { " {fuzz.closed}" } else { "" };
            this.line(&format!("\"fuzz.end\"({}){closed} : (i32) -> ()", last.name));
        });
        self.has_no_symbols = had_no_symbols;
    }

    /// Blocks that unknown terminators lead to, with arguments that they pass.
    fn unknown_control_flow(&mut self) {
        let count = self.random.between(1, 4);
        let labels: Vec<String> = (0..=count)
            .map(|_| {
                self.next += 1;
                format!("^u{}", self.next)
            })
            .collect();
        for at in 0..=count {
            // Every block may lead to the last one, so what is after it stays.
            let mut targets: Vec<&str> = (0..self.random.below(3))
                .filter_map(|_| self.random.pick(&labels).map(String::as_str))
                .collect();
            targets.push(&labels[count]);
            let flag = self.value(&I32);
            self.line(&format!("\"fuzz.jump\"({})[{}] : (i32) -> ()", flag.name, targets.join(", ")));
            let argument = self.fresh();
            self.line(&format!("{}({argument}: i32):", labels[at]));
            if at == count {
                self.add(&argument, &I32);
                return;
            }
            let was_sure = std::mem::replace(&mut self.is_sure, false);
            self.nested(|this| {
                this.add(&argument, &I32);
                this.body(3);
            });
            self.is_sure = was_sure;
        }
    }
}

/// A function of unknown ops among others.
pub(super) fn function(random: &mut Random, state: &mut ModuleState, number: usize) -> String {
    let budget = random.between(6, 25);
    let mut writer = Writer::new(random, state, budget);
    writer.has_unknown = true;
    writer.is_sure = true;
    let parameters = [("%arg0", super::types::I1), ("%arg1", I32), ("%arg2", INDEX)];
    for (name, ty) in &parameters {
        writer.add(name, ty);
    }
    for _ in 0..budget {
        writer.op();
        if writer.features().jumps && writer.random.chance(6) {
            writer.unknown_control_flow();
        }
    }
    let value: Value = writer.value(&I32);
    writer.emit("func.return", &[&value], "", &[]);
    function_text(&format!("@unknown{number}"), "%arg0: i1, %arg1: i32, %arg2: index", "i32", &writer.text)
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
        "func.func private @used(%x: i32) -> i32 {{\n  \"fuzz.op\"(%x) {{fuzz.id = {mark} : i64}} : (i32) -> ()\n  return %x : i32\n}}\n}}\n"
    );
    state.next_mark += 1;
    text + &format!(
        "\"fuzz.use\"() {{fuzz.id = {} : i64, fuzz.of = @inner{number}::@used}} : () -> ()\n",
        state.next_mark
    )
}
