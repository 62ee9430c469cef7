func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    // expected-error@below {{'func.return' op expects parent op 'func.func'}}
    return
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@below {{'gpu.launch' op unexpected number of region arguments}}
  "gpu.launch"(%n, %n, %n, %n, %n, %n) ({
    "gpu.terminator"() : () -> ()
  }) {operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>} : (index, index, index, index, index, index) -> ()
  return
}

// -----

module {
  gpu.module @m {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    // expected-error@below {{'gpu.launch_func' op expected the closest surrounding module to have the 'gpu.container_module' attribute}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%a: f32) kernel {
      gpu.return
    }
    gpu.func @d() {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    // expected-error@below {{'gpu.launch_func' op got 0 kernel operands but expected 1}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%a: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    // expected-error@below {{'gpu.launch_func' op type of function argument 0 does not match}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%n : index)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @d() {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    // expected-error@below {{'gpu.launch_func' op kernel function is missing the 'gpu.kernel' attribute}}
    gpu.launch_func @m::@d blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

// expected-note@below {{see the symbol table here}}
module attributes {gpu.container_module} {
  func.func @f(%n: index) {
    // expected-error@below {{'gpu.launch_func' op cannot resolve '@m::@d': component #0, '@m', is not a symbol of its table}}
    gpu.launch_func @m::@d blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  // expected-note@below {{see the symbol table here}}
  gpu.module @m {
  }
  func.func @f(%n: index) {
    // expected-error@below {{'gpu.launch_func' op cannot resolve '@m::@d': component #1, '@d', is not a symbol of its table}}
    gpu.launch_func @m::@d blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  func.func @f(%n: index) {
    // expected-error@below {{'gpu.launch_func' op expected a kernel of a module: '@module::@kernel'}}
    gpu.launch_func @f blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<5xf32>) {
  // expected-error@below {{'gpu.memcpy' op arguments have incompatible shape}}
  gpu.memcpy %a, %b : memref<4xf32>, memref<5xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xi32>) {
  // expected-error@below {{'gpu.memcpy' op arguments have incompatible element type}}
  gpu.memcpy %a, %b : memref<4xf32>, memref<4xi32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: i32) {
  // expected-error@below {{'gpu.memset' op failed to verify that all of {dst, value} have same element type}}
  gpu.memset %a, %b : memref<4xf32>, i32
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@below {{'gpu.alloc' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = gpu.alloc (%n) : memref<4xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error@below {{'gpu.host_register' op operand #0 must be unranked.memref of any type values, but got 'memref<4xf32>'}}
  gpu.host_register %a : memref<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@below {{needs to be named when marked 'async'}}
  gpu.wait async
  return
}

// -----

// expected-error@below {{unknown type 'token' in dialect 'gpu'. If this is intended, use -allow-unregistered-dialect}}
func.func @f(%a: !gpu.token) {
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%n: i32) {
  // expected-error@below {{use of value '%n' expects different type than prior uses: 'index' vs 'i32'}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  return
}

// -----

// expected-note@below {{prior use here}}
func.func @f(%n: index) {
  // expected-error@below {{use of value '%n' expects different type than prior uses: 'i32' vs 'index'}}
  gpu.set_default_device %n
  return
}
