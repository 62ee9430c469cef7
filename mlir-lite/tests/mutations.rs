//! Broken text never panics: programs with tokens removed, doubled, exchanged or replaced are
//! parsed, verified and, where they are still valid, printed and parsed again.

use mlir_lite::Context;
use mlir_lite::dialects::{
    affine::AffineDialect, llvm::LlvmDialect, scf::ScfDialect, standard::StdDialect,
};
use mlir_lite::text::{ParseOptions, PrintOptions, Spelling, parse_module, print_op};
use mlir_lite::verify::verify;
use mlir_lite_diagnostics::Diagnostics;

const PROGRAMS: [&str; 5] = [
    "func @simple(%arg0: i64, %arg1: i1) -> i64 {
  cond_br %arg1, ^bb1, ^bb2
^bb1:
  br ^bb3(%arg0 : i64)
^bb2:
  %0 = addi %arg0, %arg0 : i64
  br ^bb3(%0 : i64)
^bb3(%1: i64):
  br ^bb4(%1, %arg0 : i64, i64)
^bb4(%2: i64, %3: i64):
  %4 = addi %2, %3 : i64
  return %4 : i64
}",
    "#map = affine_map<(d0)[s0] -> (d0 + s0 * 2, d0 floordiv 4)>
!t = type memref<4x?xf64, 1>
module @m attributes {a.b = #map, a.c = dense<[[1.0, 2.0], [3.0, -4.5e3]]> : tensor<2x2xf64>} {
  func private @f(!t, vector<4xf32>) -> (f64 {d.e}, index) attributes {x.y = @f::@g}
  func @main() {
    %cst = constant 1.0 : f64
    %c = constant dense<1> : tensor<2xi32>
    %0 = alloc() : memref<2x3xf64>
    affine.for %i = 0 to 2 step 1 {
      affine.for %j = 0 to 3 {
        affine.store %cst, %0[%i, %j + 1 - 1] : memref<2x3xf64>
        %1 = affine.load %0[%i, %j] : memref<2x3xf64>
      }
    }
    dealloc %0 : memref<2x3xf64>
    return
  }
}",
    "\"t.op\"() ({
^bb0(%a: i32):
  %0:2 = \"t.two\"(%a) {unit, s = \"a\\0A\\22\", n = -5 : i8, f = 0x7FF0000000000000 : f64} : \
  (i32) -> (i32, f32) loc(\"f\":1:2)
  \"t.br\"()[^bb1(%0#1 : f32)] : () -> ()
^bb1(%b: f32):
  \"t.end\"(%0#0, %b) : (i32, f32) -> () loc(callsite(\"x\" at fused<\"p\">[\"y\", unknown]))
}) {r = [1, true, i32, affine_set<(d0) : (d0 >= 0)>, array<i32: 1, 2>]} : () -> ()",
    "llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.mlir.global internal constant @fmt(\"%f \\00\")
llvm.func @main(%arg0: !llvm.struct<(ptr, i64, array<2 x i64>)>) {
  %0 = llvm.mlir.addressof @fmt : !llvm.ptr
  %1 = llvm.mlir.constant(1.0 : f64) : f64
  %2 = llvm.call @printf(%0, %1) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64) -> i32
  %3 = llvm.extractvalue %arg0[2, 1] : !llvm.struct<(ptr, i64, array<2 x i64>)>
  %4 = llvm.getelementptr %0[%3] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.br ^bb1
^bb1:
  llvm.return
}",
    "func @loops(%m: memref<?xf64>, %n: index) -> f64 {
  %c0 = constant 0 : index
  %c1 = constant 1 : index
  %z = constant 0.0 : f64
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (f64) {
    %v = load %m[%i] : memref<?xf64>
    %p = cmpf \"olt\", %v, %z : f64
    %w = scf.if %p -> (f64) {
      %x = negf %v : f64
      scf.yield %x : f64
    } else {
      scf.yield %v : f64
    }
    %a = addf %acc, %w : f64
    scf.yield %a : f64
  }
  return %s : f64
}",
];

/// SplitMix64: small, and the same numbers everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Words, numbers, punctuation and blanks, all of the text.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut last_word = false;
    for c in text.chars() {
        let word = c.is_ascii_alphanumeric() || c == '_' || c == '.';
        match pieces.last_mut() {
            Some(piece) if word && last_word => piece.push(c),
            _ => pieces.push(c.into()),
        }
        last_word = word;
    }
    pieces
}

fn mutate(text: &str, random: &mut Random) -> String {
    let mut pieces = pieces(text);
    for _ in 0..=random.below(3) {
        let i = random.below(pieces.len());
        let j = random.below(pieces.len());
        match random.below(5) {
            0 => drop(pieces.remove(i)),
            1 => pieces.insert(i, pieces[j].clone()),
            2 => pieces.swap(i, j),
            3 => pieces[i] = pieces[j].clone(),
            _ => pieces.truncate(i.max(1)),
        }
    }
    pieces.concat()
}

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<StdDialect>();
    ctx.load::<AffineDialect>();
    ctx.load::<ScfDialect>();

    ctx.load::<LlvmDialect>();
    ctx
}

/// Parses, verifies, prints, and parses the output.
fn check(ctx: &Context, text: &str) -> bool {
    let file = ctx.sources().add("t.mlir", text.to_string()).expect("the texts are small");
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions::default().with_allow_unregistered(true);
    let Ok(module) = parse_module(ctx, &file, options, &mut diagnostics) else {
        assert!(diagnostics.has_errors());
        return false;
    };
    if verify(&module, &mut diagnostics).is_err() {
        return false;
    }
    for spelling in [Spelling::Std, Spelling::Upstream] {
        for generic in [false, true] {
            let options_out = PrintOptions::default()
                .with_spelling(spelling)
                .with_generic(generic)
                .with_debug_info(true)
                .with_local_scope(true);
            let printed = print_op(module.as_op(), options_out);
            let file =
                ctx.sources().add("again.mlir", printed.clone()).expect("the texts are small");
            let mut diagnostics = Diagnostics::new();
            let again = parse_module(ctx, &file, options, &mut diagnostics);
            let again = again.unwrap_or_else(|_| {
                panic!("{printed}\n{:?}\nfrom\n{text}", diagnostics.into_vec())
            });
            let twice = print_op(again.as_op(), options_out);
            assert_eq!(twice, printed, "from\n{text}");
        }
    }
    true
}

#[test]
fn the_programs_are_valid() {
    for program in PROGRAMS {
        assert!(check(&context(), program), "{program}");
    }
}

#[test]
fn broken_programs_are_rejected_or_read() {
    let mut random = Random(1);
    for program in PROGRAMS {
        for _ in 0..40 {
            let ctx = context();
            for _ in 0..50 {
                let text = mutate(program, &mut random);
                check(&ctx, &text);
            }
        }
    }
}
