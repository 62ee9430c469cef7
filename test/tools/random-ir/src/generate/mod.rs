//! Random modules.
//!
//! `@entry` takes numbers and returns values; it always terminates, and no op in it is undefined
//! for its operands. So every correct transformation preserves its results and output. The code
//! offers many simplifications: constants, equal operands, unused values, overwritten stores,
//! branches with a known condition.

mod computation;
mod control_flow;
mod llvm;
mod marks;
mod memory;
mod program;
mod quantized;
mod recursion;
mod registered;
mod shapes;
mod structured;
mod types;
mod unknown;
mod vectors;
mod writer;

pub use registered::{ATTRIBUTES, SKIPPED, TYPES, ops_without_form, registered_ops};

use random_programs::random::Random;
use types::{Scalar, Ty};
use writer::{Buffer, Value, Writer};

/// The features that a module may contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// Values that are tensors, which the llvm dialect has not.
    pub tensors: bool,
    /// Nothing that has no counterpart in the llvm dialect.
    pub lowers: bool,
    /// Only mathematics whose results have the same bits everywhere.
    pub exact: bool,
    /// Functions of ops that are made from their definitions, whether they lower or not.
    pub registered: bool,
    /// Functions of unknown ops.
    pub unknown: bool,
    /// A `@main` that prints what `@entry` returns, which are numbers then.
    pub prints: bool,
}

/// A random module.
#[derive(Clone, Debug)]
pub struct RandomModule {
    /// As text, in the spelling of MLIR 22, much of it in generic form.
    pub text: String,
    /// The features of the module.
    pub features: Features,
}

/// A function that can be called.
#[derive(Clone, Debug)]
struct Signature {
    name: String,
    parameters: Vec<Ty>,
    /// Parameters that are memory, after the others.
    buffers: Vec<(Scalar, Vec<usize>)>,
    results: Vec<Ty>,
    has_effects: bool,
    /// Whether the first parameter is how often it may call itself.
    counts_down: bool,
}

/// The state that the functions of a module share.
struct ModuleState {
    features: Features,
    callable: Vec<Signature>,
    /// Functions of the llvm dialect.
    llvm_functions: Vec<Signature>,
    has_llvm_global: bool,
    globals: Vec<Buffer>,
    next_root: usize,
    /// Nothing is printed.
    is_pure: bool,
    /// The mark that was given last.
    next_mark: usize,
    /// The number of the last unknown op with regions.
    next_region: usize,
}

/// Makes the module of this seed: always the same one.
pub fn generate(seed: u64) -> RandomModule {
    let mut random = Random::new(seed);
    let lowers = random.chance(60);
    let tensors = !lowers && random.chance(60);
    let registered = !lowers && random.chance(70);
    let unknown = !lowers && random.chance(50);
    let exact = random.chance(50);
    generate_with(seed, Features { tensors, lowers, exact, registered, unknown, prints: false })
}

/// A module whose `@main` calls `@entry`, and prints what it returns: for engines that only print.
pub fn generate_program(seed: u64) -> RandomModule {
    let (tensors, registered, unknown) = (false, false, false);
    let features =
        Features { tensors, lowers: true, exact: true, registered, unknown, prints: true };
    let module = generate_with(seed, features);
    // Of bf16, what is not in the instruction set is in no library that the JIT has.
    RandomModule { text: module.text.replace("bf16", "f16"), features }
}

/// The module of this seed without ops that only the std dialect has for these types.
pub fn generate_for_mlir_opt(seed: u64) -> RandomModule {
    let mut random = Random::new(seed);
    let lowers = random.chance(50);
    let (tensors, unknown, exact) = (!lowers, !lowers && random.chance(50), false);
    let (registered, prints) = (false, false);
    generate_with(seed, Features { tensors, lowers, exact, registered, unknown, prints })
}

/// Makes the module of this seed with these features.
pub fn generate_with(seed: u64, features: Features) -> RandomModule {
    let random = &mut Random::new(seed ^ 0x5eed_0000);
    let is_pure = !features.prints && random.chance(30);
    let mut state = ModuleState {
        features,
        callable: Vec::new(),
        llvm_functions: Vec::new(),
        has_llvm_global: false,
        globals: Vec::new(),
        next_root: 0,
        is_pure,
        next_mark: 0,
        next_region: 0,
    };
    let mut text = String::new();
    if !is_pure {
        text += "func.func private @putchar(i32) -> i32\n";
    }
    for number in 0..random.below(3) {
        text += &global(random, &mut state, number);
    }
    if random.chance(35) {
        text += &llvm::globals(random, &mut state);
        for number in 0..random.between(1, 2) {
            text += &llvm::function(random, &mut state, number);
        }
    }
    for number in 0..random.below(4) {
        let budget = random.between(4, 25);
        text += &function(random, &mut state, number, budget);
    }
    if random.chance(30) {
        text += &recursion::functions(random, &mut state);
    }
    text += &entry(random, &mut state);
    if features.registered {
        text += "func.func private @symbol(%x: i32) -> i32 {\n  return %x : i32\n}\n";
        for number in 0..random.between(1, 4) {
            text += &registered::function(random, number).unwrap_or_default();
        }
    }
    if features.registered && random.chance(20) {
        text += &memory::transfers(random);
    }
    if features.registered && random.chance(25) {
        let number = random.below(2);
        text += &shapes::functions(random, number);
    }
    if features.unknown {
        for number in 0..random.between(1, 2) {
            text += &unknown::function(random, &mut state, number);
        }
        for number in 0..random.below(2) {
            text += &unknown::nested_module(random, &mut state, number);
        }
    }
    RandomModule { text, features }
}

