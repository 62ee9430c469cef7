// Two types of one key.
// RUN: mlir-lite-opt %s --quant-unify-coupled --verify-diagnostics

func @f(%a: !quant.uniform<i8:f32, 2.0>, %b: !quant.uniform<i8:f32, 3.0>) {
  // expected-note@below {{one of these is here}}
  %0 = "quant.coupled_ref"(%a) {coupledKey = "a"} : (!quant.uniform<i8:f32, 2.0>) -> !quant.uniform<i8:f32, 2.0>
  // expected-error@below {{'quant.coupled_ref' op is quantized with another type than others of its key}}
  %1 = "quant.coupled_ref"(%b) {coupledKey = "a"} : (!quant.uniform<i8:f32, 3.0>) -> !quant.uniform<i8:f32, 3.0>
  return
}
