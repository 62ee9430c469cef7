//! Random circuits: names and references are resolved as an evaluator resolves them that searches
//! lists from the start, and diagnostics are the same for any number of threads.

use circuit::{InnerRefAttr, InnerRefError, InnerRefNamespace, RtlDialect};
use mlir_lite::dialects::builtin::BuiltinDialect;
use mlir_lite::ir::prelude::*;
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
use mlir_lite::verify::verify;
use pretty_assertions::assert_eq;
use std::fmt::Write as _;
use test_support::render;

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// Pseudorandom numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn name(&mut self) -> &'static str {
        NAMES[self.below(NAMES.len())]
    }
}

/// A name, with the line and the type of its definition.
struct Declared {
    module: usize,
    name: String,
    line: usize,
    ty: String,
    /// The module of which it is an instance.
    instance_of: Option<usize>,
}

/// The references on a line: one reference of a type, or a path.
enum Use {
    Probe { symbol: String, name: String, ty: String },
    Path(Vec<(String, String)>),
}

/// A circuit as text and as lists.
#[derive(Default)]
struct Circuit {
    text: String,
    line: usize,
    ports: Vec<Vec<String>>,
    declared: Vec<Declared>,
    uses: Vec<(usize, Use)>,
}

impl Circuit {
    /// Writes a line.
    fn write(&mut self, text: &str) {
        self.line += 1;
        let _ = writeln!(self.text, "{text}");
    }

    fn next(&self) -> usize {
        self.line + 1
    }

    fn declare(&mut self, module: usize, name: &str, ty: &str, instance_of: Option<usize>) {
        let (name, ty, line) = (name.to_string(), ty.to_string(), self.next());
        self.declared.push(Declared { module, name, line, ty, instance_of });
    }

