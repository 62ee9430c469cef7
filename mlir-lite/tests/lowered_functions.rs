//! The run-time behaviour of functions lowered from std, in this process.
#![cfg(feature = "llvm")]
#![allow(unsafe_code)]

use mlir_lite::context::Context;
use mlir_lite::conversions::{StdToLlvmOptions, StdToLlvmPass};
use mlir_lite::dialects::{builtin::BuiltinDialect, llvm::LlvmDialect, standard::StdDialect};
use mlir_lite::ir::{Body, SymbolRequests};
use mlir_lite::llvm::{JitProgram, MemRef, MemRefMut, OptLevel};
use mlir_lite::pass::{PassContext, RunPass, SymbolSnapshot};
use mlir_lite_diagnostics::Diagnostics;
use pretty_assertions::assert_eq;
use std::ffi::c_void;
use test_support::parse;

/// The type of arguments that a program of C passes.
type Address = *mut c_void;

fn context() -> Context {
    let ctx = Context::new();
    ctx.load::<BuiltinDialect>();
    ctx.load::<StdDialect>();
    ctx.load::<LlvmDialect>();
    ctx
}

fn lower_by(pass: &StdToLlvmPass, ctx: &Context, source: &str) -> Result<Body, String> {
    let mut module = parse(ctx, source);
    let mut diagnostics = Diagnostics::new();
    let mut requests = SymbolRequests::new();
    let symbols = SymbolSnapshot::default();
    let mut cx = PassContext::new(&mut diagnostics, &mut requests, &symbols);
    let result = pass.run(&mut module, &mut cx);
    match result {
        Ok(()) => {
            let mut problems = Diagnostics::new();
            let _ = mlir_lite::verify::verify(&module, &mut problems);
            assert!(
                problems.is_empty(),
                "{:?}",
                problems.iter().map(|d| &d.message).collect::<Vec<_>>()
            );
            Ok(module)
        }
        Err(_) => Err(diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("\n")),
    }
}

fn compile(source: &str) -> JitProgram {
    compile_with(&StdToLlvmOptions::default(), source)
}

fn compile_with(options: &StdToLlvmOptions, source: &str) -> JitProgram {
    let ctx = context();
    let module = lower_by(&StdToLlvmPass::with_options(&ctx, options), &ctx, source).unwrap();
    JitProgram::new(&module, OptLevel::None).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn element_of_a_dynamic_memref() {
    // Sizes 10x11x13x7, contiguous: element [1, 2, 3, 4] is number 1208.
    let program = compile(
        "func @element(%m: memref<10x?x13x?xf32>) -> f32 {
           %1 = constant 1 : index
           %2 = constant 2 : index
           %3 = constant 3 : index
           %4 = constant 4 : index
           %0 = load %m[%1, %2, %3, %4] : memref<10x?x13x?xf32>
           return %0 : f32
         }",
    );
    let mut data: Vec<f32> = (0..10010).map(|i| i as f32).collect();
    let memref = MemRefMut::new(&mut data, [10, 11, 13, 7]).unwrap();
    // SAFETY: the element is within the sizes.
    let element = unsafe { program.function::<fn(MemRef<f32, 4>) -> f32>("element") }.unwrap();
    assert_eq!(element.call((memref,)), 1208.0);
}

#[test]
fn a_loop_over_a_copy() {
    let program = compile(
        "global_memref \"private\" constant @g : memref<2x3xf64> = dense<[[1.0, 2.0, 3.0], [4.0, \
            5.0, 6.0]]>
         func private @sum(%m: memref<?x?xf64>) -> f64 {
           %c0 = constant 0 : index
           %c1 = constant 1 : index
           %zero = constant 0.0 : f64
           %rows = dim %m, %c0 : memref<?x?xf64>
           %columns = dim %m, %c1 : memref<?x?xf64>
           br ^rows(%c0, %zero : index, f64)
         ^rows(%i: index, %s: f64):
           %more = cmpi \"slt\", %i, %rows : index
           cond_br %more, ^columns(%c0, %s : index, f64), ^exit
         ^columns(%j: index, %t: f64):
           %more_columns = cmpi \"slt\", %j, %columns : index
           cond_br %more_columns, ^body, ^next
         ^body:
           %x = load %m[%i, %j] : memref<?x?xf64>
           %u = addf %t, %x : f64
           %k = addi %j, %c1 : index
           br ^columns(%k, %u : index, f64)
         ^next:
           %l = addi %i, %c1 : index
           br ^rows(%l, %t : index, f64)
         ^exit:
           return %s : f64
         }
         func @main(%n: index) -> (f64, index) {
           %c0 = constant 0 : index
           %g = get_global_memref @g : memref<2x3xf64>
           %d = memref_cast %g : memref<2x3xf64> to memref<?x?xf64>
           %a = call @sum(%d) : (memref<?x?xf64>) -> f64
           %m = alloc(%n) {alignment = 64} : memref<?x2xf64>
           %half = constant 0.5 : f64
           %one = constant 1 : index
           br ^fill(%c0, %m : index, memref<?x2xf64>)
         ^fill(%i: index, %p: memref<?x2xf64>):
           %more = cmpi \"slt\", %i, %n : index
           cond_br %more, ^body, ^done
         ^body:
           store %half, %p[%i, %c0] : memref<?x2xf64>
           store %a, %p[%i, %one] : memref<?x2xf64>
           %j = addi %i, %one : index
           br ^fill(%j, %m : index, memref<?x2xf64>)
         ^done:
           %u = memref_cast %m : memref<?x2xf64> to memref<*xf64>
           %r = memref_cast %u : memref<*xf64> to memref<?x2xf64>
           %e = memref_cast %r : memref<?x2xf64> to memref<?x?xf64>
           %b = call @sum(%e) : (memref<?x?xf64>) -> f64
           %size = dim %e, %c0 : memref<?x?xf64>
           dealloc %u : memref<*xf64>
           return %b, %size : f64, index
         }",
    );
    // SAFETY: the program accesses the elements of its own memrefs.
    let main = unsafe { program.function::<fn(i64) -> (f64, i64)>("main") }.unwrap();
    assert_eq!(main.call((3,)), (3.0 * (21.0 + 0.5), 3));
    assert_eq!(main.call((0,)), (0.0, 0));
}

