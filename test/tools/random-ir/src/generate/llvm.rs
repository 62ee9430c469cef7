//! Functions, globals and blocks of the llvm dialect.

use super::function_text;
use super::types::{I32, Scalar, Ty};
use super::writer::{Value, Writer};
use super::{ModuleState, Signature};
use random_programs::random::Random;

const I64: Ty = Ty::scalar(Scalar::Int(64));
const F64: Ty = Ty::scalar(Scalar::F64);

const INTEGER: [&str; 13] = [
    "llvm.add",
    "llvm.sub",
    "llvm.mul",
    "llvm.and",
    "llvm.or",
    "llvm.xor",
    "llvm.intr.smax",
    "llvm.intr.umin",
    "llvm.intr.sadd.sat",
    "llvm.intr.usub.sat",
    "llvm.intr.smin",
    "llvm.intr.umax",
    "llvm.add",
];
const FLOAT: [&str; 6] =
    ["llvm.fadd", "llvm.fsub", "llvm.fmul", "llvm.fdiv", "llvm.intr.maximum", "llvm.intr.copysign"];
const UNARY: [&str; 5] = [
    "llvm.intr.ctpop",
    "llvm.intr.bswap",
    "llvm.intr.bitreverse",
    "llvm.intr.ctpop",
    "llvm.freeze",
];

