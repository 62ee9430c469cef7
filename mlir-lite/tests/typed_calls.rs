//! Functions that were lowered from std are called with values of Rust.
#![cfg(feature = "llvm")]
#![allow(unsafe_code)]

use mlir_lite::Context;
use mlir_lite::conversions::{ScfToStdPass, StdToLlvmPass};
use mlir_lite::diagnostics::Diagnostics;
use mlir_lite::llvm::{JitProgram, JitSession, LlvmError, MemRef, MemRefMut, OptLevel};
use mlir_lite::pass::{PassManager, RunOptions};
use mlir_lite::text::{ParseOptions, parse_module};
use pretty_assertions::assert_eq;
use std::ffi::c_void;

fn compile_in(session: JitSession, source: &str) -> JitProgram {
    let ctx = Context::new();
    mlir_lite::register_all_dialects(&ctx);
    let file = ctx.sources().add("test.mlir", source).unwrap();
    let mut diagnostics = Diagnostics::new();
    let mut module =
        parse_module(&ctx, &file, ParseOptions::default(), &mut diagnostics).expect("valid text");
    let mut passes = PassManager::new();
    passes.add_pass(ScfToStdPass::new(&ctx));
    passes.add_pass(StdToLlvmPass::full(&ctx));
    passes.run(&mut module, &mut RunOptions::default(), &mut diagnostics).expect("it is lowered");
    JitProgram::in_session(session, &module).unwrap_or_else(|error| panic!("{error}"))
}

fn compile(source: &str) -> JitProgram {
    compile_in(JitSession::new(OptLevel::O2).unwrap(), source)
}

/// Numbers of all widths are passed and returned as they are.
#[test]
fn numbers() {
    let program = compile(
        "func @i8(%x: i8) -> i8 { return %x : i8 }
         func @i16(%x: i16) -> i16 { return %x : i16 }
         func @i32(%x: i32) -> i32 { return %x : i32 }
         func @i64(%x: i64) -> i64 { return %x : i64 }
         func @index(%x: index) -> index { return %x : index }
         func @f32(%x: f32) -> f32 { return %x : f32 }
         func @f64(%x: f64) -> f64 { return %x : f64 }
         func @not(%x: i1) -> i1 {
           %true = constant true
           %0 = xor %x, %true : i1
           return %0 : i1
         }",
    );
    // SAFETY: the functions only compute.
    unsafe {
        assert_eq!(program.function::<fn(i8) -> i8>("i8").unwrap().call((-128,)), -128);
        assert_eq!(program.function::<fn(u8) -> u8>("i8").unwrap().call((255,)), 255);
        assert_eq!(program.function::<fn(u16) -> i16>("i16").unwrap().call((65535,)), -1);
        assert_eq!(program.function::<fn(i32) -> i32>("i32").unwrap().call((-7,)), -7);
        assert_eq!(program.function::<fn(u64) -> u64>("i64").unwrap().call((1 << 63,)), 1 << 63);
        assert_eq!(program.function::<fn(usize) -> usize>("index").unwrap().call((42,)), 42);
        assert_eq!(program.function::<fn(f32) -> f32>("f32").unwrap().call((0.1,)), 0.1);
        let f64 = program.function::<fn(f64) -> f64>("f64").unwrap();
        assert_eq!(f64.call((-0.0,)).to_bits(), (-0.0f64).to_bits());
        let not = program.function::<fn(bool) -> bool>("not").unwrap();
        assert_eq!([not.call((true,)), not.call((false,))], [false, true]);
    }
}

/// Several results of different sizes are at the places that LLVM gives them.
#[test]
fn several_results() {
    let program = compile(
        "func @mixed(%a: i8, %b: f64, %c: i16, %d: f32) -> (i8, f64, i16, f32) {
           return %a, %b, %c, %d : i8, f64, i16, f32
         }
         func @two(%a: f32, %b: f32) -> (f32, f32) { return %b, %a : f32, f32 }
         func @none() { return }",
    );
    // SAFETY: the functions only compute.
    unsafe {
        type Mixed = fn(i8, f64, i16, f32) -> (i8, f64, i16, f32);
        let mixed = program.function::<Mixed>("mixed").unwrap();
        assert_eq!(mixed.call((-1, 0.5, -300, 2.25)), (-1, 0.5, -300, 2.25));
        let two = program.function::<fn(f32, f32) -> (f32, f32)>("two").unwrap();
        assert_eq!(two.call((1.0, 2.0)), (2.0, 1.0));
        program.function::<fn()>("none").unwrap().call(());
    }
}

