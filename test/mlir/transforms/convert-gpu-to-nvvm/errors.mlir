// What a kernel for NVIDIA's processors cannot have.
// RUN: mlir-lite-opt %s --split-input-file --convert-gpu-to-nvvm --verify-diagnostics

gpu.module @reduction_of_a_block {
  gpu.func @k(%a: f32) kernel {
    // expected-error@below {{`gpu.all_reduce` is not converted to nvvm}}
    %0 = gpu.all_reduce add %a uniform {
    } : (f32) -> f32
    gpu.return
  }
}

// -----

gpu.module @exchange_of_halves {
  gpu.func @k(%a: f16, %n: i32) kernel {
    // expected-error@below {{threads exchange numbers of 32 or 64 bits on these processors, found 'f16'}}
    %0, %valid = gpu.shuffle xor %a, %n, %n : f16
    gpu.return
  }
}

// -----

gpu.module @text {
  gpu.func @k() kernel {
    // expected-error@below {{`gpu.printf` is not converted to nvvm}}
    gpu.printf "text"
    gpu.return
  }
}
