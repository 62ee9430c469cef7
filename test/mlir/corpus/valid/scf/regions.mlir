// scf.execute_region and scf.index_switch.

func.func @execute_region() {
  scf.execute_region {
    scf.yield
  }
  return
}

func.func @execute_region_result(%x: i32) -> i32 {
  %0 = scf.execute_region -> i32 {
    %1 = arith.addi %x, %x : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}

func.func @execute_region_blocks(%c: i1, %x: i32, %y: i32) -> i32 {
  %0 = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2(%y : i32)
  ^bb1:
    cf.br ^bb2(%x : i32)
  ^bb2(%v: i32):
    scf.yield %v : i32
  }
  return %0 : i32
}

func.func @execute_region_results(%x: i32, %y: f32) -> (i32, f32) {
  %0:2 = scf.execute_region -> (i32, f32) {
    scf.yield %x, %y : i32, f32
  }
  return %0#0, %0#1 : i32, f32
}

func.func @execute_region_no_inline() {
  scf.execute_region no_inline {
    scf.yield
  } {tag}
  return
}

func.func @index_switch(%n: index) {
  scf.index_switch %n
  case 2 {
    scf.yield
  }
  case 5 {
    %0 = arith.addi %n, %n : index
    scf.yield
  }
  default {
    scf.yield
  }
  return
}

func.func @index_switch_result(%n: index, %x: i32, %y: i32) -> i32 {
  %0 = scf.index_switch %n -> i32
  case 0 {
    scf.yield %x : i32
  }
  case -1 {
    %c = arith.constant 4 : i32
    scf.yield %c : i32
  }
  default {
    scf.yield %y : i32
  }
  return %0 : i32
}

func.func @index_switch_results(%n: index, %x: i32) -> (i32, index) {
  %0:2 = scf.index_switch %n {tag} -> i32, index
  case 1 {
    scf.yield %x, %n : i32, index
  }
  default {
    scf.yield %x, %n : i32, index
  }
  return %0#0, %0#1 : i32, index
}

func.func @index_switch_default(%n: index) {
  scf.index_switch %n
  default {
  }
  return
}