/// Compiled code reads and writes Rust's memory, whatever is known of the sizes.
#[test]
fn memrefs_are_borrowed() {
    let program = compile(
        "func @scale(%m: memref<?x3xf64>, %by: f64) {
           %0 = constant 0 : index
           %1 = constant 1 : index
           %3 = constant 3 : index
           %n = dim %m, %0 : memref<?x3xf64>
           scf.for %i = %0 to %n step %1 {
             scf.for %j = %0 to %3 step %1 {
               %x = load %m[%i, %j] : memref<?x3xf64>
               %y = mulf %x, %by : f64
               store %y, %m[%i, %j] : memref<?x3xf64>
             }
           }
           return
         }
         func @number(%m: memref<i32>) -> i32 {
           %0 = load %m[] : memref<i32>
           return %0 : i32
         }",
    );
    let mut elements = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    // SAFETY: the functions access elements within the sizes, and the rows have three.
    unsafe {
        let scale = program.function::<fn(MemRef<f64, 2>, f64)>("scale").unwrap();
        scale.call((MemRefMut::new(&mut elements, [2, 3]).unwrap(), 10.0));
        scale.call((MemRefMut::new(&mut elements[..3], [1, 3]).unwrap(), 0.5));
        let number = program.function::<fn(MemRef<i32, 0>) -> i32>("number").unwrap();
        assert_eq!(number.call((MemRefMut::new(&mut [7], []).unwrap(),)), 7);
    }
    assert_eq!(elements, [5.0, 10.0, 15.0, 40.0, 50.0, 60.0]);
}

/// The memory that an iteration allocates on the stack is freed at its end: all of it would be
/// 768 MB. Code that is not optimized does not merge the allocations.
#[test]
fn stack_memory_of_iterations_is_freed() {
    let program = compile_in(
        JitSession::new(OptLevel::None).unwrap(),
        "func @sum(%n: index) -> f64 {
           %0 = constant 0 : index
           %1 = constant 1 : index
           %zero = constant 0.0 : f64
           %one = constant 1.0 : f64
           %sum = scf.for %i = %0 to %n step %1 iter_args(%so_far = %zero) -> (f64) {
             %m = alloca() : memref<32xf64>
             store %one, %m[%0] : memref<32xf64>
             %x = load %m[%0] : memref<32xf64>
             %next = addf %so_far, %x : f64
             scf.yield %next : f64
           }
           return %sum : f64
         }",
    );
    // SAFETY: the function accesses elements within the sizes.
    let sum = unsafe { program.function::<fn(usize) -> f64>("sum") }.unwrap();
    assert_eq!(sum.call((3_000_000,)), 3e6);
}

/// A memref that a function returns can be read, passed on, and freed.
#[test]
fn memrefs_are_returned() {
    let program = compile(
        "func @make(%n: index) -> (index, memref<?x2xi16>) {
           %0 = constant 0 : index
           %1 = constant 1 : index
           %2 = constant 2 : index
           %m = alloc(%n) : memref<?x2xi16>
           scf.for %i = %0 to %n step %1 {
             scf.for %j = %0 to %2 step %1 {
               %a = muli %i, %2 : index
               %b = addi %a, %j : index
               %c = index_cast %b : index to i16
               store %c, %m[%i, %j] : memref<?x2xi16>
             }
           }
           return %n, %m : index, memref<?x2xi16>
         }
         func @last(%m: memref<?x2xi16>) -> i16 {
           %0 = constant 0 : index
           %1 = constant 1 : index
           %n = dim %m, %0 : memref<?x2xi16>
           %i = subi %n, %1 : index
           %x = load %m[%i, %1] : memref<?x2xi16>
           return %x : i16
         }",
    );
    // SAFETY: what is returned was allocated, is used before it is freed, and freed once.
    unsafe {
        type Make = fn(usize) -> (usize, MemRef<i16, 2>);
        let (count, made) = program.function::<Make>("make").unwrap().call((3,));
        assert_eq!((count, made.sizes, made.strides), (3, [3, 2], [2, 1]));
        assert_eq!(made.to_vec(), [0, 1, 2, 3, 4, 5]);
        let last = program.function::<fn(MemRef<i16, 2>) -> i16>("last").unwrap();
        assert_eq!(last.call((MemRefMut::from_memref(made),)), 5);
        made.free();
    }
}

