//! Products are found, and blocked ones compute the same bits.

use super::{AffineBlockMatmulOptions, AffineBlockMatmulPass, block_products};
use crate::AffineDialect;
use mlir_lite::Context;
use mlir_lite::analysis::alias::AliasAnalysis;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::dialects::vector::{DotProducts, VectorDialect};
use mlir_lite::interpreter::{Value, run};
use mlir_lite::ir::Body;
use pretty_assertions::assert_eq;
use test_support::{parse_in, run_pass};

/// A product of matrices of these sizes, with these subscripts; the loops have the order `order`.
/// The function returns a number that depends on each bit of the result.
fn program([m, n, k]: [usize; 3], order: [&str; 3], subscripts: [&str; 2]) -> String {
    let size = |variable: &str| match variable {
        "%i" => m,
        "%j" => n,
        _ => k,
    };
    let ty = |subscripts: &str| {
        let sizes: Vec<String> =
            subscripts.split(", ").map(|variable| format!("{}x", size(variable))).collect();
        format!("memref<{}f64>", sizes.concat())
    };
    let [a, b, c] = [ty(subscripts[0]), ty(subscripts[1]), ty("%i, %j")];
    let filled = |name: &str, subscripts: &str, ty: &str, factor: &str| {
        let variables: Vec<&str> = subscripts.split(", ").collect();
        let (x, y) = (variables[0], variables[1]);
        format!(
            "affine.for {x} = 0 to {} {{ affine.for {y} = 0 to {} {{
               %n = affine.apply affine_map<(d0, d1) -> (d0 * 31 + d1 * 17)>({x}, {y})
               %w = index_cast %n : index to i64
               %f = sitofp %w : i64 to f64
               %g = constant {factor} : f64
               %v = mulf %f, %g : f64
               affine.store %v, {name}[{subscripts}] : {ty}
             }} }}\n",
            size(x),
            size(y),
        )
    };
    let [outer, middle, inner] = order;
    format!(
        "func @f() -> f64 {{
           %a = alloc() : {a}
           %b = alloc() : {b}
           %c = alloc() : {c}
           {}{}{}
           affine.for {outer} = 0 to {} {{ affine.for {middle} = 0 to {} {{ affine.for {inner} = 0 \
           to {} {{
             %x = affine.load %a[{}] : {a}
             %y = affine.load %b[{}] : {b}
             %z = affine.load %c[%i, %j] : {c}
             %s = fmaf %x, %y, %z : f64
             affine.store %s, %c[%i, %j] : {c}
           }} }} }}
           %zero = constant 0.0 : f64
           %sum = affine.for %i = 0 to {m} iter_args(%s = %zero) -> (f64) {{
             %t = affine.for %j = 0 to {n} iter_args(%u = %s) -> (f64) {{
               %q = constant 1.7 : f64
               %e = affine.load %c[%i, %j] : {c}
               %r = fmaf %u, %q, %e : f64
               affine.yield %r : f64
             }}
             affine.yield %t : f64
           }}
           return %sum : f64
         }}",
        filled("%a", subscripts[0], &a, "0.3"),
        filled("%b", subscripts[1], &b, "-0.7"),
        filled("%c", "%i, %j", &c, "0.1"),
        size(outer),
        size(middle),
        size(inner),
        subscripts[0],
        subscripts[1],
    )
}

fn module(text: &str) -> Body {
    let load = |ctx: &Context| {
        ctx.load::<AffineDialect>();
        ctx.load::<ScfDialect>();
        ctx.load::<VectorDialect>();
    };
    parse_in(load, text)
}

fn bits(module: &Body) -> u64 {
    let outcome = run(module, "f", Vec::new(), &mut std::io::sink()).expect("it runs");
    match outcome.results[..] {
        [Value::Float(number)] => number.to_bits(),
        [Value::Int(number)] => number as u64,
        _ => panic!("one number is returned"),
    }
}

