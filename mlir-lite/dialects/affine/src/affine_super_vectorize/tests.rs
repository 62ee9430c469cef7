//! Vectorized nests compute the same as before, and only those are vectorized that can be.

use super::{AffineSuperVectorizeOptions, AffineSuperVectorizePass};
use crate::AffineDialect;
use mlir_lite::Context;
use mlir_lite::dialects::vector::VectorDialect;
use mlir_lite::interpreter::run;
use mlir_lite::ir::Body;
use pretty_assertions::assert_eq;
use test_support::{parse_in, run_pass};

fn module(text: &str) -> Body {
    let load = |ctx: &Context| {
        ctx.load::<AffineDialect>();
        ctx.load::<VectorDialect>();
    };
    parse_in(load, text)
}

fn pass(sizes: &[i64], vectorize_reductions: bool) -> AffineSuperVectorizePass {
    let options = AffineSuperVectorizeOptions {
        virtual_vector_size: sizes.to_vec(),
        test_fastest_varying: Vec::new(),
        vectorize_reductions,
        distinct_memrefs: false,
    };
    AffineSuperVectorizePass::with_options(&Context::new(), &options)
}

fn number(module: &Body) -> i64 {
    let outcome = run(module, "f", Vec::new(), &mut std::io::sink());
    let outcome = outcome.unwrap_or_else(|trap| panic!("it runs: {trap:?}"));
    match &outcome.results[..] {
        [number] => number.as_integer(64).expect("a number").to_i64().expect("64 bits"),
        _ => panic!("one number is returned"),
    }
}

/// A function that does something with memory `%a`, `%b` and `%c` of `size` by `size` numbers, all
/// different, and returns a number that depends on all of them; `%n` is a number that is not known
/// when it is compiled.
fn function(size: i64, text: &str) -> String {
    let ty = format!("memref<{size}x{size}xi64>");
    let fill = |name: &str, factor: i64| {
        format!(
            "{name} = alloc() : {ty}
             affine.for %i = 0 to {size} {{ affine.for %j = 0 to {size} {{
               %x = affine.apply affine_map<(d0, d1) -> (d0 * {factor} + d1 * 7)>(%i, %j)
               %y = index_cast %x : index to i64
               affine.store %y, {name}[%i, %j] : {ty}
             }} }}\n"
        )
    };
    let digest = |name: &str| {
        format!(
            "affine.for %i = 0 to {size} {{ affine.for %j = 0 to {size} {{
               %x = affine.load {name}[%i, %j] : {ty}
               %s = affine.load %digest[] : memref<i64>
               %q = constant 31 : i64
               %t = muli %s, %q : i64
               %u = addi %t, %x : i64
               affine.store %u, %digest[] : memref<i64>
             }} }}\n"
        )
    };
    format!(
        "func @f() -> i64 {{
           %digest = alloc() : memref<i64>
           %zero = constant 0 : i64
           affine.store %zero, %digest[] : memref<i64>
           %k = constant 9 : i64
           %n = index_cast %k : i64 to index
           {} {} {}
           {text}
           {} {} {}
           %result = affine.load %digest[] : memref<i64>
           return %result : i64
         }}",
        fill("%a", 1_000),
        fill("%b", 1_301),
        fill("%c", 907),
        digest("%a"),
        digest("%b"),
        digest("%c"),
    )
}

/// The text of a function after the pass; checks that it computes the same.
fn vectorized(pass: &AffineSuperVectorizePass, text: &str) -> String {
    let mut module = module(text);
    let before = number(&module);
    let mut after = String::new();
    for (_, function) in module.children_mut() {
        after = run_pass(pass, function, &[]);
    }
    assert_eq!(number(&module), before, "{text}\n{after}");
    after
}

/// The number of times that a word is in the output of the pass for loops on the memory of
/// [`function`].
fn count(word: &str, sizes: &[i64], text: &str) -> usize {
    let text = vectorized(&pass(sizes, sizes.len() == 1), &function(20, text));
    text.matches(word).count()
}

/// `b[..] = a[..]` in a loop.
fn copy(bounds: &str, from: &str, to: &str) -> String {
    format!(
        "affine.for %i = {bounds} {{
           %x = affine.load %a[{from}] : memref<20x20xi64>
           affine.store %x, %b[{to}] : memref<20x20xi64>
         }}"
    )
}

#[test]
fn loops_along_memory() {
    let writes = |bounds: &str, from: &str, to: &str| {
        count("vector.transfer_write", &[4], &copy(bounds, from, to))
    };
    assert_eq!(writes("0 to 16", "3, %i", "5, %i"), 1);
    assert_eq!(writes("0 to 16", "3, %i + 2", "5, %i + 1"), 1);
    // Along columns, in both.
    assert_eq!(writes("0 to 16", "%i, 3", "%i, 5"), 1);
    assert_eq!(writes("0 to 16", "%i, 3", "5, %i"), 0);
    // Elements are skipped, or in another order, or on a diagonal.
    assert_eq!(writes("0 to 10", "3, %i * 2", "5, %i"), 0);
    assert_eq!(writes("0 to 16", "3, 19 - %i", "5, %i"), 0);
    assert_eq!(writes("0 to 16", "3, %i mod 4", "5, %i"), 0);
    assert_eq!(writes("0 to 16", "%i, %i", "5, %i"), 0);
    assert_eq!(writes("0 to 16 step 2", "3, %i", "5, %i"), 0);
    // Only the last iteration's element stays.
    assert_eq!(writes("0 to 16", "3, %i", "5, 2"), 0);
}

