//! Writes ops of one function, top down, with the values that are in scope at hand.

use super::types::{Container, I1, Scalar, Ty};
use super::{Features, ModuleState};
use random_programs::random::Random;

/// A value that is in scope.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) name: String,
    pub(super) ty: Ty,
}

/// A memref that is in scope.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    pub(super) name: String,
    pub(super) element: Scalar,
    /// The sizes that it really has.
    pub(super) shape: Vec<usize>,
    /// The type as text, in which sizes may be open.
    pub(super) ty: String,
    /// Elements between neighbours of each dimension, while the layout is not the default one.
    pub(super) strides: Option<Vec<usize>>,
    pub(super) offset: usize,
    /// Which buffers share memory: those with one root.
    pub(super) root: usize,
    /// How many parallel loops are around the allocation.
    pub(super) level: usize,
    pub(super) is_constant: bool,
}

impl Buffer {
    /// All of some memory, in the default layout, outside of all parallel loops.
    pub(super) fn whole(name: String, element: Scalar, shape: Vec<usize>, root: usize) -> Self {
        let ty = super::memory::default_type(&shape, element);
        let (strides, offset, level, is_constant) = (None, 0, 0, false);
        Self { name, element, shape, ty, strides, offset, root, level, is_constant }
    }
}

/// A loop variable.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    pub(super) name: String,
    /// It is below this.
    pub(super) limit: usize,
    /// Whether affine ops may use it.
    pub(super) is_affine: bool,
}

#[derive(Clone, Default)]
pub(super) struct Scope {
    pub(super) values: Vec<Value>,
    pub(super) buffers: Vec<Buffer>,
    pub(super) counters: Vec<Counter>,
    /// Index values that affine ops may use as symbols: those at the top of the function.
    pub(super) symbols: Vec<String>,
}

pub(super) struct Writer<'g> {
    pub(super) random: &'g mut Random,
    pub(super) module: &'g mut ModuleState,
    pub(super) text: String,
    pub(super) scope: Scope,
    pub(super) next: usize,
    pub(super) depth: usize,
    /// Ops that may still be written; nested ones count.
    pub(super) budget: usize,
    /// How many parallel loops are open.
    pub(super) level: usize,
    /// Whether the function changes what others see.
    pub(super) has_effects: bool,
    /// Whether unknown ops are written.
    pub(super) has_unknown: bool,
    /// Whether an unknown op is around, which may be a table of symbols: none is named in it.
    pub(super) has_no_symbols: bool,
    /// Whether what is written is run whenever the function is.
    pub(super) is_sure: bool,
    /// The number of the enclosing unknown op with regions, for the marks of ops that must stay in
    /// it; 0 is none.
    pub(super) inside: Option<usize>,
}

impl<'g> Writer<'g> {
    pub(super) fn new(random: &'g mut Random, module: &'g mut ModuleState, budget: usize) -> Self {
        Self {
            random,
            module,
            text: String::new(),
            scope: Scope::default(),
            next: 0,
            depth: 0,
            budget,
            level: 0,
            has_effects: false,
            has_unknown: false,
            has_no_symbols: false,
            is_sure: false,
            inside: None,
        }
    }

    pub(super) fn features(&self) -> Features {
        self.module.features
    }

    pub(super) fn line(&mut self, text: &str) {
        self.text.extend(std::iter::repeat_n(' ', 2 * (self.depth + 1)));
        self.text += text;
        self.text.push('\n');
    }

    pub(super) fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    pub(super) fn add(&mut self, name: &str, ty: &Ty) -> Value {
        let value = Value { name: name.to_owned(), ty: ty.clone() };
        if self.depth == 0 && value.ty == super::types::INDEX {
            self.scope.symbols.push(value.name.clone());
        }
        self.scope.values.push(value.clone());
        value
    }

    /// Writes an op in generic form, and returns the names of its results.
    pub(super) fn raw(
        &mut self,
        op: &str,
        operands: &[(&str, &str)],
        attributes: &str,
        results: &[String],
    ) -> Vec<String> {
        let (bound, names) = self.results(results.len());
        let list = |items: Vec<&str>| items.join(", ");
        let properties =
            if attributes.is_empty() { String::new() } else { format!(" <{{{attributes}}}>") };
        let stays = op == "func.return" || attributes == "callee = @putchar";
        // A cast between an index and an integer of its width is removed, and cannot keep
        // attributes.
        let vanishes = op.starts_with("arith.index_cast") && self.features().lowers;
        let discardable = match () {
            () if stays && self.is_sure => self.mark(&[]),
            () if vanishes => String::new(),
            () => self.discardable(),
        };
        let location = self.location();
        self.line(&format!(
            "{bound}\"{op}\"({}){properties}{discardable} : ({}) -> ({}){location}",
            list(operands.iter().map(|operand| operand.0).collect()),
            list(operands.iter().map(|operand| operand.1).collect()),
            results.join(", ")
        ));
        names
    }