/// The text of the function after the pass; checks that it computes the same.
fn blocked(options: &AffineBlockMatmulOptions, text: &str) -> String {
    let mut module = module(text);
    let before = bits(&module);
    let pass = AffineBlockMatmulPass::with_options(&Context::new(), options);
    let mut text = String::new();
    for (_, function) in module.children_mut() {
        text = run_pass(&pass, function, &[]);
    }
    assert_eq!(bits(&module), before, "{text}");
    text
}

/// Small blocks, so that small matrices have several.
const SMALL: AffineBlockMatmulOptions = AffineBlockMatmulOptions {
    vector_size: 4,
    rows: 2,
    vectors: 2,
    row_block: 4,
    column_block: 16,
    depth: 5,
    minimum: 1,
    dot_products: DotProducts::Plain,
};

#[test]
fn any_sizes_give_the_same_bits() {
    for sizes in
        [[8, 32, 10], [1, 1, 1], [7, 19, 11], [4, 17, 5], [5, 16, 3], [9, 8, 1], [3, 3, 23]]
    {
        let text = blocked(&SMALL, &program(sizes, ["%i", "%k", "%j"], ["%i, %k", "%k, %j"]));
        assert!(text.contains("affine.vector_load"), "{sizes:?}");
    }
}

/// The product of [`program`], in the order of loops `i`, `k`, `j`, where sizes are values.
fn of_unknown_sizes(sizes @ [m, n, k]: [usize; 3]) -> String {
    let mut text = program(sizes, ["%i", "%k", "%j"], ["%i, %k", "%k, %j"]);
    for (name, [rows, columns]) in [("%a", [m, k]), ("%b", [k, n]), ("%c", [m, n])] {
        let sizes = format!("{name} = alloc(%size{rows}, %size{columns})");
        text = text.replace(&format!("{name} = alloc()"), &sizes);
    }
    for [rows, columns] in [[m, k], [k, n], [m, n]] {
        text = text.replace(&format!("memref<{rows}x{columns}xf64>"), "memref<?x?xf64>");
    }
    let mut values = vec![m, n, k];
    values.sort_unstable();
    values.dedup();
    let constants: String =
        values.iter().map(|size| format!("%size{size} = constant {size} : index\n")).collect();
    text = text.replace("func @f() -> f64 {", &format!("func @f() -> f64 {{\n{constants}"));
    let loops = |[m, n, k]: [String; 3]| {
        format!(
            "affine.for %i = 0 to {m} {{ affine.for %k = 0 to {k} {{ affine.for %j = 0 to {n} {{"
        )
    };
    let (known, unknown) = (sizes.map(|size| size.to_string()), sizes.map(|s| format!("%size{s}")));
    let changed = text.replace(&loops(known), &loops(unknown));
    assert_ne!(changed, text);
    changed
}

#[test]
fn sizes_that_are_values_give_the_same_bits() {
    for sizes in [[8, 32, 10], [1, 1, 1], [7, 19, 11], [4, 17, 5], [9, 8, 1], [3, 3, 23]] {
        let text = blocked(&SMALL, &of_unknown_sizes(sizes));
        assert!(text.contains("affine.vector_load"), "{sizes:?}");
        // The loops that were there stay, for small sizes.
        assert!(text.contains("scf.if") && text.contains("} else {"), "{text}");
        let none = AffineBlockMatmulOptions { minimum: 1 << 20, ..SMALL };
        blocked(&none, &of_unknown_sizes(sizes));
    }
}

#[test]
fn vectors_of_32_bits_have_twice_the_elements() {
    for sizes in [[8, 32, 10], [1, 1, 1], [7, 19, 11], [5, 33, 23]] {
        let text = program(sizes, ["%i", "%k", "%j"], ["%i, %k", "%k, %j"]).replace("f64", "f32");
        assert!(blocked(&SMALL, &text).contains("vector<8xf32>"), "{sizes:?}");
    }
}