#[test]
fn what_is_beyond_the_end_is_not_written() {
    let masks =
        |bounds: &str, to: &str| count("vector.create_mask", &[8], &copy(bounds, "3, %i", to));
    assert_eq!(masks("0 to 16", "5, %i"), 0);
    assert_eq!(masks("0 to 13", "5, %i"), 1);
    assert_eq!(masks("0 to %n", "5, %i"), 1);
    assert_eq!(masks("0 to min affine_map<(d0) -> (d0, 7)>(%n)", "5, %i"), 1);
    // The elements of the last vector beyond the end are outside of the memory.
    assert_eq!(masks("0 to 20", "5, %i"), 0);
    assert_eq!(masks("3 to 18", "5, %i + 2"), 0);
    let of_size = |index: i64| {
        let size =
            format!("%one = constant {index} : index %size = dim %b, %one : memref<20x20xi64>");
        format!("{size} {}", copy("0 to %size", "3, %i", "5, %i"))
    };
    assert_eq!(count("vector.create_mask", &[8], &of_size(1)), 0);
}

#[test]
fn accesses_of_other_iterations() {
    let writes = |from: &str| {
        let text = copy("1 to 17", from, "5, %i").replace("%b", "%a");
        count("vector.transfer_write", &[4], &text)
    };
    assert_eq!(writes("5, %i"), 1);
    assert_eq!(writes("5, %i - 1"), 0);
    assert_eq!(writes("5, %i + 1"), 0);
}

#[test]
fn ops_that_are_not_defined_for_each_element() {
    let writes = |end: i64| {
        let text = format!(
            "affine.for %i = 1 to {end} {{
               %x = affine.load %a[3, %i] : memref<20x20xi64>
               %y = affine.load %b[0, %i] : memref<20x20xi64>
               %z = divi_signed %x, %y : i64
               affine.store %z, %c[5, %i] : memref<20x20xi64>
             }}"
        );
        count("vector.transfer_write", &[4], &text)
    };
    assert_eq!([writes(17), writes(18)], [1, 0]);
}

#[test]
fn numbers_from_outside_and_variables() {
    let text = "affine.for %i = 0 to 16 {
        %x = affine.load %a[%i, 3] : memref<20x20xi64>
        affine.for %j = 0 to 16 {
          %u = index_cast %i : index to i64
          %v = addi %x, %u : i64
          %w = addi %v, %k : i64
          affine.store %w, %b[%i, %j] : memref<20x20xi64>
        }
      }";
    assert_eq!(count("vector.broadcast", &[4], text), 2);
    // The variable of the vectorized loop is different for each element.
    let text = "affine.for %j = 0 to 16 {
        %u = index_cast %j : index to i64
        affine.store %u, %b[3, %j] : memref<20x20xi64>
      }";
    assert_eq!(count("vector.", &[4], text), 0);
}

#[test]
fn several_dimensions() {
    let text = "affine.for %i = 0 to 18 {
        affine.for %j = 0 to 20 {
          %x = affine.load %a[%j, %i] : memref<20x20xi64>
          affine.for %k1 = 0 to 5 {
            %y = affine.load %c[%k1, %j] : memref<20x20xi64>
            %z = affine.load %b[%i, %j] : memref<20x20xi64>
            %s = addi %y, %z : i64
            affine.store %s, %b[%i, %j] : memref<20x20xi64>
          }
        }
      }";
    assert_eq!(count("vector<4x8xi64>", &[4, 8], &text.replace("%a[%j, %i]", "%a[%i, %j]")), 5);
    // One loop goes along different dimensions.
    assert_eq!(count("vector.", &[4, 8], text), 0);
    assert_eq!(count("vector.", &[2, 4, 8], &text.replace("%a[%j, %i]", "%a[%i, %j]")), 0);
}

#[test]
fn reductions() {
    let text = |op: &str| {
        format!(
            "%r = affine.for %i = 0 to %n iter_args(%s = %k) -> (i64) {{
               %x = affine.load %a[3, %i] : memref<20x20xi64>
               %t = {op} %s, %x : i64
               affine.yield %t : i64
             }}
             affine.store %r, %b[0, 0] : memref<20x20xi64>"
        )
    };
    for op in ["addi", "muli", "maxsi", "minsi", "maxui", "minui", "and", "or", "xor"] {
        assert_eq!(count("vector.reduction", &[4], &text(op)), 1, "{op}");
    }
    assert_eq!(count("vector.reduction", &[4], &text("subi")), 0);
    let function = function(20, &text("addi"));
    assert!(!vectorized(&pass(&[4], false), &function).contains("vector."));
}