    /// A new name most of the time, so that few circuits have duplicates.
    fn fresh(&self, random: &mut Random, module: usize) -> Option<&'static str> {
        let name = random.name();
        let is_new = !self.declared.iter().any(|it| it.module == module && it.name == name);
        (is_new || random.below(60) == 0).then_some(name)
    }

    fn generate(random: &mut Random) -> Self {
        let mut circuit = Self::default();
        let modules = 1 + random.below(5);
        for _ in 0..modules {
            let count = random.below(3);
            let ports = (0..count).map(|_| format!("i{}", 1 + random.below(3))).collect();
            circuit.ports.push(ports);
        }
        circuit.write("rtl.circuit {");
        for module in 0..modules {
            circuit.module(random, module);
            if random.below(3) == 0 {
                circuit.path(random, module);
            }
        }
        circuit.write("}");
        circuit
    }

    fn module(&mut self, random: &mut Random, module: usize) {
        let mut ports = Vec::new();
        for (index, ty) in self.ports[module].clone().into_iter().enumerate() {
            let name = self.fresh(random, module).filter(|_| random.below(2) == 0);
            let name = name.map_or(String::new(), |name| {
                self.declare(module, name, &ty, None);
                format!(" sym @{name}")
            });
            ports.push(format!("%p{index}: {ty}{name}"));
        }
        let line = self.next();
        self.write(&format!(
            "rtl.module @{}({}) attributes {{line = {line} : i64}} {{",
            NAMES[module],
            ports.join(", ")
        ));
        self.ops(random, module, 0);
        self.write("}");
    }

    fn ops(&mut self, random: &mut Random, module: usize, depth: usize) {
        for _ in 0..random.below(6) {
            match random.below(5) {
                0 if depth < 4 => {
                    self.write("rtl.loop 2 {");
                    self.ops(random, module, depth + 1);
                    self.write("}");
                }
                1 => self.probe(random),
                2 => self.instance(random, module),
                3 => {
                    let ty = format!("i{}", 1 + random.below(3));
                    let sym = self.sym(random, module, &[], Some(&ty), None);
                    self.op(&format!("wire {sym}"), &format!(": {ty}"));
                }
                _ => {
                    let ty = "tuple<i1, i2>";
                    let fields = ["i1".to_string(), "i2".to_string()];
                    let sym = self.sym(random, module, &fields, Some(ty), None);
                    self.op(&format!("wire {sym}"), &format!(": {ty}"));
                }
            }
        }
    }

    /// Writes an op with its line as an attribute.
    fn op(&mut self, start: &str, types: &str) {
        let line = self.next();
        self.write(&format!("rtl.{start} {{line = {line} : i64}} {types}"));
    }

    /// Names for an op and some of its fields, which are declared.
    fn sym(
        &mut self,
        random: &mut Random,
        module: usize,
        fields: &[String],
        own: Option<&str>,
        instance_of: Option<usize>,
    ) -> String {
        let mut names = Vec::new();
        if random.below(3) > 0
            && let Some(name) = self.fresh(random, module)
        {
            self.declare(module, name, own.unwrap_or("none"), instance_of);
            names.push(format!("@{name}"));
        }
        for (index, ty) in fields.iter().enumerate() {
            if random.below(3) == 0
                && let Some(name) = self.fresh(random, module)
            {
                self.declare(module, name, ty, None);
                names.push(format!("{index}: @{name}"));
            }
        }
        if names.is_empty() { String::new() } else { format!("sym <{}>", names.join(", ")) }
    }

    fn instance(&mut self, random: &mut Random, module: usize) {
        let of = random.below(self.ports.len());
        let ports = self.ports[of].clone();
        let own = (ports.len() == 1).then(|| ports[0].clone());
        let sym = self.sym(random, module, &ports, own.as_deref(), Some(of));
        let types =
            if ports.is_empty() { String::new() } else { format!(": {}", ports.join(", ")) };
        self.op(&format!("instance {sym} @{}", NAMES[of]), &types);
    }

    /// A reference that is right most of the time, as far as the lines before it go.
    fn reference(&self, random: &mut Random) -> (String, String) {
        match self.declared.get(random.below(self.declared.len() + 1)) {
            Some(it) if random.below(8) > 0 => (NAMES[it.module].to_string(), it.name.clone()),
            _ => (random.name().to_string(), random.name().to_string()),
        }
    }

    fn probe(&mut self, random: &mut Random) {
        let (symbol, name) = self.reference(random);
        let known = self.declared.iter().find(|it| NAMES[it.module] == symbol && it.name == name);
        let ty = known.filter(|it| it.ty != "none" && random.below(8) > 0);
        let ty = ty.map_or("i3".to_string(), |it| it.ty.clone());
        let line = self.next();
        self.write(&format!("rtl.probe <@{symbol}::@{name}> : {ty}"));
        self.uses.push((line, Use::Probe { symbol, name, ty }));
    }

    fn path(&mut self, random: &mut Random, number: usize) {
        let mut path = Vec::new();
        let instances: Vec<&Declared> =
            self.declared.iter().filter(|it| it.instance_of.is_some()).collect();
        if let Some(first) = instances.get(random.below(instances.len() + 1)) {
            path.push((NAMES[first.module].to_string(), first.name.clone()));
            let module = first.instance_of.filter(|_| random.below(4) > 0);
            let next = self.declared.iter().find(|it| Some(it.module) == module);
            path.extend(next.map(|it| (NAMES[it.module].to_string(), it.name.clone())));
        }
        path.push(self.reference(random));
        let text =
            path.iter().map(|(symbol, name)| format!("#rtl.innerNameRef<@{symbol}::@{name}>"));
        let text = text.collect::<Vec<_>>().join(", ");
        let line = self.next();
        self.write(&format!("rtl.hierpath @path{number} [{text}]"));
        self.uses.push((line, Use::Path(path)));
    }

    // The evaluator

    fn has_module(&self, symbol: &str) -> bool {
        NAMES.iter().take(self.ports.len()).any(|name| *name == symbol)
    }

    fn resolve(&self, symbol: &str, name: &str) -> Result<&Declared, String> {
        if !self.has_module(symbol) {
            return Err(format!("the namespace has no symbol '@{symbol}'"));
        }
        let found = self.declared.iter().find(|it| NAMES[it.module] == symbol && it.name == name);
        found.ok_or_else(|| format!("'@{symbol}' has no inner name '@{name}'"))
    }

    /// The lines with errors, and their messages.
    fn errors(&self) -> Vec<(usize, String)> {
        let mut errors = Vec::new();
        for (index, it) in self.declared.iter().enumerate() {
            let is_same = |other: &Declared| (other.module, &other.name) == (it.module, &it.name);
            if self.declared[..index].iter().any(is_same) {
                errors.push((it.line, format!("redefines the inner name '@{}'", it.name)));
            }
        }
        if errors.is_empty() {
            let uses = self.uses.iter();
            errors.extend(uses.filter_map(|(line, it)| Some((*line, self.error(it)?))));
        }
        errors
    }

    fn error(&self, wrong: &Use) -> Option<String> {
        let cannot = |symbol: &str, name: &str, reason: String| {
            format!("cannot resolve #rtl.innerNameRef<@{symbol}::@{name}>: {reason}")
        };
        match wrong {
            Use::Probe { symbol, name, ty } => match self.resolve(symbol, name) {
                Err(reason) => Some(cannot(symbol, name, reason)),
                Ok(it) if it.ty != *ty => {
                    let found =
                        if it.ty == "none" { it.ty.clone() } else { format!("'{}'", it.ty) };
                    Some(format!("has type '{ty}', but what it refers to has {found}"))
                }
                Ok(_) => None,
            },
            Use::Path(path) => path.iter().enumerate().find_map(|(index, (symbol, name))| {
                let it = match self.resolve(symbol, name) {
                    Err(reason) => return Some(cannot(symbol, name, reason)),
                    Ok(it) => it,
                };
                let (next, _) = path.get(index + 1)?;
                let leads = it.instance_of.is_some_and(|module| NAMES[module] == next);
                (!leads).then(|| {
                    format!(
                        "leads from reference #{index} to module '@{next}', of which it is not an \
                            instance"
                    )
                })
            }),
        }
    }
}