#[test]
fn loops_may_be_in_any_order_and_matrices_be_transposed() {
    let orders = [
        ["%i", "%j", "%k"],
        ["%j", "%i", "%k"],
        ["%k", "%i", "%j"],
        ["%j", "%k", "%i"],
        ["%k", "%j", "%i"],
    ];
    let subscripts =
        [["%i, %k", "%k, %j"], ["%k, %i", "%k, %j"], ["%i, %k", "%j, %k"], ["%k, %i", "%j, %k"]];
    for order in orders {
        for subscripts in subscripts {
            let text = blocked(&SMALL, &program([5, 18, 7], order, subscripts));
            assert!(text.contains("affine.vector_load"), "{order:?} {subscripts:?}");
        }
    }
}

/// The product of matrices of integers of 8 bits, each of which is extended by an op, in loops of
/// the order `i`, `k`, `j`. The function returns a number that depends on each element of the
/// result.
fn integers([m, n, k]: [usize; 3], extensions: [&str; 2], subscripts: [&str; 2]) -> String {
    let size = |variable: &str| match variable {
        "%i" => m,
        "%j" => n,
        _ => k,
    };
    let sizes = |subscripts: &str| -> Vec<usize> { subscripts.split(", ").map(size).collect() };
    let filled = |name: &str, subscripts: &str, step: i64| {
        let [rows, columns] = sizes(subscripts)[..] else { panic!("two subscripts") };
        let ty = format!("memref<{rows}x{columns}xi8>");
        // All 256 numbers follow on one another, in steps of an odd number.
        let fill = format!(
            "{name} = alloc() : {ty}
             affine.for %x = 0 to {rows} {{ affine.for %y = 0 to {columns} {{
               %at = affine.apply affine_map<(d0, d1) -> ((d0 * {columns} + d1) * {step})>(%x, %y)
               %w = index_cast %at : index to i64
               %v = trunci %w : i64 to i8
               affine.store %v, {name}[%x, %y] : {ty}
             }} }}\n"
        );
        (ty, fill)
    };
    let ((a, fill_a), (b, fill_b)) =
        (filled("%a", subscripts[0], 37), filled("%b", subscripts[1], 101));
    let c = format!("memref<{m}x{n}xi32>");
    let [of_a, of_b] = extensions;
    format!(
        "func @f() -> i32 {{
           {fill_a}{fill_b}
           %c = alloc() : {c}
           %seven = constant 7 : i32
           affine.for %i = 0 to {m} {{ affine.for %j = 0 to {n} {{
             affine.store %seven, %c[%i, %j] : {c}
           }} }}
           affine.for %i = 0 to {m} {{ affine.for %k = 0 to {k} {{ affine.for %j = 0 to {n} {{
             %x = affine.load %a[{}] : {a}
             %y = affine.load %b[{}] : {b}
             %z = affine.load %c[%i, %j] : {c}
             %p = {of_a} %x : i8 to i32
             %q = {of_b} %y : i8 to i32
             %r = muli %p, %q : i32
             %s = addi %z, %r : i32
             affine.store %s, %c[%i, %j] : {c}
           }} }} }}
           %zero = constant 0 : i32
           %sum = affine.for %i = 0 to {m} iter_args(%s = %zero) -> (i32) {{
             %t = affine.for %j = 0 to {n} iter_args(%u = %s) -> (i32) {{
               %g = constant 31 : i32
               %e = affine.load %c[%i, %j] : {c}
               %v = muli %u, %g : i32
               %r = addi %v, %e : i32
               affine.yield %r : i32
             }}
             affine.yield %t : i32
           }}
           return %sum : i32
         }}",
        subscripts[0], subscripts[1],
    )
}

#[test]
fn integers_of_any_sizes_and_signs_give_the_same_sums() {
    let dot_products = [DotProducts::Plain, DotProducts::Avx512Vnni];
    let extensions =
        [["sexti", "sexti"], ["zexti", "sexti"], ["sexti", "zexti"], ["zexti", "zexti"]];
    let subscripts =
        [["%i, %k", "%k, %j"], ["%k, %i", "%k, %j"], ["%i, %k", "%j, %k"], ["%k, %i", "%j, %k"]];
    let sizes = [[8, 32, 24], [1, 1, 1], [7, 19, 11], [5, 16, 3], [2, 33, 21], [4, 17, 2]];
    for instructions in dot_products {
        let options = AffineBlockMatmulOptions { dot_products: instructions, ..SMALL };
        for (number, sizes) in sizes.into_iter().enumerate() {
            for (turn, extensions) in extensions.into_iter().enumerate() {
                let subscripts = subscripts[(number + turn) % subscripts.len()];
                let text = blocked(&options, &integers(sizes, extensions, subscripts));
                let group = if instructions.group() == 4 { "8x4xi8" } else { "8x2xi16" };
                assert!(text.contains(group), "{sizes:?} {extensions:?} {subscripts:?}: {text}");
            }
        }
    }
}

