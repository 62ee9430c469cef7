// The dialect 'index'.

func.func @functions(%a: index, %b: index) {
  %0 = index.add %a, %b
  %1 = index.sub %a, %b
  %2 = index.mul %a, %b
  %3 = index.divs %a, %b
  %4 = index.divu %a, %b
  %5 = index.ceildivs %a, %b
  %6 = index.ceildivu %a, %b
  %7 = index.floordivs %a, %b
  %8 = index.rems %a, %b
  %9 = index.remu %a, %b
  %10 = index.maxs %a, %b
  %11 = index.maxu %a, %b
  %12 = index.mins %a, %b
  %13 = index.minu %a, %b
  %14 = index.shl %a, %b
  %15 = index.shrs %a, %b
  %16 = index.shru %a, %b
  %17 = index.and %a, %b
  %18 = index.or %a, %b
  %19 = index.xor %a, %b
  return
}

func.func @with_attributes(%a: index, %b: index) -> index {
  %0 = index.add %a, %b {tag = 0 : i32}
  %1 = index.sub %0, %b {tag = 1 : i32}
  %2 = index.mul %1, %b {tag = 2 : i32}
  %3 = index.divs %2, %b {tag = 3 : i32}
  %4 = index.divu %3, %b {tag = 4 : i32}
  %5 = index.ceildivs %4, %b {tag = 5 : i32}
  %6 = index.ceildivu %5, %b {tag = 6 : i32}
  %7 = index.floordivs %6, %b {tag = 7 : i32}
  %8 = index.rems %7, %b {tag = 8 : i32}
  %9 = index.remu %8, %b {tag = 9 : i32}
  %10 = index.maxs %9, %b {tag = 10 : i32}
  %11 = index.maxu %10, %b {tag = 11 : i32}
  %12 = index.mins %11, %b {tag = 12 : i32}
  %13 = index.minu %12, %b {tag = 13 : i32}
  %14 = index.shl %13, %b {tag = 14 : i32}
  %15 = index.shrs %14, %b {tag = 15 : i32}
  %16 = index.shru %15, %b {tag = 16 : i32}
  %17 = index.and %16, %b {tag = 17 : i32}
  %18 = index.or %17, %b {tag = 18 : i32}
  %19 = index.xor %18, %b {tag = 19 : i32}
  return %19 : index
}

func.func @casts(%a: index, %i: i32, %j: i128) {
  %0 = index.casts %a : index to i64
  %1 = index.casts %i : i32 to index
  %2 = index.castu %a {tag} : index to i1
  %3 = index.castu %j : i128 to index
  return
}

func.func @comparisons(%a: index, %b: index) {
  %0 = index.cmp eq(%a, %b)
  %1 = index.cmp ne(%a, %b)
  %2 = index.cmp slt(%a, %b)
  %3 = index.cmp sle(%a, %b)
  %4 = index.cmp sgt(%a, %b)
  %5 = index.cmp sge(%a, %b)
  %6 = index.cmp ult(%a, %b)
  %7 = index.cmp ule(%a, %b)
  %8 = index.cmp ugt(%a, %b)
  %9 = index.cmp uge(%a, %b)
  %10 = index.cmp ult(%a, %b) {tag}
  return
}

func.func @constants() -> (index, index, i1, i1) {
  %0 = index.constant 42
  %1 = index.constant -1
  %2 = index.constant {tag} 42
  %3 = index.constant 9223372036854775807
  %4 = index.constant -9223372036854775808
  %5 = index.bool.constant true
  %6 = index.bool.constant {tag} false
  %7 = index.sizeof
  %8 = index.sizeof {tag}
  return %1, %3, %5, %6 : index, index, i1, i1
}

func.func @attribute() {
  "test.op"() {predicate = #index<cmp_predicate uge>} : () -> ()
  return
}
