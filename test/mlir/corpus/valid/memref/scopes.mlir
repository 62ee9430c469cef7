// Regions at whose end memory on the stack is freed.

func.func @scope() {
  memref.alloca_scope  {
    %alloca = memref.alloca() : memref<4xf32>
  }
  return
}

func.func @scope_with_results(%x: f32, %i: index) -> (f32, index) {
  %0:2 = memref.alloca_scope -> (f32, index)  {
    %alloca = memref.alloca() : memref<4xf32>
    memref.store %x, %alloca[%i] : memref<4xf32>
    %1 = memref.load %alloca[%i] : memref<4xf32>
    memref.alloca_scope.return %1, %i : f32, index
  } {tag}
  return %0#0, %0#1 : f32, index
}
