//! Invalid types and attributes.

use crate::{context, panic_of};
use mlir_lite::attributes::{ApInt, AttributeKind, DenseElements};
use mlir_lite::ir::prelude::*;
use mlir_lite::types::{DYNAMIC, TypeKind};

/// Checks that a call panics with a message that has this in it.
#[track_caller]
fn refused<T>(expected: &str, misuse: impl FnOnce() -> T) {
    let message = panic_of(misuse);
    assert!(message.contains(expected), "{message}");
}

#[test]
fn impossible_types() {
    let ctx = context();
    refused("an integer type of 16777216 bits", || ctx.integer_type(1 << 24));
    refused("a vector type with the size -4", || ctx.vector_type(&[-4], Type::F32));
    refused("a vector type with the size 0", || ctx.vector_type(&[2, 0], Type::F32));
    refused("a vector type with the size", || ctx.vector_type(&[DYNAMIC], Type::F32));
    refused("a vector type of 1 sizes, 2 of which", || {
        ctx.scalable_vector_type(&[4], &[true, false], Type::F32)
    });
    refused("a vector type of 'none'", || ctx.vector_type(&[4], Type::NONE));
    refused("a tensor type with the size -2", || ctx.tensor_type(&[1, -2], Type::F32));
    refused("a tensor type of 'none'", || ctx.tensor_type(&[1], Type::NONE));
    let tensor = ctx.tensor_type(&[1], Type::F32);
    refused("a tensor type of 'tensor<1xf32>'", || ctx.unranked_tensor_type(tensor));
    refused("a memref type with the size -7", || ctx.memref_type(&[-7], Type::F32));
    let function = ctx.function_type(&[], &[]);
    refused("a memref type of '() -> ()'", || ctx.memref_type(&[1], function));
    refused("a memref type of '() -> ()'", || ctx.unranked_memref_type(function, None));
    let layout = ctx.strided_attr(&[4, 1], 0);
    refused("a memref type of 1 sizes with a layout for 2", || {
        ctx.memref_type_with(&[4], Type::F32, Some(layout), None)
    });
    let map = ctx.affine_map_attr(ctx.identity_map(3));
    refused("a memref type of 2 sizes with a layout for 3", || {
        ctx.memref_type_with(&[4, 4], Type::F32, Some(map), None)
    });
    refused("memory space", || {
        ctx.memref_type_with(&[4], Type::F32, None, Some(ctx.array_attr(&[])))
    });
    refused("a complex type of 'index'", || ctx.intern_type(TypeKind::Complex(Type::INDEX)));
}

#[test]
fn impossible_attributes() {
    let ctx = context();
    refused("not a valid attribute: an integer of type 'f64'", || ctx.integer_attr(Type::F64, 3));
    refused("an integer of type 'none'", || ctx.integer_attr(Type::NONE, 3));
    let tensor = ctx.tensor_type(&[4], Type::F64);
    refused("an integer of type 'tensor<4xf64>'", || ctx.integer_attr(tensor, 3));
    refused("of type 'i32' with a value of 8 bits", || {
        ctx.apint_attr(Type::I32, ApInt::from_i64(8, 3))
    });
    refused("not a valid attribute: a floating point number of type 'i32'", || {
        ctx.float_attr(Type::I32, 1.0)
    });
    refused("a floating point number of type 'i32'", || ctx.float_bits_attr(Type::I32, 1));
    refused("with more than 16 bits", || ctx.float_bits_attr(Type::F16, 1 << 16));
    refused("3 elements of type f64", || ctx.dense_f64_attr(tensor, &[1.0, 2.0, 3.0]));
    refused("3 elements of type f64", || ctx.dense_f64_attr(tensor, &[1.0, 1.0, 1.0]));
    refused("0 elements of type f64", || ctx.dense_f64_attr(tensor, &[]));
    refused("4 elements of type f64 for 'tensor<4xi64>'", || {
        ctx.dense_f64_attr(ctx.tensor_type(&[4], Type::I64), &[0.0; 4])
    });
    refused("3 elements of type f64 for 'tensor<?xf64>'", || {
        ctx.dense_f64_attr(ctx.tensor_type(&[DYNAMIC], Type::F64), &[1.0, 2.0, 3.0])
    });
    let bytes = |count: usize| vec![0_u8; count].into();
    refused("in 24 bytes: it has 4 of 8", || {
        ctx.dense_attr(DenseElements::new(tensor, bytes(24), false))
    });
    refused("with one value for all in 7 bytes", || {
        ctx.dense_attr(DenseElements::new(tensor, bytes(7), true))
    });
    refused("dense elements of type 'f64'", || {
        ctx.dense_attr(DenseElements::new(Type::F64, bytes(8), false))
    });
    let large = ctx.tensor_type(&[1000], Type::F64);
    refused("in 7992 bytes: it has 1000 of 8", || {
        ctx.dense_attr(DenseElements::new(large, bytes(7992), false))
    });
    refused("an array of 5 bytes of elements 'i32'", || {
        ctx.intern_attribute(AttributeKind::DenseArray {
            element: Type::I32,
            data: vec![0; 5].into(),
        })
    });
    refused("an integer of 64 bits and type 'f64'", || {
        ctx.intern_attribute(AttributeKind::Integer {
            ty: Type::F64,
            value: ApInt::from_i64(64, 3),
        })
    });
}