#[test]
fn c_passes_descriptors() {
    /// As a C program declares it.
    #[repr(C)]
    struct MemRefDescriptor<T, const N: usize> {
        allocated: *mut T,
        aligned: *mut T,
        offset: isize,
        sizes: [isize; N],
        strides: [isize; N],
    }
    assert_eq!(size_of::<MemRefDescriptor<f64, 2>>(), 56);
    let source = "func @at(%m: memref<?x?xf64>, %i: index, %j: index) -> (f64, index) {
           %c1 = constant 1 : index
           %0 = load %m[%i, %j] : memref<?x?xf64>
           %1 = dim %m, %c1 : memref<?x?xf64>
           return %0, %1 : f64, index
         }";
    let options = StdToLlvmOptions { c_wrappers: true, ..StdToLlvmOptions::default() };
    let program = compile_with(&options, source);
    #[repr(C)]
    #[derive(Default, PartialEq, Debug)]
    struct Pair(f64, i64);
    // SAFETY: the function is called with a result, a descriptor, and indices within its sizes.
    let at = unsafe { program.function::<fn(Address, Address, i64, i64)>("_mlir_ciface_at") };
    let mut data = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
    let p = data.as_mut_ptr();
    let (sizes, strides) = ([2, 3], [3, 1]);
    let memref = MemRefDescriptor { allocated: p, aligned: p, offset: 0, sizes, strides };
    let mut pair = Pair::default();
    at.unwrap().call(((&raw mut pair).cast(), (&raw const memref).cast_mut().cast(), 1, 2));
    assert_eq!(pair, Pair(5.0, 3));
}

#[test]
fn bare_pointers_are_passed() {
    let options = StdToLlvmOptions { bare_pointers: true, ..StdToLlvmOptions::default() };
    let program = compile_with(
        &options,
        "func private @twice(%x: memref<2x2xf64>, %i: index) -> memref<2x2xf64> {
           %0 = load %x[%i, %i] : memref<2x2xf64>
           %1 = addf %0, %0 : f64
           store %1, %x[%i, %i] : memref<2x2xf64>
           return %x : memref<2x2xf64>
         }
         func @run(%x: memref<2x2xf64>) -> (index, memref<2x2xf64>) {
           %c1 = constant 1 : index
           %0 = call @twice(%x, %c1) : (memref<2x2xf64>, index) -> memref<2x2xf64>
           %1 = dim %0, %c1 : memref<2x2xf64>
           return %1, %0 : index, memref<2x2xf64>
         }",
    );
    // SAFETY: the function is called with the address of four elements.
    let run = unsafe { program.function::<fn(Address) -> (i64, Address)>("run") }.unwrap();
    let mut data = [1.0, 2.0, 3.0, 4.0];
    let p: Address = data.as_mut_ptr().cast();
    assert_eq!(run.call((p,)), (2, p));
    assert_eq!(data, [1.0, 2.0, 3.0, 8.0]);
}

#[test]
fn arithmetic() {
    let program = compile(
        "func @rounded(%a: i64, %b: i64) -> (i64, i64) {
           %0 = floordivi_signed %a, %b : i64
           %1 = ceildivi_signed %a, %b : i64
           return %0, %1 : i64, i64
         }
         func @choose(%c: i1, %x: f64) -> f64 {
           %f = constant @twice : (f64) -> f64
           %0 = call_indirect %f(%x) : (f64) -> f64
           %1 = tanh %x : f64
           %2 = select %c, %0, %1 : f64
           assert %c, \"always\"
           return %2 : f64
         }
         func @twice(%x: f64) -> f64 {
           %0 = addf %x, %x : f64
           return %0 : f64
         }",
    );
    // SAFETY: the functions only compute.
    let rounded = unsafe { program.function::<fn(i64, i64) -> (i64, i64)>("rounded") }.unwrap();
    for (a, b, floor, ceil) in
        [(7, 2, 3, 4), (-7, 2, -4, -3), (7, -2, -4, -3), (-7, -2, 3, 4), (6, 3, 2, 2)]
    {
        assert_eq!(rounded.call((a, b)), (floor, ceil), "{a} / {b}");
    }
    // SAFETY: the function only computes, and stops unless the first argument is true.
    let choose = unsafe { program.function::<fn(bool, f64) -> f64>("choose") }.unwrap();
    assert_eq!(choose.call((true, 1.5)), 3.0);
}
