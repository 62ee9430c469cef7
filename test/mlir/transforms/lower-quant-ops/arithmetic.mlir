// Casts become arithmetic on integers: rounded to even, clamped before the conversion, NaN at the zero point.
// RUN: mlir-lite-opt %s --lower-quant-ops --canonicalize | FileCheck %s

// CHECK-LABEL: func @quantize(
func @quantize(%x: f32) -> i8 {
  // CHECK: %[[QUOTIENT:.*]] = divf %arg0, %{{.*}} : f32
  // CHECK-NEXT: %[[ROUNDED:.*]] = roundeven %[[QUOTIENT]] : f32
  // CHECK-NEXT: %[[IS_NAN:.*]] = cmpf "uno", %[[ROUNDED]], %[[ROUNDED]] : f32
  // CHECK-NEXT: %[[NUMBER:.*]] = select %[[IS_NAN]], %{{.*}}, %[[ROUNDED]] : f32
  // CHECK-NEXT: %[[IS_LOW:.*]] = cmpf "olt", %[[NUMBER]], %[[LEAST:.*]] : f32
  // CHECK-NEXT: %[[RAISED:.*]] = select %[[IS_LOW]], %[[LEAST]], %[[NUMBER]] : f32
  // CHECK-NEXT: %[[IS_HIGH:.*]] = cmpf "ogt", %[[RAISED]], %[[GREATEST:.*]] : f32
  // CHECK-NEXT: %[[CLAMPED:.*]] = select %[[IS_HIGH]], %[[GREATEST]], %[[RAISED]] : f32
  // CHECK-NEXT: %[[FIXED:.*]] = fptosi %[[CLAMPED]] : f32 to i32
  // CHECK-NEXT: %[[AFFINE:.*]] = addi %[[FIXED]], %{{.*}} : i32
  // CHECK-NEXT: %[[STORED:.*]] = trunci %[[AFFINE]] : i32 to i8
  // CHECK-NEXT: return %[[STORED]] : i8
  %0 = "quant.qcast"(%x) : (f32) -> !quant.uniform<u8:f32, 0.1:128>
  %1 = "quant.scast"(%0) : (!quant.uniform<u8:f32, 0.1:128>) -> i8
  return %1 : i8
}

// CHECK-LABEL: func @dequantize(
func @dequantize(%x: i8) -> f32 {
  // CHECK: %[[AFFINE:.*]] = zexti %arg0 : i8 to i32
  // CHECK-NEXT: %[[FIXED:.*]] = subi %[[AFFINE]], %c128_i32 : i32
  // CHECK-NEXT: %[[NUMBER:.*]] = sitofp %[[FIXED]] : i32 to f32
  // CHECK-NEXT: %[[REAL:.*]] = mulf %[[NUMBER]], %{{.*}} : f32
  // CHECK-NEXT: return %[[REAL]] : f32
  %0 = "quant.scast"(%x) : (i8) -> !quant.uniform<u8:f32, 0.1:128>
  %1 = "quant.dcast"(%0) : (!quant.uniform<u8:f32, 0.1:128>) -> f32
  return %1 : f32
}

// Numbers of 16 bits and their differences are no floats of 16 bits: the limits are floats of 32 bits.
// CHECK-LABEL: func @wide(
func @wide(%x: f16) -> i16 {
  // CHECK: roundeven %{{.*}} : f16
  // CHECK-NEXT: fpext %{{.*}} : f16 to f32
  %0 = "quant.qcast"(%x) : (f16) -> !quant.uniform<i16:f16, 0.5>
  %1 = "quant.scast"(%0) : (!quant.uniform<i16:f16, 0.5>) -> i16
  return %1 : i16
}

// CHECK-LABEL: func @per_axis(
func @per_axis(%x: tensor<?x2xf32>) -> tensor<?x2x!quant.uniform<i8:f32:1, {0.5, 2.0:3}>> {
  // CHECK: dynamic_tensor_from_elements
  // CHECK: extract_element %{{.*}}[%{{.*}}] : tensor<2xf32>
  // CHECK: "quant.scast"(%{{.*}}) : (tensor<?x2xi8>) -> tensor<?x2x!quant.uniform<i8:f32:1, {5.000000e-01,2.000000e+00:3}>>
  %0 = "quant.qcast"(%x) : (tensor<?x2xf32>) -> tensor<?x2x!quant.uniform<i8:f32:1, {0.5, 2.0:3}>>
  return %0 : tensor<?x2x!quant.uniform<i8:f32:1, {0.5, 2.0:3}>>
}

// Nothing says how these numbers are converted, or how many there are.
// CHECK-LABEL: func @kept(
func @kept(%x: f32, %y: tensor<*xf32>) -> (!quant.any<i8:f32>, tensor<*x!quant.uniform<i8:f32, 0.5>>) {
  // CHECK-NEXT: "quant.qcast"(%arg0)
  %0 = "quant.qcast"(%x) : (f32) -> !quant.any<i8:f32>
  // CHECK-NEXT: "quant.qcast"(%arg1)
  %1 = "quant.qcast"(%y) : (tensor<*xf32>) -> tensor<*x!quant.uniform<i8:f32, 0.5>>
  return %0, %1 : !quant.any<i8:f32>, tensor<*x!quant.uniform<i8:f32, 0.5>>
}