/// The elements of a transposed view are read in the order of the view.
#[test]
fn strides_are_followed() {
    let mut elements = [1u8, 2, 3, 4, 5, 6];
    let base = elements.as_mut_ptr();
    let columns =
        MemRef { allocated: base, aligned: base, offset: 1, sizes: [2, 2], strides: [1, 3] };
    // SAFETY: the view is within the elements.
    assert_eq!(unsafe { columns.to_vec() }, [2, 5, 3, 6]);
    let none = MemRef { sizes: [0, 5], ..columns };
    // SAFETY: it has no elements.
    assert_eq!(unsafe { none.to_vec() }, []);
}

#[test]
fn wrong_signatures_are_errors() {
    let program = compile(
        "func @f(%x: f64, %m: memref<2xf32>) -> i32 { \n%0 = constant 1 : i32\n return %0 : i32 }",
    );
    // SAFETY: no function is called.
    let error = unsafe { program.function::<fn(f64) -> i32>("f").unwrap_err() };
    assert_eq!(
        error.to_string(),
        "expected the signature (f64, ptr, ptr, i64, i64, i64) -> i32 of 'f', found (f64) -> i32"
    );
    // SAFETY: as above.
    let error = unsafe { program.function::<fn()>("g").unwrap_err() };
    assert!(matches!(error, LlvmError::UnknownSymbol(name) if name == "g"));
    // SAFETY: as above.
    assert!(unsafe { program.function::<fn(f64, MemRef<f32, 1>) -> i32>("f") }.is_ok());
}

/// The function that takes addresses has a name of its own; a program that has it keeps it.
#[test]
fn no_function_of_the_program_is_taken_for_a_packed_one() {
    let program = compile(
        "func @f(%x: f64) -> f64 { return %x : f64 }
         func @_mlir_lite_packed_f(%x: f64) -> f64 { return %x : f64 }",
    );
    // SAFETY: the functions only compute.
    unsafe {
        let error = program.function::<fn(f64) -> f64>("f").unwrap_err();
        assert!(matches!(error, LlvmError::UnknownSymbol(_)), "{error}");
        let own = program.function::<fn(f64) -> f64>("_mlir_lite_packed_f").unwrap();
        assert_eq!(own.call((2.5,)), 2.5);
    }
}

#[test]
fn sizes_of_any_product_are_compared() {
    let error = MemRefMut::new(&mut [1.0], [usize::MAX; 3]).unwrap_err();
    assert!(error.to_string().ends_with("found 1"), "{error}");
}

#[test]
fn programs_call_functions_of_rust() {
    extern "C" fn triple(x: i64) -> i64 {
        3 * x
    }
    let mut session = JitSession::new(OptLevel::None).unwrap();
    // SAFETY: the program declares it with this type.
    unsafe { session.define_symbol("triple", triple as *const c_void).unwrap() };
    let program = compile_in(
        session,
        "func private @triple(%x: i64) -> i64
         func @f(%x: i64) -> i64 {
           %0 = call @triple(%x) : (i64) -> i64
           return %0 : i64
         }",
    );
    // SAFETY: the functions only compute.
    let f = unsafe { program.function::<fn(i64) -> i64>("f").unwrap() };
    assert_eq!(f.call((14,)), 42);
}