/// The sums of a row of `k` integers times a matrix, or of the transposed matrix times a column;
/// the function returns a number that depends on each of `n` sums.
fn row_of_integers([n, k]: [usize; 2], is_column: bool) -> String {
    let (ty, at) = match is_column {
        true => (format!("memref<{n}x{k}xi8>"), "%j, %k"),
        false => (format!("memref<{k}x{n}xi8>"), "%k, %j"),
    };
    let number = |variables: &str, map: &str| {
        format!(
            "%at = affine.apply affine_map<{map}>({variables})
             %w = index_cast %at : index to i64
             %v = trunci %w : i64 to i8"
        )
    };
    format!(
        "func @f() -> i32 {{
           %a = alloc() : memref<{k}xi8>
           %b = alloc() : {ty}
           %c = alloc() : memref<{n}xi32>
           %zero = constant 0 : i32
           affine.for %k = 0 to {k} {{
             {}
             affine.store %v, %a[%k] : memref<{k}xi8>
           }}
           affine.for %k = 0 to {k} {{ affine.for %j = 0 to {n} {{
             {}
             affine.store %v, %b[{at}] : {ty}
           }} }}
           affine.for %j = 0 to {n} {{ affine.store %zero, %c[%j] : memref<{n}xi32> }}
           affine.for %k = 0 to {k} {{ affine.for %j = 0 to {n} {{
             %x = affine.load %a[%k] : memref<{k}xi8>
             %y = affine.load %b[{at}] : {ty}
             %z = affine.load %c[%j] : memref<{n}xi32>
             %p = sexti %x : i8 to i32
             %q = sexti %y : i8 to i32
             %r = muli %p, %q : i32
             %s = addi %z, %r : i32
             affine.store %s, %c[%j] : memref<{n}xi32>
           }} }}
           %sum = affine.for %j = 0 to {n} iter_args(%u = %zero) -> (i32) {{
             %g = constant 31 : i32
             %e = affine.load %c[%j] : memref<{n}xi32>
             %v = muli %u, %g : i32
             %r = addi %v, %e : i32
             affine.yield %r : i32
           }}
           return %sum : i32
         }}",
        number("%k", "(d0) -> (d0 * 37)"),
        number("%k, %j", "(d0, d1) -> (d0 * 101 + d1 * 59)"),
    )
}

#[test]
fn a_row_of_integers_is_a_matrix_and_a_column_is_not() {
    for instructions in [DotProducts::Plain, DotProducts::Avx512Vnni] {
        let options = AffineBlockMatmulOptions { dot_products: instructions, ..SMALL };
        for sizes in [[16, 8], [19, 11], [1, 1], [33, 21]] {
            let text = blocked(&options, &row_of_integers(sizes, false));
            assert!(text.contains("vector.contract"), "{sizes:?}: {text}");
        }
        assert!(!blocked(&options, &row_of_integers([19, 11], true)).contains("vector"));
    }
}

