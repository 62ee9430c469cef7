// scf.forall with scf.forall.in_parallel.

func.func @forall(%n: index) {
  scf.forall (%i) in (%n) {
  }
  return
}

func.func @forall_constants() {
  scf.forall (%i, %j) in (4, 8) {
  }
  return
}

func.func @forall_mixed(%n: index, %m: memref<?x4xf32>, %x: f32) {
  scf.forall (%i, %j) in (%n, 4) {
    memref.store %x, %m[%i, %j] : memref<?x4xf32>
    scf.forall.in_parallel {
    }
  }
  return
}

func.func @forall_range(%n: index) {
  scf.forall (%i) = (0) to (%n) step (2) {
  }
  scf.forall (%i, %j) = (1, %n) to (100, 200) step (%n, 3) {
  }
  return
}

func.func @forall_attributes(%n: index) {
  scf.forall (%i) in (%n) {
  } {tag}
  return
}

func.func @forall_shared(%n: index, %t: tensor<8xf32>) -> tensor<8xf32> {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
    %1 = tensor.extract %o[%i] : tensor<8xf32>
    scf.forall.in_parallel {
    }
  }
  return %0 : tensor<8xf32>
}
