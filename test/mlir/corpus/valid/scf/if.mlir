// scf.if.

func.func @if(%c: i1) {
  scf.if %c {
  }
  return
}

func.func @if_else(%c: i1, %m: memref<f32>, %x: f32, %y: f32) {
  scf.if %c {
    memref.store %x, %m[] : memref<f32>
  } else {
    memref.store %y, %m[] : memref<f32>
  }
  return
}

func.func @if_empty_else(%c: i1) {
  scf.if %c {
  } else {
  }
  return
}

func.func @if_result(%c: i1, %x: f32, %y: f32) -> f32 {
  %0 = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
    scf.yield %y : f32
  }
  return %0 : f32
}

func.func @if_results(%c: i1, %x: f32, %n: index) -> (f32, index) {
  %0:2 = scf.if %c -> (f32, index) {
    scf.yield %x, %n : f32, index
  } else {
    %1 = arith.addi %n, %n : index
    scf.yield %x, %1 : f32, index
  } {tag}
  return %0#0, %0#1 : f32, index
}

func.func @if_chain(%a: i1, %b: i1, %n: i32) -> i32 {
  %0 = scf.if %a -> (i32) {
    scf.yield %n : i32
  } else {
    %1 = scf.if %b -> (i32) {
      %c1 = arith.constant 1 : i32
      scf.yield %c1 : i32
    } else {
      %c2 = arith.constant 2 : i32
      scf.yield %c2 : i32
    }
    scf.yield %1 : i32
  }
  return %0 : i32
}

func.func @if_function_result(%c: i1, %f: () -> ()) -> (() -> ()) {
  %0 = scf.if %c -> (() -> ()) {
    scf.yield %f : () -> ()
  } else {
    scf.yield %f : () -> ()
  }
  return %0 : () -> ()
}

func.func @if_attributes(%c: i1) {
  scf.if %c {
  } {likely = true}
  return
}