/// The results of a map and the constraints of a set are of the dimensions and symbols that it has.
#[test]
fn impossible_maps_and_sets() {
    let ctx = context();
    let (d0, d2, s1) = (ctx.affine_dim(0), ctx.affine_dim(2), ctx.affine_symbol(1));
    let sum = ctx.affine_add(d0, ctx.affine_mul(d2, ctx.affine_constant(4)));
    for _ in 0..2 {
        // Also when it was tried before.
        refused("not a valid affine map: it uses d2, but has 1 dimensions", || {
            ctx.affine_map(1, 0, &[d0, sum])
        });
    }
    refused("not a valid affine map: it uses d0, but has 0 dimensions", || {
        ctx.affine_map(0, 3, &[d0])
    });
    refused("not a valid affine map: it uses s1, but has 1 symbols", || {
        ctx.affine_map(3, 1, &[s1])
    });
    let quotient = ctx.affine_floordiv(d0, s1);
    refused("not a valid affine set: it uses s1, but has 1 symbols", || {
        ctx.integer_set(1, 1, &[(d0, false), (quotient, true)])
    });
    refused("not a valid affine set: it uses d2, but has 2 dimensions", || {
        ctx.integer_set(2, 0, &[(d2, true)])
    });
    let map = ctx.affine_map(3, 2, &[sum, quotient]);
    assert_eq!(map.num_inputs(&ctx), 5);
    assert_eq!(ctx.integer_set(3, 0, &[(sum, true)]).contains(&ctx, &[-8, 0, 2], &[]), Some(true));
}

/// The message says whose call it was.
#[test]
fn the_location_of_the_misuse_is_reported() {
    let place = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let seen = std::sync::Arc::clone(&place);
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let file = info.location().map_or("", |location| location.file());
        if file.ends_with("names/data.rs") {
            *seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = file.to_string();
        }
    }));
    panic_of(|| context().integer_attr(Type::F64, 3));
    assert!(std::mem::take(&mut *place.lock().unwrap()).ends_with("names/data.rs"));
    panic_of(|| {
        let ctx = context();
        ctx.affine_map(0, 0, &[ctx.affine_dim(1)])
    });
    assert!(std::mem::take(&mut *place.lock().unwrap()).ends_with("names/data.rs"));
    panic_of(|| {
        let ctx = context();
        ctx.integer_set(0, 0, &[(ctx.affine_dim(1), true)])
    });
    std::panic::set_hook(before);
    assert!(place.lock().unwrap().ends_with("names/data.rs"));
}

#[test]
fn what_is_possible_is_made() {
    let ctx = context();
    assert_eq!(ctx.integer_type((1 << 24) - 1).bit_width(&ctx), Some((1 << 24) - 1));
    assert_eq!(ctx.float_attr(Type::F16, 1.5).ty(&ctx), Some(Type::F16));
    assert_eq!(ctx.float_attr(Type::BF16, 1.0), ctx.float_bits_attr(Type::BF16, 0x3f80));
    let empty = ctx.tensor_type(&[0, 4], Type::F64);
    assert_eq!(ctx.dense_f64_attr(empty, &[]).ty(&ctx), Some(empty));
    assert_eq!(ctx.vector_type(&[], Type::F32).shape(&ctx), Some(&[][..]));
    assert_eq!(ctx.integer_attr(Type::INDEX, -1).as_i64(&ctx), Some(-1));
}