fn global(random: &mut Random, state: &mut ModuleState, number: usize) -> String {
    let element = Scalar::any_float(random);
    let shape = random.pick(&[vec![3], vec![2, 2], vec![4]]).cloned().unwrap_or_default();
    let is_constant = random.chance(40);
    let tensor = Ty { container: types::Container::Tensor, shape: shape.clone(), element };
    let ty = memory::default_type(&shape, element);
    let constant = if is_constant { ", constant" } else { "" };
    let text = format!(
        "\"memref.global\"() <{{sym_name = \"global{number}\", type = {ty}, initial_value = {}, \
            sym_visibility = \
         \"private\"{constant}}}> : () -> ()\n",
        tensor.attribute(random)
    );
    state.next_root += 1;
    // Symbols are the same memory wherever they are asked for.
    let root = state.next_root;
    let name = format!("@global{number}");
    state.globals.push(Buffer { is_constant, ..Buffer::whole(name, element, shape, root) });
    text
}

fn function(random: &mut Random, state: &mut ModuleState, number: usize, budget: usize) -> String {
    let mut writer = Writer::new(random, state, budget);
    let mut parameters: Vec<(String, Ty)> = Vec::new();
    for _ in 0..writer.random.below(4) {
        let ty = writer.any_type();
        parameters.push((format!("%arg{}", parameters.len()), ty));
    }
    let results = writer.some_types(2);
    let mut declared: Vec<String> = parameters
        .iter()
        .map(|(name, ty)| format!("{name}: {}", writer.annotated(ty, false)))
        .collect();
    for (name, ty) in &parameters {
        writer.add(name, ty);
    }
    let mut buffers = Vec::new();
    if writer.random.chance(35) {
        let (element, size) = (Scalar::any(writer.random), writer.random.between(1, 4));
        writer.module.next_root += 1;
        let memory =
            Buffer::whole("%memory".to_owned(), element, vec![size], writer.module.next_root);
        declared.push(format!("{}: {}", memory.name, memory.ty));
        buffers.push((element, memory.shape.clone()));
        writer.has_effects = true;
        writer.scope.buffers.push(memory);
    }
    let annotated = writer.annotated_results(&results, false);
    write_body(&mut writer, &results);
    let (text, has_effects) = (std::mem::take(&mut writer.text), writer.has_effects);
    let visibility = if writer.random.chance(70) { "private " } else { "" };
    let name = format!("f{number}");
    let code =
        function_text(&format!("{visibility}@{name}"), &declared.join(", "), &annotated, &text);
    let parameters = parameters.into_iter().map(|(_, ty)| ty).collect();
    let counts_down = false;
    writer.module.callable.push(Signature {
        name,
        parameters,
        buffers,
        results,
        has_effects,
        counts_down,
    });
    code
}

fn entry(random: &mut Random, state: &mut ModuleState) -> String {
    let budget = random.between(8, 60);
    let mut writer = Writer::new(random, state, budget);
    writer.is_sure = true;
    let count = writer.random.between(1, 4);
    let prints = writer.features().prints;
    let results: Vec<Ty> = (0..count)
        .map(|_| if prints { Ty::scalar(Scalar::any(writer.random)) } else { writer.any_type() })
        .collect();
    let mut declared = Vec::new();
    let mut parameters = Vec::new();
    for index in 0..writer.random.between(1, 8) {
        let (name, ty) = (format!("%arg{index}"), Ty::scalar(Scalar::any(writer.random)));
        declared.push(format!("{name}: {}", writer.annotated(&ty, true)));
        writer.add(&name, &ty);
        parameters.push(ty);
    }
    let annotated = writer.annotated_results(&results, true);
    write_body(&mut writer, &results);
    let attributes = format!("({}) attributes{}", annotated, writer.mark(&[]));
    let mut text = function_text("@entry", &declared.join(", "), "", &writer.text);
    text = text.replacen("-> ()", &format!("-> {attributes}"), 1);
    if prints {
        text += &program::main_function(random, state, &parameters, &results);
    }
    text
}

/// A function as text: the text before its parameters, those, its results, its ops.
fn function_text(name: &str, parameters: &str, results: &str, ops: &str) -> String {
    format!("func.func {name}({parameters}) -> ({results}) {{\n{ops}}}\n")
}

/// The ops of a function up to its end.
fn write_body(writer: &mut Writer<'_>, results: &[Ty]) {
    let ops = writer.budget.min(40);
    for _ in 0..ops {
        writer.op();
        if writer.random.chance(4) {
            writer.control_flow(6);
        }
    }
    let mut freed: Vec<usize> = Vec::new();
    let values: Vec<Value> = results.iter().map(|ty| writer.value(ty)).collect();
    let buffers = writer.scope.buffers.clone();
    for buffer in &buffers {
        let is_whole = buffers
            .iter()
            .find(|it| it.root == buffer.root)
            .is_some_and(|it| it.name == buffer.name);
        if is_whole
            && buffer.name != "%memory"
            && writer.module.globals.iter().all(|global| global.root != buffer.root)
            && writer.is_on_heap(&buffer.name)
            && !freed.contains(&buffer.root)
            && writer.random.chance(70)
        {
            freed.push(buffer.root);
            writer.raw("memref.dealloc", &[(&buffer.name, &buffer.ty)], "", &[]);
        }
    }
    let operands: Vec<&Value> = values.iter().collect();
    writer.emit("func.return", &operands, "", &[]);
}

impl Writer<'_> {
    /// Whether the memory is that of an `alloc`.
    fn is_on_heap(&self, name: &str) -> bool {
        self.text.contains(&format!("{name} = \"memref.alloc\"("))
    }
}
