//! The run-time behaviour of exported modules.
#![allow(unsafe_code)]

use super::{DebugInfo, ExportOptions, SourceFunction, export_module_with};
use crate::{JitSession, OptLevel};
use inkwell::context::Context as LlvmContext;
use mlir_lite::context::Context;
use mlir_lite::dialects::{builtin::BuiltinDialect, llvm::LlvmDialect};
use mlir_lite::text::{ParseOptions, parse_module};
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;

fn export(source: &str, with: impl FnOnce(Result<inkwell::module::Module<'_>, String>)) {
    export_with(source, ExportOptions::default(), with);
}

fn export_with(
    source: &str,
    options: ExportOptions<'_>,
    with: impl FnOnce(Result<inkwell::module::Module<'_>, String>),
) {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<LlvmDialect>();
    let file = ctx.sources().add("test.mlir", source).unwrap();
    let mut diagnostics = Diagnostics::new();
    let parsing = ParseOptions::default().with_allow_unregistered(true);
    let module = parse_module(&ctx, &file, parsing, &mut diagnostics).unwrap_or_else(|_| {
        panic!("{:?}", diagnostics.iter().map(|d| &d.message).collect::<Vec<_>>())
    });
    let llvm = LlvmContext::create();
    let exported = export_module_with(&module, &llvm, "test", options);
    with(exported.map_err(|error| error.message));
}

fn session(source: &str) -> JitSession {
    let mut session = JitSession::new(OptLevel::None).unwrap();
    export(source, |module| {
        session.add_module(module.unwrap()).unwrap();
    });
    session
}

/// The function `name`, which must be an `extern "C"` function of type `F`.
fn function<F: Copy>(session: &JitSession, name: &str) -> F {
    let address = session.lookup(name).unwrap();
    assert_eq!(size_of::<F>(), size_of_val(&address));
    // SAFETY: the tests ask for the types that their sources define.
    unsafe { std::mem::transmute_copy(&address) }
}

#[test]
fn both_edges_of_a_branch_may_lead_to_one_block() {
    // simple(x, true) adds x to itself once, or twice.
    let session = session(
        "llvm.func @simple(%x: i64, %c: i1) -> i64 {
           llvm.cond_br %c, ^bb1, ^bb2
         ^bb1:
           llvm.br ^bb3(%x : i64)
         ^bb2:
           %d = llvm.add %x, %x : i64
           llvm.br ^bb3(%d : i64)
         ^bb3(%a: i64):
           llvm.br ^bb4(%a, %x : i64, i64)
         ^bb4(%b: i64, %e: i64):
           %r = llvm.add %b, %e : i64
           llvm.return %r : i64
         }
         llvm.func @same(%c: i1, %x: i64, %y: i64) -> i64 {
           llvm.cond_br %c, ^bb1(%x : i64), ^bb1(%y : i64)
         ^bb1(%r: i64):
           llvm.return %r : i64
         }
         llvm.func @cases(%n: i64) -> i64 {
           %a = llvm.mlir.constant(10 : i64) : i64
           %b = llvm.mlir.constant(20 : i64) : i64
           %c = llvm.mlir.constant(30 : i64) : i64
           llvm.switch %n : i64, ^bb1(%a : i64) [
             0: ^bb1(%b : i64),
             -1: ^bb1(%c : i64)
           ]
         ^bb1(%r: i64):
           llvm.return %r : i64
         }",
    );
    let simple: extern "C" fn(i64, bool) -> i64 = function(&session, "simple");
    assert_eq!((simple(7, true), simple(7, false)), (14, 21));
    let same: extern "C" fn(bool, i64, i64) -> i64 = function(&session, "same");
    assert_eq!((same(true, 1, 2), same(false, 1, 2)), (1, 2));
    let cases: extern "C" fn(i64) -> i64 = function(&session, "cases");
    assert_eq!([cases(0), cases(-1), cases(5)], [20, 30, 10]);
}

#[test]
fn block_arguments_are_passed_at_once() {
    let session = session(
        "llvm.func @swap(%n: i64, %x: i64, %y: i64) -> i64 {
           %zero = llvm.mlir.constant(0 : i64) : i64
           %one = llvm.mlir.constant(1 : index) : i64
           llvm.br ^loop(%zero, %x, %y : i64, i64, i64)
         ^exit:
           llvm.return %a : i64
         ^loop(%i: i64, %a: i64, %b: i64):
           %more = llvm.icmp \"slt\" %i, %n : i64
           llvm.cond_br %more, ^body, ^exit
         ^body:
           %next = llvm.add %i, %one overflow<nsw> : i64
           llvm.br ^loop(%next, %b, %a : i64, i64, i64)
         ^unreachable(%z: i64):
           llvm.br ^unreachable(%z : i64)
         }",
    );
    let swap: extern "C" fn(i64, i64, i64) -> i64 = function(&session, "swap");
    assert_eq!((swap(0, 1, 2), swap(3, 1, 2), swap(4, 1, 2)), (1, 2, 1));
}

