//! Control-flow graphs: any edges, including irreducible loops; each run of them terminates.
//!
//! Every block takes a number, which back edges decrement; when it is used up, back edges are not
//! taken.

use super::types::{I1, I32, Ty};
use super::writer::{Value, Writer};

struct Block {
    label: String,
    parameters: Vec<(String, Ty)>,
}

impl Writer<'_> {
    /// Ends the current block by a branch into a graph of blocks, and continues in the block after
    /// them, where its parameters are in scope.
    pub(super) fn control_flow(&mut self, most: usize) {
        let count = self.random.between(1, most);
        let blocks: Vec<Block> = (0..=count).map(|_| self.declare()).collect();
        let fuel = self.random.below(7);
        let fuel = self.number(&fuel.to_string(), &I32);
        self.jump(&blocks, None, &fuel);
        for at in 0..count {
            self.head(&blocks[at]);
            self.nested(|this| {
                for (name, ty) in &blocks[at].parameters {
                    this.add(name, ty);
                }
                this.body(4);
                let fuel = Value { name: blocks[at].parameters[0].0.clone(), ty: I32 };
                this.jump(&blocks, Some(at), &fuel);
            });
        }
        self.head(&blocks[count]);
        for (name, ty) in &blocks[count].parameters {
            self.add(name, ty);
        }
    }

    fn declare(&mut self) -> Block {
        let types: Vec<Ty> = std::iter::once(I32).chain(self.some_types(2)).collect();
        let parameters = types.into_iter().map(|ty| (self.fresh(), ty)).collect();
        self.next += 1;
        Block { label: format!("^b{}", self.next), parameters }
    }

    fn head(&mut self, block: &Block) {
        let parameters: Vec<String> =
            block.parameters.iter().map(|(name, ty)| format!("{name}: {}", ty.text())).collect();
        self.line(&format!("{}({}):", block.label, parameters.join(", ")));
    }

    /// Arguments for a block: the number that counts down, and any values.
    fn arguments(&mut self, block: &Block, fuel: &Value) -> Vec<Value> {
        let types: Vec<Ty> = block.parameters.iter().skip(1).map(|(_, ty)| ty.clone()).collect();
        std::iter::once(fuel.clone()).chain(types.iter().map(|ty| self.value(ty))).collect()
    }

    fn jump(&mut self, blocks: &[Block], from: Option<usize>, fuel: &Value) {
        let first_later = from.map_or(0, |at| at + 1);
        let forward = self.random.between(first_later, blocks.len() - 1);
        let back = from.filter(|_| self.random.chance(45)).map(|at| self.random.below(at + 1));
        if let Some(back) = back {
            let (one, zero) = (self.number("1", &I32), self.number("0", &I32));
            let less = self.define("arith.subi", &[fuel, &one], "", &I32);
            let mut go_on = self.define("arith.cmpi", &[&less, &zero], "predicate = 4 : i64", &I1);
            if self.random.chance(40) {
                let other = self.condition();
                go_on = self.define("arith.andi", &[&go_on, &other], "", &I1);
            }
            return self.conditional_jump(&go_on, (&blocks[back], &less), (&blocks[forward], fuel));
        }
        match self.random.below(5) {
            0 => {
                let arguments = self.arguments(&blocks[forward], fuel);
                let names: Vec<&Value> = arguments.iter().collect();
                self.terminate("cf.br", &names, "", &[&blocks[forward]]);
            }
            1 | 2 => self.switch(blocks, first_later, fuel),
            _ => {
                let other = self.random.between(first_later, blocks.len() - 1);
                let condition = self.condition();
                self.conditional_jump(&condition, (&blocks[other], fuel), (&blocks[forward], fuel));
            }
        }
    }

    fn conditional_jump(&mut self, condition: &Value, yes: (&Block, &Value), no: (&Block, &Value)) {
        let first = self.arguments(yes.0, yes.1);
        let second = self.arguments(no.0, no.1);
        let operands: Vec<&Value> =
            std::iter::once(condition).chain(&first).chain(&second).collect();
        let sizes =
            format!("operandSegmentSizes = array<i32: 1, {}, {}>", first.len(), second.len());
        self.terminate("cf.cond_br", &operands, &sizes, &[yes.0, no.0]);
    }

    fn switch(&mut self, blocks: &[Block], first: usize, fuel: &Value) {
        let flag = self.value(&I32);
        let cases = self.random.below(3);
        let targets: Vec<usize> =
            (0..=cases).map(|_| self.random.between(first, blocks.len() - 1)).collect();
        let arguments: Vec<Vec<Value>> =
            targets.iter().map(|&target| self.arguments(&blocks[target], fuel)).collect();
        let operands: Vec<&Value> =
            std::iter::once(&flag).chain(arguments.iter().flatten()).collect();
        let segments: Vec<String> =
            arguments.iter().skip(1).map(|list| list.len().to_string()).collect();
        let mut attributes = format!(
            "operandSegmentSizes = array<i32: 1, {}, {}>",
            arguments[0].len(),
            arguments.iter().skip(1).map(Vec::len).sum::<usize>()
        );
        if cases == 0 {
            attributes += ", case_operand_segments = array<i32>";
        } else {
            let numbers: Vec<String> =
                (0..cases).map(|case| (case as i64 * 3 - 1).to_string()).collect();
            attributes += &format!(
                ", case_operand_segments = array<i32: {}>, case_values = dense<[{}]> : \
                    vector<{cases}xi32>",
                segments.join(", "),
                numbers.join(", ")
            );
        }
        let successors: Vec<&Block> = targets.iter().map(|&target| &blocks[target]).collect();
        self.terminate("cf.switch", &operands, &attributes, &successors);
    }

    fn terminate(
        &mut self,
        op: &str,
        operands: &[&Value],
        attributes: &str,
        successors: &[&Block],
    ) {
        let names: Vec<&str> = operands.iter().map(|value| value.name.as_str()).collect();
        let types: Vec<String> = operands.iter().map(|value| value.ty.text()).collect();
        let labels: Vec<&str> = successors.iter().map(|block| block.label.as_str()).collect();
        let properties =
            if attributes.is_empty() { String::new() } else { format!(" <{{{attributes}}}>") };
        self.line(&format!(
            "\"{op}\"({})[{}]{properties} : ({}) -> ()",
            names.join(", "),
            labels.join(", "),
            types.join(", ")
        ));
    }
}
