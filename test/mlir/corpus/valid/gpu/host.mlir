// Launches, memory of devices, and the order of work.

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%a: memref<32xf32>, %i: index) kernel {
      gpu.return
    }
    gpu.func @nothing() kernel {
      gpu.return
    }
  }
  func.func @launches(%n: index, %b: i32, %m: !gpu.async.token) {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      %0 = arith.addi %bx, %gx : index
      %1 = arith.addi %tx, %sx : index
      gpu.terminator
    }
    %t = gpu.wait async
    %1 = gpu.launch async [%t] blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) dynamic_shared_memory_size %b module(@m) function(@k) workgroup(%w : memref<32xf32, 3>) private(%p : memref<1xf32, 5>) {
      gpu.terminator
    } {a}
    %2 = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>>, %v : memref<2xi8, 3>) {
      cf.br ^bb1
    ^bb1:
      gpu.terminator {a}
    }
    gpu.launch clusters(%cx, %cy, %cz) in (%kx = %n, %ky = %n, %kz = %n) blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) private(%p : memref<1xf32, #gpu.address_space<private>>) {
      gpu.terminator
    }
    return
  }
  func.func @by_name(%x: !gpu.async.token, %n: index, %m: memref<32xf32>, %b: i32, %l: i64) {
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%m : memref<32xf32>, %n : index)
    %0 = gpu.wait async
    %1 = gpu.launch_func async [%0] @m::@k clusters in (%n, %n, %n) blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %b args(%m : memref<32xf32>, %n : index) {a}
    %2 = gpu.launch_func async @m::@nothing blocks in (%l, %l, %l) threads in (%l, %l, %l) : i64
    gpu.launch_func @m::@nothing blocks in (%n, %n, %n) threads in (%n, %n, %n) {a}
    gpu.launch_func @m::@nothing blocks in (%b, %b, %b) threads in (%b, %b, %b) : i32 dynamic_shared_memory_size %b
    gpu.wait [%1, %2]
    %3 = gpu.wait async [%0] {a}
    gpu.wait
    return
  }
  func.func @memory(%x: !gpu.async.token, %n: index, %m: memref<32xf32>, %u: memref<*xf32>, %f: f32, %d: i32) {
    %0 = gpu.alloc () : memref<4xf32>
    %1 = gpu.alloc host_shared (%n) {a} : memref<?xf32>
    %t = gpu.wait async
    %2, %t2 = gpu.alloc async [%t] (%n) : memref<?xf32, 1>
    gpu.dealloc %0 : memref<4xf32>
    %t3 = gpu.dealloc async [%t, %t2] %1 {a} : memref<?xf32>
    gpu.memcpy %m, %m : memref<32xf32>, memref<32xf32>
    %t4 = gpu.memcpy async [%t] %m, %1 : memref<32xf32>, memref<?xf32> {a}
    gpu.memset %m, %f : memref<32xf32>, f32
    %t5 = gpu.memset async %m, %f : memref<32xf32>, f32
    gpu.host_register %u : memref<*xf32>
    gpu.host_register %u {a} : memref<*xf32>
    gpu.host_unregister %u : memref<*xf32>
    gpu.host_unregister %u {a} : memref<*xf32>
    gpu.set_default_device %d
    gpu.set_default_device {a} %d
    return
  }
  func.func private @tokens(!gpu.async.token) -> !gpu.async.token
  func.func private @spaces(memref<1xf32, #gpu.address_space<global>>, memref<1xf32, #gpu.address_space<workgroup>>)
}