#[test]
fn memory_aggregates_and_globals() {
    let session = session(
        "llvm.mlir.global private constant @table(dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : \
            tensor<2x3xf64>) : !llvm.array<2 x array<3 x f64>>
         llvm.mlir.global internal @state(5 : i32) : i32
         llvm.mlir.global internal constant @halves(dense<0.5> : tensor<4xf32>) : !llvm.array<4 x \
         f32>
         llvm.func @sum(%p: !llvm.ptr, %n: i64) -> f64 {
           %zero = llvm.mlir.constant(0.0 : f64) : f64
           %start = llvm.mlir.constant(0 : i64) : i64
           %one = llvm.mlir.constant(1 : i64) : i64
           llvm.br ^loop(%start, %zero : i64, f64)
         ^loop(%i: i64, %s: f64):
           %more = llvm.icmp \"ult\" %i, %n : i64
           llvm.cond_br %more, ^body, ^exit
         ^body:
           %q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
           %x = llvm.load %q {alignment = 8 : i64} : !llvm.ptr -> f64
           %t = llvm.fadd %s, %x : f64
           %j = llvm.add %i, %one : i64
           llvm.br ^loop(%j, %t : i64, f64)
         ^exit:
           llvm.return %s : f64
         }
         llvm.func @total() -> f64 {
           %t = llvm.mlir.addressof @table : !llvm.ptr
           %row = llvm.getelementptr inbounds %t[0, 1, 0] : (!llvm.ptr) -> !llvm.ptr, \
           !llvm.array<2 x array<3 x f64>>
           %n = llvm.mlir.constant(3 : i64) : i64
           %one = llvm.mlir.constant(1 : i64) : i64
           %copy = llvm.alloca %n x f64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
           %bytes = llvm.mlir.constant(24 : i64) : i64
           \"llvm.intr.memcpy\"(%copy, %row, %bytes) <{isVolatile = false}> : (!llvm.ptr, \
           !llvm.ptr, i64) -> ()
           %f = llvm.mlir.addressof @sum : !llvm.ptr
           %u = llvm.mlir.undef : !llvm.struct<(ptr, array<2 x i64>)>
           %v = llvm.insertvalue %copy, %u[0] : !llvm.struct<(ptr, array<2 x i64>)>
           %w = llvm.insertvalue %n, %v[1, 1] : !llvm.struct<(ptr, array<2 x i64>)>
           %p = llvm.extractvalue %w[0] : !llvm.struct<(ptr, array<2 x i64>)>
           %m = llvm.extractvalue %w[1, 1] : !llvm.struct<(ptr, array<2 x i64>)>
           %s = llvm.call %f(%p, %m) : !llvm.ptr, (!llvm.ptr, i64) -> f64
           %st = llvm.mlir.addressof @state : !llvm.ptr
           %k = llvm.load %st : !llvm.ptr -> i32
           %kf = llvm.sitofp %k : i32 to f64
           %h = llvm.mlir.addressof @halves : !llvm.ptr
           %h3 = llvm.getelementptr %h[3] : (!llvm.ptr) -> !llvm.ptr, f32
           %hf = llvm.load %h3 : !llvm.ptr -> f32
           %hd = llvm.fpext %hf : f32 to f64
           %r = llvm.intr.fma(%kf, %hd, %s) : (f64, f64, f64) -> f64
           llvm.return %r : f64
         }",
    );
    let total: extern "C" fn() -> f64 = function(&session, "total");
    assert_eq!(total(), 4.0 + 5.0 + 6.0 + 5.0 * 0.5);
}

