gpu.module @m {
  // expected-error@below {{'gpu.func' op expected void return type for kernel function}}
  gpu.func @k() -> f32 kernel {
    %c = arith.constant 1.0 : f32
    gpu.return %c : f32
  }
}

// -----

gpu.module @m {
  gpu.func @k(%a: f32) -> f32 {
    // expected-error@below {{'gpu.return' op expected 1 result operands}}
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k(%a: f32) -> i32 {
    // expected-error@below {{'gpu.return' op unexpected type 'f32' for operand #0}}
    gpu.return %a : f32
  }
}

// -----

gpu.module @m {
  // expected-error@below {{'gpu.func' op expected memref type in attribution}}
  gpu.func @k(%a: f32) workgroup(%w : f32) {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@below {{'gpu.func' op expected memory space workgroup in attribution}}
  gpu.func @k(%a: f32) workgroup(%w : memref<1xf32, #gpu.address_space<private>>) {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@below {{'gpu.func' op expected memory space private in attribution}}
  gpu.func @k() private(%w : memref<1xf32, #gpu.address_space<workgroup>>) {
    gpu.return
  }
}

// -----

// expected-error@below {{'gpu.func' op expects parent op 'gpu.module'}}
gpu.func @k() {
  gpu.return
}

// -----

func.func @f() {
  // expected-error@below {{'gpu.return' op expects parent op 'gpu.func'}}
  gpu.return
}

// -----

func.func @f() {
  // expected-error@below {{'gpu.terminator' op expects parent op 'gpu.launch'}}
  gpu.terminator
}

// -----

func.func @f() {
  // expected-error@below {{expected one of x, y, z, found 'w'}}
  %0 = gpu.thread_id w
  return
}

// -----

func.func @f() {
  // expected-error@below {{'gpu.thread_id' op attribute 'dimension' failed to satisfy constraint: a dimension, either 'x', 'y', or 'z'}}
  %0 = "gpu.thread_id"() {dimension = 1} : () -> index
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error@below {{'gpu.all_reduce' op expected either an op attribute or a non-empty body}}
  %0 = gpu.all_reduce %f {
  } : (f32) -> f32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error@below {{'gpu.all_reduce' op expected either an op attribute or a non-empty body}}
  %0 = gpu.all_reduce add %f {
  ^bb0(%x: f32, %y: f32):
    gpu.yield %x : f32
  } : (f32) -> f32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error@below {{'gpu.all_reduce' op `and` reduction operation is not compatible with type 'f32'}}
  %0 = gpu.all_reduce and %f {
  } : (f32) -> f32
  return
}

// -----

func.func @f(%f: i32) {
  // expected-error@below {{'gpu.all_reduce' op `minnumf` reduction operation is not compatible with type 'i32'}}
  %0 = gpu.all_reduce minnumf %f {
  } : (i32) -> i32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error@below {{'gpu.all_reduce' op expected two region arguments}}
  %0 = gpu.all_reduce %f {
  ^bb0(%x: f32):
    gpu.yield %x : f32
  } : (f32) -> f32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error@below {{'gpu.all_reduce' op incorrect region argument type}}
  %0 = gpu.all_reduce %f {
  ^bb0(%x: f32, %y: i32):
    gpu.yield %x : f32
  } : (f32) -> f32
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error@below {{'gpu.all_reduce' op expected one gpu.yield operand}}
  %0 = gpu.all_reduce %f {
  ^bb0(%x: f32, %y: f32):
    gpu.yield
  } : (f32) -> f32
  return
}

// -----

func.func @f(%f: f32, %i: i32) {
  // expected-error@below {{'gpu.all_reduce' op incorrect gpu.yield type}}
  %0 = gpu.all_reduce %f {
  ^bb0(%x: f32, %y: f32):
    %c = arith.constant 1 : i32
    gpu.yield %c : i32
  } : (f32) -> f32
  return
}

// -----

func.func @f(%f: f32, %i: i32) {
  // expected-error@below {{expected one of xor, down, up, idx, found 'left'}}
  %0, %1 = gpu.shuffle left %f, %i, %i : f32
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%f: f32, %i: index) {
  // expected-error@below {{use of value '%i' expects different type than prior uses: 'i32' vs 'index'}}
  %0, %1 = gpu.shuffle xor %f, %i, %i : f32
  return
}

// -----

// expected-error@below {{expected one of global, workgroup, private, found 'shared'}}
func.func @f(%a: memref<4xf32, #gpu.address_space<shared>>) {
  return
}