impl Writer<'_> {
    fn llvm_constant(&mut self, ty: &Ty) -> Value {
        let attribute = ty.attribute(self.random);
        self.define("llvm.mlir.constant", &[], &format!("value = {attribute}"), ty)
    }

    /// A value of this type; constants are those of the dialect.
    fn llvm_value(&mut self, ty: &Ty) -> Value {
        let fitting: Vec<Value> =
            self.scope.values.iter().filter(|value| value.ty == *ty).cloned().collect();
        match self.random.pick(&fitting) {
            Some(value) if self.random.chance(80) => value.clone(),
            _ => self.llvm_constant(ty),
        }
    }

    #[expect(clippy::too_many_lines, reason = "a case for each op")]
    fn llvm_op(&mut self) {
        let ty = if self.random.chance(50) { I32 } else { I64 };
        let pick = |this: &mut Self, from: &[&'static str]| {
            this.random.pick(from).copied().unwrap_or("llvm.add")
        };
        match self.random.below(12) {
            0..=3 => {
                let op = pick(self, &INTEGER);
                let (a, b) = (self.llvm_value(&ty), self.llvm_value(&ty));
                self.define(op, &[&a, &b], "", &ty);
            }
            4 | 5 => {
                let op = pick(self, &FLOAT);
                let (a, b) = (self.llvm_value(&F64), self.llvm_value(&F64));
                self.define(op, &[&a, &b], "", &F64);
            }
            6 => {
                let op = pick(self, &UNARY);
                let a = self.llvm_value(&ty);
                self.define(op, &[&a], "", &ty);
            }
            7 => {
                let (a, b) = (self.llvm_value(&ty), self.llvm_value(&ty));
                let predicate = self.random.below(10);
                let flag = self.define(
                    "llvm.icmp",
                    &[&a, &b],
                    &format!("predicate = {predicate} : i64"),
                    &super::types::I1,
                );
                self.define("llvm.select", &[&flag, &a, &b], "", &ty);
            }
            8 => {
                let a = self.llvm_value(&I32);
                let op = pick(self, &["llvm.sext", "llvm.zext"]);
                let wide = self.define(op, &[&a], "", &I64);
                self.define("llvm.trunc", &[&wide], "", &I32);
            }
            9 => {
                let (a, b) = (self.llvm_value(&I32), self.llvm_value(&I64));
                let ty = "!llvm.struct<(i32, i64)>".to_owned();
                let undef =
                    self.raw("llvm.mlir.undef", &[], "", std::slice::from_ref(&ty)).remove(0);
                let one = self
                    .raw(
                        "llvm.insertvalue",
                        &[(&undef, &ty), (&a.name, "i32")],
                        "position = array<i64: 0>",
                        std::slice::from_ref(&ty),
                    )
                    .remove(0);
                let two = self
                    .raw(
                        "llvm.insertvalue",
                        &[(&one, &ty), (&b.name, "i64")],
                        "position = array<i64: 1>",
                        std::slice::from_ref(&ty),
                    )
                    .remove(0);
                let at = self.random.below(2);
                let part = if at == 0 { I32 } else { I64 };
                let name = self
                    .raw(
                        "llvm.extractvalue",
                        &[(&two, &ty)],
                        &format!("position = array<i64: {at}>"),
                        &[part.text()],
                    )
                    .remove(0);
                self.add(&name, &part);
            }
            10 => self.llvm_memory(),
            _ => {
                let a = self.llvm_value(&I32);
                let float = self.define("llvm.sitofp", &[&a], "", &F64);
                let b = self.llvm_value(&F64);
                let predicate = self.random.below(16);
                let flag = self.define(
                    "llvm.fcmp",
                    &[&float, &b],
                    &format!("predicate = {predicate} : i64"),
                    &super::types::I1,
                );
                let (x, y) = (self.llvm_value(&I32), self.llvm_value(&I32));
                self.define("llvm.select", &[&flag, &x, &y], "", &I32);
            }
        }
    }

    /// Memory of the stack or of a global: written, then read.
    fn llvm_memory(&mut self) {
        let pointer = "!llvm.ptr".to_owned();
        let value = self.llvm_value(&I64);
        let base = match self.module.has_llvm_global && self.random.chance(50) {
            true => self
                .raw(
                    "llvm.mlir.addressof",
                    &[],
                    "global_name = @shared",
                    std::slice::from_ref(&pointer),
                )
                .remove(0),
            false => {
                let count = self.define("llvm.mlir.constant", &[], "value = 4 : i64", &I64);
                self.raw(
                    "llvm.alloca",
                    &[(&count.name, "i64")],
                    "elem_type = i64",
                    std::slice::from_ref(&pointer),
                )
                .remove(0)
            }
        };
        let at = self.random.below(4);
        let attributes = format!("elem_type = i64, rawConstantIndices = array<i32: {at}>");
        let place = self
            .raw(
                "llvm.getelementptr",
                &[(&base, &pointer)],
                &attributes,
                std::slice::from_ref(&pointer),
            )
            .remove(0);
        self.raw("llvm.store", &[(&value.name, "i64"), (&place, &pointer)], "", &[]);
        let other = self.llvm_value(&I64);
        match self.random.below(3) {
            0 => {
                let attributes = "bin_op = 1 : i64, ordering = 4 : i64";
                let operands = [(place.as_str(), pointer.as_str()), (&other.name, "i64")];
                let old = self
                    .raw("llvm.atomicrmw", &operands, attributes, &["i64".to_owned()])
                    .remove(0);
                self.add(&old, &I64);
            }
            1 => {
                let attributes = "success_ordering = 4 : i64, failure_ordering = 2 : i64";
                let operands = [
                    (place.as_str(), pointer.as_str()),
                    (&value.name, "i64"),
                    (&other.name, "i64"),
                ];
                let pair = "!llvm.struct<(i64, i1)>".to_owned();
                let old = self
                    .raw("llvm.cmpxchg", &operands, attributes, std::slice::from_ref(&pair))
                    .remove(0);
                let flag = self
                    .raw(
                        "llvm.extractvalue",
                        &[(&old, &pair)],
                        "position = array<i64: 1>",
                        &["i1".to_owned()],
                    )
                    .remove(0);
                self.add(&flag, &super::types::I1);
            }
            _ => {}
        }
        let read = self.raw("llvm.load", &[(&place, &pointer)], "", &["i64".to_owned()]).remove(0);
        self.add(&read, &I64);
    }
}