/// A product of `l` times `m` rows, in two dimensions of the left matrix and of the result.
fn rows_of_two_dimensions([l, m, n, k]: [usize; 4], gap: usize, order: [&str; 4]) -> String {
    let size = |variable: &str| match variable {
        "%l" => l,
        "%i" => m,
        "%j" => n,
        _ => k,
    };
    // The left matrix has more columns than are read, and `gap` more rows.
    let rows = m + gap;
    let (a, b, c) = (
        format!("memref<{}x{rows}x{}xf64>", l + 1, k + 2),
        format!("memref<{k}x{n}xf64>"),
        format!("memref<{l}x{m}x{n}xf64>"),
    );
    let filled = |name: &str, ty: &str, [x, y, z]: [usize; 3], factor: &str| {
        let subscripts = if x == 0 { "%y, %z" } else { "%x, %y, %z" };
        format!(
            "affine.for %x = 0 to {} {{ affine.for %y = 0 to {y} {{ affine.for %z = 0 to {z} {{
               %n = affine.apply affine_map<(d0, d1, d2) -> (d0 * 7 + d1 * 31 + d2 * 17)>\
                 (%x, %y, %z)
               %w = index_cast %n : index to i64
               %f = sitofp %w : i64 to f64
               %g = constant {factor} : f64
               %v = mulf %f, %g : f64
               affine.store %v, {name}[{subscripts}] : {ty}
             }} }} }}\n",
            x.max(1)
        )
    };
    let [w, x, y, z] = order;
    format!(
        "func @f() -> f64 {{
           %a = alloc() : {a}
           %b = alloc() : {b}
           %c = alloc() : {c}
           {}{}{}
           affine.for {w} = 0 to {} {{ affine.for {x} = 0 to {} {{ affine.for {y} = 0 to {} {{
             affine.for {z} = 0 to {} {{
               %p = affine.load %a[%l, %i, %k] : {a}
               %q = affine.load %b[%k, %j] : {b}
               %r = affine.load %c[%l, %i, %j] : {c}
               %s = fmaf %p, %q, %r : f64
               affine.store %s, %c[%l, %i, %j] : {c}
             }}
           }} }} }}
           %zero = constant 0.0 : f64
           %sum = affine.for %x = 0 to {l} iter_args(%s = %zero) -> (f64) {{
             %t = affine.for %y = 0 to {m} iter_args(%u = %s) -> (f64) {{
               %v = affine.for %z = 0 to {n} iter_args(%w = %u) -> (f64) {{
                 %q = constant 1.7 : f64
                 %e = affine.load %c[%x, %y, %z] : {c}
                 %r = fmaf %w, %q, %e : f64
                 affine.yield %r : f64
               }}
               affine.yield %v : f64
             }}
             affine.yield %t : f64
           }}
           return %sum : f64
         }}",
        filled("%a", &a, [l + 1, rows, k + 2], "0.3"),
        filled("%b", &b, [0, k, n], "-0.7"),
        filled("%c", &c, [l, m, n], "0.1"),
        size(w),
        size(x),
        size(y),
        size(z),
    )
}

#[test]
fn rows_may_be_those_of_two_dimensions() {
    for order in [["%l", "%i", "%k", "%j"], ["%l", "%i", "%j", "%k"], ["%k", "%j", "%i", "%l"]] {
        for sizes in [[3, 5, 18, 7], [2, 4, 16, 5], [1, 1, 1, 1]] {
            let text = blocked(&SMALL, &rows_of_two_dimensions(sizes, 0, order));
            assert!(text.contains("memref_reinterpret_cast"), "{order:?} {sizes:?}");
        }
        // Rows of which some are left out are not one dimension.
        let text = blocked(&SMALL, &rows_of_two_dimensions([3, 5, 18, 7], 1, order));
        assert!(!text.contains("vector"), "{order:?}");
    }
}

#[test]
fn tiles_are_not_larger_than_the_result() {
    let text = |sizes| program(sizes, ["%i", "%k", "%j"], ["%i, %k", "%k, %j"]);
    let large = AffineBlockMatmulOptions { rows: 12, vectors: 3, row_block: 24, ..SMALL };
    for (sizes, tile) in [([3, 40, 9], 9), ([8, 5, 11], 16), ([1, 4, 3], 1), ([13, 13, 6], 36)] {
        let text = blocked(&large, &text(sizes));
        let [_, carried, ..] = text.split("iter_args(").collect::<Vec<_>>()[..] else {
            panic!("{text}");
        };
        let vectors =
            carried.split_once(')').map_or(0, |(carried, _)| carried.matches('=').count());
        assert_eq!(vectors, tile, "{sizes:?}: {text}");
    }
}