#[test]
fn functions_of_any_number_of_arguments() {
    let session = session(
        "llvm.mlir.global internal constant @format(\"%f %d\\00\")
         llvm.func @snprintf(!llvm.ptr, i64, !llvm.ptr, ...) -> i32
         llvm.func @text(%p: !llvm.ptr, %x: f64) -> i32 {
           %size = llvm.mlir.constant(64 : i64) : i64
           %k = llvm.mlir.constant(-3 : i32) : i32
           %f = llvm.mlir.addressof @format : !llvm.ptr
           %n = llvm.call @snprintf(%p, %size, %f, %x, %k) vararg(!llvm.func<i32 (ptr, i64, ptr, \
           ...)>) : (!llvm.ptr, i64, !llvm.ptr, f64, i32) -> i32
           llvm.return %n : i32
         }",
    );
    let text: extern "C" fn(*mut u8, f64) -> i32 = function(&session, "text");
    let mut buffer = [0u8; 64];
    let length = text(buffer.as_mut_ptr(), 1.5) as usize;
    assert_eq!(std::str::from_utf8(&buffer[..length]), Ok("1.500000 -3"));
}

#[test]
fn flags_types_and_linkage_are_llvm_s() {
    let source =
        "llvm.func internal @f(%x: f32, %n: i32, %v: vector<4xf32>) -> !llvm.struct<(i32, f32)> {
          %a = llvm.fadd %x, %x {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
          %b = llvm.add %n, %n overflow<nsw, nuw> : i32
          %c = llvm.sdiv exact %b, %n : i32
          %z = llvm.mlir.constant(dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>) : vector<4xf32>
          %w = llvm.fmul %v, %z : vector<4xf32>
          %u = llvm.mlir.poison : !llvm.struct<(i32, f32)>
          %s = llvm.insertvalue %c, %u[0] : !llvm.struct<(i32, f32)>
          %t = llvm.insertvalue %a, %s[1] : !llvm.struct<(i32, f32)>
          llvm.return %t : !llvm.struct<(i32, f32)>
        }";
    export(source, |module| {
        let text = module.unwrap().print_to_string().to_string();
        for line in [
            "define internal { i32, float } @f(float %0, i32 %1, <4 x float> %2) {",
            "fadd nnan contract float %0, %0",
            "add nuw nsw i32 %1, %1",
            "sdiv exact i32",
            "fmul <4 x float> %2, <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, \
                float 4.000000e+00>",
            "insertvalue { i32, float } poison, i32",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    });
}

#[test]
fn what_llvm_does_not_have_is_an_error() {
    let cases = [
        ("\"toy.print\"() : () -> ()", "'toy.print' cannot be exported"),
        (
            "llvm.func @f() { \"toy.print\"() : () -> () llvm.return }",
            "'toy.print' cannot be exported: it is not an op of the llvm dialect",
        ),
        (
            "llvm.mlir.global internal constant @g(dense<1.0> : tensor<2xf64>) : !llvm.array<3 x \
                f64>",
            "is not a constant of type '!llvm.array<3 x f64>'",
        ),
        (
            "llvm.func @f() { llvm.call @g() : () -> () llvm.return }",
            "the module does not declare the function 'g'",
        ),
        (
            "llvm.func @f() { llvm.call_intrinsic \"llvm.x86.none\"() : () -> () llvm.return }",
            "LLVM has no intrinsic 'llvm.x86.none'",
        ),
        (
            "llvm.func @f(%x: i32) { llvm.call_intrinsic \"llvm.assume\"(%x) : (i32) -> () \
                llvm.return }",
            "'llvm.assume' has the type 'void (i1)'",
        ),
        (
            "llvm.func @f(%x: f32) { %0 = llvm.call_intrinsic \"llvm.fabs\"(%x) : (f32) -> f32 \
                llvm.return }",
            "'llvm.fabs' has variants, which only ops of their own call",
        ),
    ];
    for (source, expected) in cases {
        export(source, |module| {
            let error = module.map(|_| ()).unwrap_err();
            assert!(error.contains(expected), "{error}");
        });
    }
}

#[test]
fn a_large_table_is_one_constant() {
    let rows: Vec<String> =
        (0..200).map(|i| format!("[{}]", vec![format!("{i}.5"); 500].join(", "))).collect();
    let source = format!(
        "llvm.mlir.global external constant @table(dense<[{}]> : tensor<200x500xf64>) : \
            !llvm.array<200 x array<500 x f64>>",
        rows.join(", ")
    );
    let session = session(&source);
    let table = session.lookup("table").unwrap().cast::<f64>();
    // SAFETY: the module defines 100,000 doubles there, the session is alive.
    assert_eq!(unsafe { table.add(99_999).read() }, 199.5);
}

#[test]
fn tables_may_be_bytes() {
    let element = |i: i64| i as f64 / 3.0 - 10.0;
    let table = |linkage: &str, name: &str, numbers: i64| {
        let numbers: Vec<String> = (0..numbers).map(|i| format!("{:?}", element(i))).collect();
        let (list, count) = (numbers.join(", "), numbers.len());
        format!(
            "llvm.mlir.global {linkage} @{name}(dense<[{list}]> : tensor<{count}xf64>) : \
                !llvm.array<{count} x f64>\n"
        )
    };
    let source = table("internal constant", "large", 200)
        + &table("internal constant", "small", 100)
        + &table("internal", "variable", 200)
        + &table("external constant", "public", 200)
        + "llvm.func @element(%i: i64) -> f64 {
             %table = llvm.mlir.addressof @large : !llvm.ptr
             %p = llvm.getelementptr %table[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
             %x = llvm.load %p {alignment = 8 : i64} : !llvm.ptr -> f64
             llvm.return %x : f64
           }
           llvm.func @known() -> f64 {
             %i = llvm.mlir.constant(150 : i64) : i64
             %x = llvm.call @element(%i) : (i64) -> f64
             llvm.return %x : f64
           }";
    let options = ExportOptions::default().with_data_as_bytes();
    for level in [OptLevel::None, OptLevel::O2] {
        export_with(&source, options, |module| {
            let module = module.unwrap();
            let text = module.print_to_string().to_string();
            assert_eq!(text.matches("[1600 x i8]").count(), 1);
            assert_eq!(text.matches("[200 x double]").count(), 2);
            assert_eq!(text.matches("[100 x double]").count(), 1);
            let mut session = JitSession::new(level).unwrap();
            session.add_module(module).unwrap();
            let get: extern "C" fn(i64) -> f64 = function(&session, "element");
            (0..200).for_each(|i| assert_eq!(get(i), element(i)));
            let known: extern "C" fn() -> f64 = function(&session, "known");
            assert_eq!(known(), element(150));
        });
    }
}

#[test]
fn elements_of_vectors() {
    let session = session(
        "llvm.func @second_of_swapped(%p: !llvm.ptr, %x: f64) -> f64 {
           %zero = llvm.mlir.constant(0 : i64) : i64
           %one = llvm.mlir.constant(1 : i32) : i32
           %v = llvm.load %p {alignment = 8 : i64} : !llvm.ptr -> vector<2xf64>
           %w = llvm.insertelement %x, %v[%zero : i64] : vector<2xf64>
           %u = llvm.mlir.undef : vector<2xf64>
           %s = llvm.shufflevector %w, %u [1, 0] : vector<2xf64>
           llvm.store %s, %p {alignment = 8 : i64} : vector<2xf64>, !llvm.ptr
           %r = llvm.extractelement %s[%one : i32] : vector<2xf64>
           llvm.return %r : f64
         }",
    );
    let second: extern "C" fn(*mut f64, f64) -> f64 = function(&session, "second_of_swapped");
    let mut numbers = [1.0, 2.0];
    assert_eq!(second(numbers.as_mut_ptr(), 3.0), 3.0);
    assert_eq!(numbers, [2.0, 3.0]);
}