    /// Names for results, for before the equals sign and each.
    pub(super) fn results(&mut self, count: usize) -> (String, Vec<String>) {
        match count {
            0 => (String::new(), Vec::new()),
            1 => {
                let name = self.fresh();
                (format!("{name} = "), vec![name])
            }
            _ => {
                let name = self.fresh();
                let names = (0..count).map(|index| format!("{name}#{index}")).collect();
                (format!("{name}:{count} = "), names)
            }
        }
    }

    /// An op on values in generic form; its results are in scope then.
    pub(super) fn emit(
        &mut self,
        op: &str,
        operands: &[&Value],
        attributes: &str,
        results: &[Ty],
    ) -> Vec<Value> {
        let types: Vec<String> = operands.iter().map(|value| value.ty.text()).collect();
        let pairs: Vec<(&str, &str)> = operands
            .iter()
            .zip(&types)
            .map(|(value, ty)| (value.name.as_str(), ty.as_str()))
            .collect();
        let result_types: Vec<String> = results.iter().map(Ty::text).collect();
        let names = self.raw(op, &pairs, attributes, &result_types);
        names.iter().zip(results).map(|(name, ty)| self.add(name, ty)).collect()
    }

    /// The same for an op with one result.
    pub(super) fn define(
        &mut self,
        op: &str,
        operands: &[&Value],
        attributes: &str,
        result: &Ty,
    ) -> Value {
        let values = self.emit(op, operands, attributes, std::slice::from_ref(result));
        values.into_iter().next().unwrap_or_else(|| unreachable!("one result was asked for"))
    }

    pub(super) fn constant(&mut self, ty: &Ty) -> Value {
        if let Scalar::Complex(_) = ty.element {
            let part = ty.element.part();
            let parts: Vec<String> =
                (0..2).map(|_| format!("{} : {}", part.number(self.random), part.text())).collect();
            return self.define(
                "complex.constant",
                &[],
                &format!("value = [{}]", parts.join(", ")),
                ty,
            );
        }
        let attribute = ty.attribute(self.random);
        self.define("arith.constant", &[], &format!("value = {attribute}"), ty)
    }

    /// The constant with this number, or splat of it.
    pub(super) fn number(&mut self, number: &str, ty: &Ty) -> Value {
        let attribute = match ty.container {
            Container::None if ty.element == Scalar::Int(1) => {
                if number == "0" {
                    "false".to_owned()
                } else {
                    "true".to_owned()
                }
            }
            Container::None => format!("{number} : {}", ty.text()),
            _ => format!("dense<{number}> : {}", ty.text()),
        };
        self.define("arith.constant", &[], &format!("value = {attribute}"), ty)
    }

    /// A value of the type that is in scope, or a new constant; recent ones are likelier.
    pub(super) fn value(&mut self, ty: &Ty) -> Value {
        let fitting: Vec<&Value> =
            self.scope.values.iter().filter(|value| value.ty == *ty).collect();
        if fitting.is_empty() || self.random.chance(12) {
            return self.constant(ty);
        }
        let recent = fitting.len().min(4);
        let from = if self.random.chance(60) { fitting.len() - recent } else { 0 };
        let at = from + self.random.below(fitting.len() - from);
        fitting[at].clone()
    }

    pub(super) fn condition(&mut self) -> Value {
        self.value(&I1)
    }

    /// Runs `write` on one level more; what it defines is out of scope after it.
    pub(super) fn nested(&mut self, write: impl FnOnce(&mut Self)) {
        let outer = self.scope.clone();
        let was_sure = std::mem::replace(&mut self.is_sure, false);
        self.depth += 1;
        write(self);
        self.depth -= 1;
        self.is_sure = was_sure;
        self.scope = outer;
    }

    /// A type that values may have here.
    pub(super) fn any_type(&mut self) -> Ty {
        let element = Scalar::any(self.random);
        self.contained(element)
    }