#[test]
fn factors_may_be_swapped() {
    let text = program([5, 18, 7], ["%i", "%k", "%j"], ["%i, %k", "%k, %j"]);
    let text = blocked(&SMALL, &text.replace("fmaf %x, %y, %z", "fmaf %y, %x, %z"));
    assert!(text.contains("affine.vector_load"));
}

#[test]
fn options_that_make_no_sense_are_mended() {
    let options = AffineBlockMatmulOptions {
        vector_size: 0,
        rows: 0,
        vectors: 0,
        row_block: 0,
        column_block: 0,
        depth: 0,
        minimum: 0,
        dot_products: DotProducts::Avx512Vnni,
    };
    let text = blocked(&options, &program([3, 4, 5], ["%i", "%k", "%j"], ["%i, %k", "%k, %j"]));
    assert!(text.contains("vector<1xf64>"));
}

/// How many products there are in a function of this body.
fn products(text: &str) -> usize {
    let mut module = module(&format!(
        "func @f(%a: memref<9x9xf64> {{llvm.noalias}}, %b: memref<9x9xf64> {{llvm.noalias}}, %x: \
            memref<9x9xf64>,
                 %c: memref<9x9xf64> {{llvm.noalias}}, %v: memref<9xf64> {{llvm.noalias}}, %s: \
                 f64) {{
           affine.for %i = 0 to 9 {{ affine.for %k = 0 to 9 {{ affine.for %j = 0 to 9 {{ {text} }} \
           }} }}
           return
         }}"
    ));
    module
        .children_mut()
        .into_iter()
        .map(|(_, function)| block_products(function, &SMALL, &AliasAnalysis::default()))
        .sum()
}

fn nest(a: &str, b: &str, from: &str, op: &str, to: &str) -> usize {
    let (load, ty) = ("affine.load", ": memref<9x9xf64>");
    products(&format!(
        "%p = {load} {a} {ty}\n%q = {load} {b} {ty}\n%r = {load} {from} {ty}\n%t = {op} : \
            f64\naffine.store %t, {to} {ty}"
    ))
}

#[test]
fn what_is_a_product() {
    let (a, b, c, fma) = ("%a[%i, %k]", "%b[%k, %j]", "%c[%i, %j]", "fmaf %p, %q, %r");
    assert_eq!(nest(a, b, c, fma, c), 1);
    // A square.
    assert_eq!(nest(a, "%a[%k, %j]", c, fma, c), 1);
    // The result is a factor, or may be the same memory as one.
    assert_eq!(nest("%c[%i, %k]", b, c, fma, c), 0);
    assert_eq!(nest("%x[%i, %k]", b, "%x[%i, %j]", fma, "%x[%i, %j]"), 0);
    assert_eq!(nest(a, b, c, fma, "%c[%j, %i]"), 0);
    assert_eq!(nest("%a[%i, %j]", b, c, fma, c), 0);
    assert_eq!(nest("%a[%i, %k + 1]", b, c, fma, c), 0);
    assert_eq!(nest("%a[%i, 0]", b, c, fma, c), 0);
    assert_eq!(nest("%a[%i, %i]", b, c, fma, c), 0);
    // Not the sum of products.
    assert_eq!(nest(a, b, c, "fmaf %p, %r, %q", c), 0);
    assert_eq!(nest(a, b, c, "fmaf %p, %q, %s", c), 0);
    assert_eq!(nest(a, b, c, "mulf %p, %q", c), 0);
}

#[test]
fn small_products_stay_as_they_are() {
    let text = program([5, 18, 7], ["%i", "%k", "%j"], ["%i, %k", "%k, %j"]);
    let options = AffineBlockMatmulOptions { minimum: 5 * 18 * 7 + 1, ..SMALL };
    assert!(!blocked(&options, &text).contains("vector"));
    let options = AffineBlockMatmulOptions { minimum: 5 * 18 * 7, ..SMALL };
    assert!(blocked(&options, &text).contains("vector"));
}