#[test]
fn options_are_checked() {
    let is_refused = |sizes: &[i64], reductions, message: &str| {
        let mut module = module("func @f() { return }");
        let (_, function) = module.children_mut().into_iter().next().expect("a function");
        let message = format!("affine-super-vectorize: {message}");
        run_pass(&pass(sizes, reductions), function, &[&message]);
    };
    is_refused(&[0], false, "sizes of vectors are at least 1, but 'virtual-vector-size' has 0");
    is_refused(
        &[4, 4],
        true,
        "'vectorize-reductions' needs vectors of one dimension; give one 'virtual-vector-size'",
    );
}

/// Random numbers: Knuth's linear congruential generator (MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % end
    }
}

/// A random nest of loops on the memory of [`function`].
struct RandomNest {
    random: Random,
    /// The variables of the loops around.
    variables: Vec<String>,
    names: usize,
}

impl RandomNest {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    /// A subscript that is mostly the variable of the innermost loop, or of the one around it.
    fn subscript(&mut self, is_last: bool) -> String {
        let offset = self.random.below(3);
        let depth = self.variables.len();
        if depth == usize::from(!is_last) || self.random.below(10) == 0 {
            return self.random.below(12).to_string();
        }
        let usual = if is_last { depth - 1 } else { depth.saturating_sub(2) };
        let any = self.random.below(depth as u64) as usize;
        let at = if self.random.below(10) == 0 { any } else { usual };
        let variable = &self.variables[at];
        match self.random.below(24) {
            0 => format!("({variable} * 2) mod 12"),
            1 => format!("11 - {variable}"),
            2 => format!("({variable} + {}) mod 12", self.variables[0]),
            _ => format!("{variable} + {offset}"),
        }
    }

    /// Memory: mostly `usual`.
    fn place(&mut self, usual: &str) -> String {
        let any = ["%a", "%b", "%c"][self.random.below(3) as usize];
        let memref = if self.random.below(8) == 0 { any } else { usual };
        format!("{memref}[{}, {}] : memref<12x12xi64>", self.subscript(false), self.subscript(true))
    }

    fn statement(&mut self) -> String {
        let (x, y, z) = (self.name(), self.name(), self.name());
        let op = ["addi", "muli", "subi", "maxsi"][self.random.below(4) as usize];
        let other = if self.random.below(3) == 0 { "%k".to_owned() } else { y.clone() };
        format!(
            "{x} = affine.load {} {y} = affine.load {} {z} = {op} {x}, {other} : i64
             affine.store {z}, {}\n",
            self.place("%a"),
            self.place("%b"),
            self.place("%c")
        )
    }

    fn sum(&mut self) -> String {
        let (r, i, s, x, t) = (self.name(), self.name(), self.name(), self.name(), self.name());
        self.variables.push(i.clone());
        let from = self.place("%a");
        self.variables.pop();
        let op = ["addi", "minsi", "xor"][self.random.below(3) as usize];
        let end = self.end();
        format!(
            "{r} = affine.for {i} = {} to {end} iter_args({s} = %k) -> (i64) {{
               {x} = affine.load {from} {t} = {op} {s}, {x} : i64 affine.yield {t} : i64
             }}
             affine.store {r}, {}\n",
            self.random.below(3),
            self.place("%c")
        )
    }

    fn end(&mut self) -> String {
        match self.random.below(4) {
            0 => "%n".to_owned(),
            1 => "min affine_map<(d0) -> (d0, 7)>(%n)".to_owned(),
            _ => (4 + self.random.below(6)).to_string(),
        }
    }

    fn nest(&mut self, depth: usize) -> String {
        let variable = self.name();
        let (start, end) = (self.random.below(4), self.end());
        let step = if self.random.below(8) == 0 { " step 2" } else { "" };
        self.variables.push(variable.clone());
        let mut inside = String::new();
        for _ in 0..1 + self.random.below(2) {
            inside += &match self.random.below(4) {
                0 if depth > 0 => self.nest(depth - 1),
                1 if depth > 0 => self.sum(),
                _ => self.statement(),
            };
        }
        self.variables.pop();
        format!("affine.for {variable} = {start} to {end}{step} {{ {inside} }}\n")
    }
}

#[test]
fn random_nests_compute_the_same() {
    let mut vectorized_nests = 0;
    for seed in 0..40 {
        let mut nest = RandomNest { random: Random(seed), variables: Vec::new(), names: 0 };
        let text = nest.nest(2);
        let sizes: &[i64] = [&[4][..], &[8], &[3], &[2, 4]][seed as usize % 4];
        let text = vectorized(&pass(sizes, sizes.len() == 1), &function(12, &text));
        vectorized_nests += usize::from(text.contains("vector.transfer_write"));
    }
    assert!(vectorized_nests > 5, "{vectorized_nests}");
}