/// The LLVM IR of a source with debug information; lines from 10 on belong to a function `inner` in
/// line 9.
fn with_debug_info(source: &str) -> String {
    let function_at =
        |_: &str, line| (line >= 10).then(|| SourceFunction { name: "inner".into(), line: 9 });
    let info = DebugInfo {
        file: "a.toy",
        folder: "/folder",
        producer: "test",
        is_optimized: false,
        function_at: &function_at,
    };
    let mut text = String::new();
    export_with(source, ExportOptions::default().with_debug_info(info), |module| {
        let module = module.unwrap();
        module.verify().unwrap();
        text = module.print_to_string().to_string();
    });
    text
}

#[test]
fn locations_become_those_of_instructions() {
    let text = with_debug_info(
        "llvm.func @f(%x: f64) -> f64 {
           %y = llvm.fadd %x, %x : f64 loc(\"a.toy\":3:7)
           %z = llvm.fmul %y, %y : f64 loc(unknown)
           llvm.return %z : f64 loc(\"b.toy\":4:1)
         } loc(\"a.toy\":2:1)",
    );
    for expected in [
        "!DICompileUnit(language: DW_LANG_C, file: ",
        "fadd double %0, %0, !dbg",
        "!DIFile(filename: \"a.toy\", directory: \"/folder\")",
        "!DISubprogram(name: \"f\", ",
        "!DILocation(line: 3, column: 7, scope: ",
        "!DILocation(line: 0, scope: ",
        "!DIFile(filename: \"b.toy\", directory: \"/folder\")",
        "!DILexicalBlock(scope: ",
        "!DILocation(line: 4, column: 1, scope: ",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    assert!(!text.contains("inlinedAt"), "{text}");
}

#[test]
fn locations_of_inlined_functions_name_the_call() {
    let text = with_debug_info(
        "llvm.func @f(%x: f64) -> f64 {
           %y = llvm.fadd %x, %x : f64 loc(callsite(\"a.toy\":10:7 at \"a.toy\":3:2))
           %z = llvm.fmul %y, %y : f64 loc(callsite(\"a.toy\":5:7 at \"a.toy\":3:2))
           llvm.return %z : f64 loc(\"a.toy\":4:1)
         } loc(\"a.toy\":2:1)",
    );
    for expected in [
        "!DISubprogram(name: \"inner\", ",
        "!DILocation(line: 3, column: 2, scope: ",
        // The function of line 5 is not known: it counts as part of `f`.
        "!DILocation(line: 5, column: 7, scope: ",
    ] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    let inlined: Vec<&str> = text.lines().filter(|line| line.contains("inlinedAt")).collect();
    assert_eq!(inlined.len(), 1, "{text}");
    assert!(inlined[0].contains("line: 10, column: 7"), "{text}");
}

#[test]
fn functions_without_a_location_have_no_debug_information() {
    let text = with_debug_info(
        "llvm.func @f() { llvm.return loc(\"a.toy\":4:1) } loc(unknown)
         llvm.func @g() { llvm.call @f() : () -> () loc(unknown) llvm.return loc(unknown) } \
         loc(\"a.toy\":1:1)",
    );
    assert!(text.contains("define void @f() {"), "{text}");
    assert!(text.contains("define void @g() !dbg "), "{text}");
}

#[test]
fn stores_past_the_caches_and_fences() {
    let source = "llvm.func @f(%p: !llvm.ptr, %x: f64) {
      llvm.store %x, %p {nontemporal} : f64, !llvm.ptr
      llvm.fence acquire
      llvm.fence seq_cst
      llvm.return
    }";
    export(source, |module| {
        let text = module.unwrap().print_to_string().to_string();
        assert!(text.contains("store double %1, ptr %0, align 8, !nontemporal !0"), "{text}");
        assert!(text.contains("fence acquire\n  fence seq_cst\n"), "{text}");
        assert!(text.contains("!0 = !{i32 1}"), "{text}");
    });
    export("llvm.func @f() { llvm.fence syncscope(\"agent\") acquire  llvm.return }", |module| {
        let text = module.unwrap().print_to_string().to_string();
        assert!(text.contains("fence syncscope(\"agent\") acquire"), "{text}");
    });
}