    /// A number, or something that contains such numbers.
    pub(super) fn contained(&mut self, element: Scalar) -> Ty {
        let tensors = self.features().tensors;
        match self.random.below(20) {
            0 | 1 => Ty {
                container: Container::Vector,
                shape: self
                    .random
                    .pick(&[vec![4], vec![4], vec![2], vec![1], vec![3]])
                    .cloned()
                    .unwrap_or_default(),
                element,
            },
            2 => Ty { container: Container::Vector, shape: vec![2, 3], element },
            3 | 4 if tensors => Ty {
                container: Container::Tensor,
                shape: self
                    .random
                    .pick(&[vec![], vec![2], vec![3], vec![2, 2], vec![0]])
                    .cloned()
                    .unwrap_or_default(),
                element,
            },
            _ => Ty::scalar(element),
        }
    }

    pub(super) fn some_types(&mut self, most: usize) -> Vec<Ty> {
        (0..self.random.below(most + 1)).map(|_| self.any_type()).collect()
    }

    /// One random op, with the definitions of its operands.
    pub(super) fn op(&mut self) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        if self.has_unknown && self.random.chance(30) {
            return self.unknown();
        }
        let nests = if self.depth < 3 && self.budget > 8 { 1 } else { 0 };
        match self.random.weighted(&[46, 14 * nests, 22, 6, 4]) {
            0 => self.computation(),
            1 => self.structured(),
            2 => self.memory(),
            3 => self.call(),
            _ => self.print(),
        }
    }

    pub(super) fn body(&mut self, most: usize) {
        for _ in 0..self.random.below(most + 1) {
            self.op();
        }
    }

    /// Prints a byte, where ops with effects may be.
    fn print(&mut self) {
        if self.level > 0 || self.module.is_pure || self.has_no_symbols {
            return self.computation();
        }
        self.has_effects = true;
        let byte = if self.random.chance(60) {
            let letter = 65 + self.random.below(26);
            self.number(&letter.to_string(), &super::types::I32)
        } else {
            let any = self.value(&super::types::I32);
            let mask = self.number("15", &super::types::I32);
            let low = self.define("arith.andi", &[&any, &mask], "", &super::types::I32);
            let letter = self.number("97", &super::types::I32);
            self.define("arith.addi", &[&low, &letter], "", &super::types::I32)
        };
        self.emit("func.call", &[&byte], "callee = @putchar", &[super::types::I32]);
    }

    fn call(&mut self) {
        if self.has_no_symbols {
            return self.computation();
        }
        let allowed = |signature: &&super::Signature| self.level == 0 || !signature.has_effects;
        if self.level == 0 && self.random.chance(20) {
            let functions = self.module.llvm_functions.clone();
            if let Some(callee) = self.random.pick(&functions).cloned() {
                let operands: Vec<Value> =
                    callee.parameters.iter().map(|ty| self.value(ty)).collect();
                let operands: Vec<&Value> = operands.iter().collect();
                let segments = format!(
                    "callee = @{}, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: \
                        {}, 0>",
                    callee.name,
                    operands.len()
                );
                self.has_effects = true;
                self.emit("llvm.call", &operands, &segments, &callee.results);
                return;
            }
        }
        let callable: Vec<_> = self.module.callable.iter().filter(allowed).cloned().collect();
        let Some(callee) = self.random.pick(&callable).cloned() else { return self.computation() };
        let mut operands: Vec<(String, String)> = Vec::new();
        for ty in &callee.parameters {
            let value = self.value(ty);
            operands.push((value.name, ty.text()));
        }
        if callee.counts_down {
            operands[0].0 = self.small_number().name;
        }
        for (element, shape) in &callee.buffers {
            let buffer = self.writable_buffer(*element, shape);
            operands.push((buffer.name, buffer.ty));
        }
        self.has_effects |= callee.has_effects;
        let pairs: Vec<(&str, &str)> =
            operands.iter().map(|(name, ty)| (name.as_str(), ty.as_str())).collect();
        let results: Vec<String> = callee.results.iter().map(Ty::text).collect();
        let names = if self.random.chance(10) {
            let types: Vec<&str> = pairs.iter().map(|pair| pair.1).collect();
            let ty = format!("({}) -> ({})", types.join(", "), results.join(", "));
            let attribute = format!("value = @{}", callee.name);
            let function = self.raw("func.constant", &[], &attribute, std::slice::from_ref(&ty));
            let mut operands = vec![(function[0].as_str(), ty.as_str())];
            operands.extend(pairs);
            self.raw("func.call_indirect", &operands, "", &results)
        } else {
            self.raw("func.call", &pairs, &format!("callee = @{}", callee.name), &results)
        };
        for (name, ty) in names.iter().zip(&callee.results) {
            self.add(name, ty);
        }
    }
}