/// The module, if it is valid, and the diagnostics as a command line prints them.
fn verified(ctx: &Context, text: &str) -> (Body, String) {
    let file = ctx.sources().add("random.mlir", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(ctx, &file, ParseOptions::default(), &mut diagnostics);
    let module = module.unwrap_or_else(|_| panic!("{}", render(ctx.sources(), &diagnostics)));
    let _ = verify(&module, &mut diagnostics);
    (module, render(ctx.sources(), &diagnostics))
}

fn context(threads: usize) -> Context {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<RtlDialect>();
    ctx.set_threads(threads);
    ctx
}

/// The lines and texts of errors, of output of the form `file:line:column: error: 'op' op text`.
fn printed_errors(output: &str) -> Vec<(usize, String)> {
    let error = |line: &str| {
        let (line, rest) = line.strip_prefix("random.mlir:")?.split_once(':')?;
        let (_, message) = rest.split_once(" error: ")?;
        let (_, text) = message.split_once(" op ")?;
        Some((line.parse().ok()?, text.to_string()))
    };
    output.lines().filter_map(error).collect()
}

#[test]
fn names_and_references_are_what_a_search_finds() {
    let (mut valid, mut duplicates, mut unresolved) = (0, 0, 0);
    for seed in 0..500 {
        let circuit = Circuit::generate(&mut Random(seed));
        let expected = circuit.errors();
        let ctx = context(1);
        let (module, output) = verified(&ctx, &circuit.text);
        assert_eq!(printed_errors(&output), expected, "seed {seed}\n{}", circuit.text);
        let parallel = verified(&context(8), &circuit.text).1;
        assert_eq!(parallel, output, "seed {seed}\n{}", circuit.text);
        match expected.first() {
            None => valid += 1,
            Some((_, text)) if text.starts_with("redefines") => duplicates += 1,
            Some(_) => unresolved += 1,
        }
        if expected.is_empty() {
            let text = print_op(module.as_op(), PrintOptions::default());
            let again = verified(&context(1), &text);
            assert_eq!(again.1, "");
            assert_eq!(print_op(again.0.as_op(), PrintOptions::default()), text);
        }
        check_lookups(&ctx, &module, &circuit, seed);
    }
    assert!(valid > 50 && duplicates > 15 && unresolved > 50, "{valid} {duplicates} {unresolved}");
}

/// Each name in each symbol is looked up.
fn check_lookups(ctx: &Context, module: &Body, circuit: &Circuit, seed: u64) {
    let body = module.child(module.own_ops()[0]).expect("a circuit is isolated");
    let namespace = InnerRefNamespace::new(body);
    for (symbol, name) in NAMES.iter().flat_map(|symbol| NAMES.map(|name| (*symbol, name))) {
        let reference = InnerRefAttr { symbol: ctx.ident(symbol), name: ctx.ident(name) };
        let found = match namespace.lookup(&reference) {
            Ok(target) => {
                let line = target.op.attr_named("line").and_then(|line| line.as_i64(ctx));
                let ty = target.ty().map(|ty| mlir_lite::text::print_type(ctx, ty));
                Ok((line.expect("all ops have numbers") as usize, ty.unwrap_or("none".into())))
            }
            Err(InnerRefError::NoSymbol) => Err(false),
            Err(InnerRefError::NoName(_)) => Err(true),
            Err(InnerRefError::NotATable(_)) => panic!("all symbols with short names are modules"),
        };
        let expected = circuit.resolve(symbol, name);
        let expected = expected.map(|it| (it.line, it.ty.clone()));
        let expected = expected.map_err(|_| circuit.has_module(symbol));
        assert_eq!(found, expected, "seed {seed}: @{symbol}::@{name}\n{}", circuit.text);
    }
}

/// Large enough for all threads to have work, with errors in many modules.
#[test]
fn diagnostics_are_the_same_for_any_number_of_threads() {
    let mut text = String::from("rtl.circuit {\n");
    for module in 0..100 {
        let _ = writeln!(text, "rtl.module @m{module}() {{");
        for op in 0..20 {
            let target = (module * 7 + op) % 120;
            let _ = writeln!(text, "rtl.loop 2 {{\nrtl.wire sym <@w{op}> : i1");
            let _ = writeln!(text, "rtl.probe <@m{target}::@w{}> : i1\n}}", op + module % 3);
        }
        text += "}\n";
    }
    text += "}\n";
    let one = verified(&context(1), &text).1;
    assert!(one.matches(" error: ").count() > 300);
    for threads in [2, 8] {
        assert!(verified(&context(threads), &text).1 == one, "{threads} threads");
    }
    // With duplicates, no reference is verified.
    let text = text.replace("@w3>", "@w4>");
    let one = verified(&context(1), &text).1;
    assert_eq!(one.matches(" error: ").count(), 100);
    for threads in [2, 8] {
        assert!(verified(&context(threads), &text).1 == one, "{threads} threads");
    }
}