/// A global that functions of the dialect share, sometimes with an initializer, and one that must
/// not change.
pub(super) fn globals(random: &mut Random, state: &mut ModuleState) -> String {
    state.has_llvm_global = true;
    let initial = if random.chance(50) {
        "llvm.mlir.global internal @shared(dense<[1, 2, 3, 4]> : tensor<4xi64>) : !llvm.array<4 x \
            i64>\n"
            .to_owned()
    } else {
        "llvm.mlir.global internal @shared() : !llvm.array<4 x i64> {\n  %0 = llvm.mlir.zero : \
            !llvm.array<4 x i64>\n  \
         llvm.return %0 : !llvm.array<4 x i64>\n}\n"
            .to_owned()
    };
    let alias = "llvm.mlir.alias external @other_name : !llvm.array<4 x i64> {\n  %0 = \
        llvm.mlir.addressof @shared : \
                 !llvm.ptr\n  llvm.return %0 : !llvm.ptr\n}\n";
    let personality = "llvm.func @__gxx_personality_v0(...) -> i32\nllvm.func @lands() attributes \
        {personality = \
                       @__gxx_personality_v0} {\n  llvm.return\n^lands:\n  %0 = llvm.landingpad \
                       cleanup : !llvm.struct<(ptr, i32)>\n  \
                       llvm.resume %0 : !llvm.struct<(ptr, i32)>\n}\n";
    let mut text = initial;
    if random.chance(50) {
        text += alias;
    }
    if random.chance(50) {
        text += personality;
    }
    text
}

/// A function of the llvm dialect of some blocks, each of which leads to later ones.
pub(super) fn function(random: &mut Random, state: &mut ModuleState, number: usize) -> String {
    let mut writer = Writer::new(random, state, 100);
    for (name, ty) in [("%arg0", I32), ("%arg1", I64), ("%arg2", F64)] {
        writer.add(name, &ty);
    }
    let count = writer.random.below(4);
    for at in 0..=count {
        let outer = writer.scope.clone();
        if at > 0 {
            writer.line(&format!("^l{at}(%p{at}: i32):"));
            writer.add(&format!("%p{at}"), &I32);
        }
        for _ in 0..writer.random.below(6) {
            writer.llvm_op();
        }
        let value = writer.llvm_value(&I32);
        if at == count {
            writer.emit("llvm.return", &[&value], "", &[]);
        } else {
            let target =
                |writer: &mut Writer<'_>| format!("^l{}", writer.random.between(at + 1, count));
            let (first, second) = (target(&mut writer), target(&mut writer));
            let other = writer.llvm_value(&I32);
            match writer.random.below(4) {
                0 => writer.line(&format!("llvm.br {first}({} : i32)", value.name)),
                1 => writer.line(&format!(
                    "llvm.switch {} : i32, {first}({} : i32) [\n      -1: {second}({} : \
                        i32),\n      3: {first}({} : i32)\n  ]",
                    other.name, value.name, value.name, other.name
                )),
                _ => {
                    let zero = writer.define("llvm.mlir.constant", &[], "value = 0 : i32", &I32);
                    let flag = writer.define(
                        "llvm.icmp",
                        &[&other, &zero],
                        "predicate = 4 : \
                        i64",
                        &super::types::I1,
                    );
                    writer.line(&format!(
                        "llvm.cond_br {}, {first}({} : i32), {second}({} : \
                        i32)",
                        flag.name, value.name, other.name
                    ));
                }
            }
        }
        // The values of a block are visible in the next ones only if it dominates them.
        if at > 0 {
            writer.scope = outer;
        }
    }
    if writer.random.chance(20) {
        writer.line("^dead:");
        writer.line("llvm.unreachable");
    }
    let name = format!("l{number}");
    let text = function_text(
        &format!("@{name}"),
        "%arg0: i32, %arg1: i64, %arg2: f64",
        "i32",
        &writer.text,
    );
    let text = text.replacen("func.func", "llvm.func", 1).replacen("-> (i32)", "-> i32", 1);
    writer.module.llvm_functions.push(Signature {
        name,
        parameters: vec![I32, I64, F64],
        buffers: Vec::new(),
        results: vec![I32],
        has_effects: true,
        counts_down: false,
    });
    text
}
