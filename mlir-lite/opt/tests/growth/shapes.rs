//! Modules of any size, each of one shape: many equal parts side by side, in a chain, or at one
//! value.

use std::fmt::Write;

/// A shape: its name, and the text of a module of a number of ops proportional to the argument.
pub(crate) type Shape = (&'static str, fn(usize) -> String);

/// All shapes.
pub(crate) const SHAPES: [Shape; 32] = [
    ("a chain of sums", |n| {
        let body = chain(n, "%a", |i, last| format!("%{i} = arith.addi {last}, %a : i32"));
        function("%a: i32", "i32", &body, &format!("%{}", n - 1))
    }),
    ("users of one value", |n| {
        let body = lines(n, |i| {
            format!("%{i} = arith.addi %a, %a : i32\n\"t.u\"(%{i}, %a) : (i32, i32) -> ()")
        });
        function("%a: i32", "", &body, "")
    }),
    ("constants", |n| {
        let body =
            lines(n, |i| format!("%{i} = arith.constant {i} : i32\n\"t.u\"(%{i}) : (i32) -> ()"));
        function("", "", &body, "")
    }),
    ("stores to one memory", |n| {
        let body = lines(n, |i| {
            let place = i % 64;
            format!(
                "%c{i} = arith.constant {place} : index\nmemref.store %x, %m[%c{i}] : \
                    memref<64xf32>\n\
                 %v{i} = memref.load %m[%c{i}] : memref<64xf32>\n\"t.u\"(%v{i}) : (f32) -> ()"
            )
        });
        function("%x: f32", "", &format!("%m = memref.alloc() : memref<64xf32>\n{body}"), "")
    }),
    ("affine stores to one memory", |n| {
        let body = lines(n, |i| {
            let (to, from) = (i % 64, i * 7 % 64);
            format!(
                "affine.store %x, %m[{to}] : memref<64xf32>\n%v{i} = affine.load %m[{from}] : \
                    memref<64xf32>\n\
                 \"t.u\"(%v{i}) : (f32) -> ()"
            )
        });
        function("%x: f32", "", &format!("%m = memref.alloc() : memref<64xf32>\n{body}"), "")
    }),
    ("memories", |n| {
        let body = lines(n, |i| {
            format!(
                "%m{i} = memref.alloc() : memref<4xf32>\naffine.store %x, %m{i}[1] : \
                    memref<4xf32>\n\
                 %v{i} = affine.load %m{i}[1] : memref<4xf32>\n\"t.u\"(%v{i}) : (f32) -> ()\n\
                 memref.dealloc %m{i} : memref<4xf32>"
            )
        });
        function("%x: f32", "", &body, "")
    }),
    ("affine loops over two memories", |n| {
        let body = lines(n, |i| {
            format!(
                "affine.for %i{i} = 0 to 64 {{\n%v{i} = affine.load %m[%i{i}] : memref<64xf32>\n\
                 affine.store %v{i}, %o[%i{i}] : memref<64xf32>\n}}"
            )
        });
        function("%m: memref<64xf32>, %o: memref<64xf32>", "", &body, "")
    }),
    ("affine loops, each over what the last one wrote", |n| {
        let body = chain(n, "%m", |i, last| {
            format!(
                "%{i} = memref.alloc() : memref<64xf32>\naffine.for %i{i} = 0 to 64 {{\n\
                 %v{i} = affine.load {last}[%i{i}] : memref<64xf32>\n\
                 affine.store %v{i}, %{i}[%i{i}] : memref<64xf32>\n}}"
            )
        });
        function("%m: memref<64xf32>", "memref<64xf32>", &body, &format!("%{}", n - 1))
    }),
    ("scf loops", |n| {
        let body = lines(n, |i| {
            format!(
                "scf.for %i{i} = %c0 to %n step %c1 {{\nmemref.store %x, %m[%i{i}] : \
                    memref<?xf32>\n}}"
            )
        });
        let constants = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n";
        function("%m: memref<?xf32>, %n: index, %x: f32", "", &format!("{constants}{body}"), "")
    }),
    ("choices", |n| function("%c: i1", "", &lines(n, |_| CHOICE.into()), "")),
    ("choices in an unknown op", |n| {
        let body = format!(
            "\"t.x\"() ({{\n{}\"t.e\"() : () -> ()\n}}) : () -> ()",
            lines(n, |_| CHOICE.into())
        );
        function("%c: i1", "", &body, "")
    }),
    ("choices of values, in a chain", |n| {
        let body = chain(n, "%a", |i, last| {
            format!(
                "%{i} = scf.if %c -> (i32) {{\nscf.yield %a : i32\n}} else {{\nscf.yield {last} : \
                    i32\n}}"
            )
        });
        function("%c: i1, %a: i32", "i32", &body, &format!("%{}", n - 1))
    }),
    ("blocks in a row", |n| {
        let body = lines(n, |i| format!("cf.br ^b{i}\n^b{i}:\n\"t.z\"() : () -> ()"));
        function("", "", &body, "")
    }),
    ("branches that meet again", |n| {
        let body = lines(n, |i| {
            format!(
                "cf.cond_br %c, ^a{i}, ^b{i}\n^a{i}:\n\"t.a\"() : () -> ()\ncf.br ^m{i}\n^b{i}:\n\
                 \"t.b\"() : () -> ()\ncf.br ^m{i}\n^m{i}:"
            )
        });
        function("%c: i1", "", &body, "")
    }),
    ("branches with values that meet again", |n| {
        let body = chain(n, "%a", |i, last| {
            format!(
                "cf.cond_br %c, ^a{i}, ^b{i}\n^a{i}:\n%x{i} = arith.addi {last}, {last} : i32\n\
                 cf.br ^m{i}(%x{i} : i32)\n^b{i}:\ncf.br ^m{i}({last} : i32)\n^m{i}(%{i}: i32):"
            )
        });
        function("%c: i1, %a: i32", "i32", &body, &format!("%{}", n - 1))
    }),
    ("a switch", |n| {
        let cases = lines(n, |i| format!(", {i}: ^b{i}"));
        let blocks = lines(n, |i| format!("^b{i}:\n\"t.z\"() : () -> ()\ncf.br ^d"));
        let switch = format!("cf.switch %a : i32, [default: ^d {cases}]\n{blocks}^d:");
        function("%a: i32", "", &switch, "")
    }),
    ("functions", |n| {
        let callees = lines(n, |i| function_of(&format!("private @g{i}"), DOUBLE));
        let calls = lines(n, |i| {
            format!("%{i} = func.call @g{i}(%a) : (i32) -> i32\n\"t.u\"(%{i}) : (i32) -> ()")
        });
        callees + &function("%a: i32", "", &calls, "")
    }),
    ("calls of one function", |n| {
        let calls = lines(n, |i| {
            format!("%{i} = func.call @g(%a) : (i32) -> i32\n\"t.u\"(%{i}) : (i32) -> ()")
        });
        function_of("private @g", DOUBLE) + &function("%a: i32", "", &calls, "")
    }),
    ("functions that call the next", |n| {
        let callers = lines(n, |i| {
            let body = format!("%0 = func.call @g{}(%a) : (i32) -> i32", i + 1);
            function_of(&format!("@g{i}"), &body)
        });
        callers + &function_of(&format!("@g{n}"), DOUBLE)
    }),
    ("globals", |n| {
        let globals = lines(n, |i| {
            format!(
                "memref.global \"private\" constant @g{i} : memref<2xf32> = dense<[{i}.0, 1.0]>"
            )
        });
        let uses = lines(n, |i| {
            format!(
                "%{i} = memref.get_global @g{i} : memref<2xf32>\n\"t.u\"(%{i}) : (memref<2xf32>) \
                    -> ()"
            )
        });
        globals + &function("", "", &uses, "")
    }),
    ("modules", |n| lines(n, |i| format!("module @m{i} {{\nfunc.func @g() {{\nreturn\n}}\n}}"))),
    ("arguments of a block", |n| {
        let list = |of: fn(usize) -> String| (0..n).map(of).collect::<Vec<_>>().join(", ");
        let (passed, types) = (list(|_| "%a".into()), list(|_| "i32".into()));
        let arguments = list(|i| format!("%x{i}: i32"));
        let uses = lines(n, |i| format!("\"t.u\"(%x{i}) : (i32) -> ()"));
        function(
            "%a: i32",
            "",
            &format!("cf.br ^b({passed} : {types})\n^b({arguments}):\n{uses}"),
            "",
        )
    }),
    ("results of an op", |n| {
        let types = vec!["i32"; n].join(", ");
        let uses = lines(n, |i| format!("\"t.u\"(%0#{i}) : (i32) -> ()"));
        function("", "", &format!("%0:{n} = \"t.many\"() : () -> ({types})\n{uses}"), "")
    }),
    ("attributes of an op", |n| {
        let attributes = (0..n).map(|i| format!("a{i} = {i} : i32")).collect::<Vec<_>>().join(", ");
        function("", "", &format!("\"t.u\"() {{{attributes}}} : () -> ()"), "")
    }),
    ("casts there and back", |n| {
        let body = chain(2 * n, "%a", |i, last| {
            let (from, to) = if i % 2 == 0 { ("i32", "i64") } else { ("i64", "i32") };
            format!("%{i} = builtin.unrealized_conversion_cast {last} : {from} to {to}")
        });
        function("%a: i32", "i32", &body, &format!("%{}", 2 * n - 1))
    }),
    ("casts of one memory", |n| {
        let body = lines(n, |i| {
            format!(
                "%{i} = memref.cast %m : memref<4xf32> to memref<?xf32>\n\
                 %d{i} = memref.dim %{i}, %c : memref<?xf32>\n\"t.u\"(%d{i}) : (index) -> ()"
            )
        });
        function("%m: memref<4xf32>, %c: index", "", &body, "")
    }),
    ("choices by one condition, in a chain", |n| {
        let body = chain(n, "%a", |i, last| format!("%{i} = arith.select %c, {last}, %b : i32"));
        function("%c: i1, %a: i32, %b: i32", "i32", &body, &format!("%{}", n - 1))
    }),
    ("maps in a chain", |n| {
        let body = chain(n, "%a", |i, last| {
            format!("%{i} = affine.apply affine_map<(d0) -> (d0 + 1)>({last})")
        });
        function("%a: index", "index", &body, &format!("%{}", n - 1))
    }),
    ("aliases", |n| {
        let aliases = lines(n, |i| format!("#m{i} = affine_map<(d0) -> (d0 + {i})>"));
        let uses =
            lines(n, |i| format!("%{i} = affine.apply #m{i}(%a)\n\"t.u\"(%{i}) : (index) -> ()"));
        aliases + &function("%a: index", "", &uses, "")
    }),
    ("locations", |n| {
        let body =
            lines(n, |i| format!("\"t.u\"() : () -> () loc(callsite(\"a\" at \"f{i}.c\":{i}:1))"));
        function("", "", &body, "")
    }),
    ("values of a later block", |n| {
        let uses = lines(n, |i| format!("\"t.u\"(%{i}) : (i32) -> ()"));
        let definitions = lines(n, |i| format!("%{i} = \"t.d\"() : () -> i32"));
        function(
            "",
            "",
            &format!("cf.br ^d\n^u:\n{uses}cf.br ^e\n^d:\n{definitions}cf.br ^u\n^e:"),
            "",
        )
    }),
    ("a graph", |n| {
        let uses = lines(n, |i| format!("\"t.u\"(%{i}) : (i32) -> ()"));
        let definitions = lines(n, |i| format!("%{i} = \"t.d\"() : () -> i32"));
        format!("\"t.g\"() ({{\n{uses}{definitions}}}) : () -> ()\n")
    }),
];

const CHOICE: &str = "scf.if %c {\n\"t.z\"() : () -> ()\n}";

const DOUBLE: &str = "%0 = arith.addi %a, %a : i32";

/// A number of texts, each on lines of its own.
fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    chain(n, "", |i, _| line(i))
}

/// As [`lines`]; each text is given the name of the previous value, `first`, `%0` and so on.
fn chain(n: usize, first: &str, line: impl Fn(usize, &str) -> String) -> String {
    let mut text = String::new();
    let mut last = first.to_owned();
    for i in 0..n {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", line(i, &last));
        last = format!("%{i}");
    }
    text
}

/// A function `@f` that returns a value of the type, or nothing.
fn function(parameters: &str, result: &str, body: &str, value: &str) -> String {
    let (arrow, end) = match result {
        "" => (String::new(), "return".to_owned()),
        _ => (format!("-> {result} "), format!("return {value} : {result}")),
    };
    format!("func.func @f({parameters}) {arrow}{{\n{body}\n{end}\n}}\n")
}

/// A function of one `i32`, which returns `%0`.
fn function_of(head: &str, body: &str) -> String {
    format!("func.func {head}(%a: i32) -> i32 {{\n{body}\nreturn %0 : i32\n}}\n")
}
