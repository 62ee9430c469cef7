// The functions of -7 and 3, computed by hand: before and after canonicalize, and as LLVM's ops.
// RUN: mlir-lite-opt %s --run=functions | FileCheck %s
// RUN: mlir-lite-opt %s --canonicalize --run=functions | FileCheck %s
// RUN: mlir-lite-opt %s --convert-to-llvm --run=functions | FileCheck %s --check-prefix=LLVM
// RUN: mlir-lite-opt %s --run=others | FileCheck %s --check-prefix=OTHERS
// RUN: mlir-lite-opt %s --canonicalize --run=others | FileCheck %s --check-prefix=OTHERS
// RUN: mlir-lite-opt %s --convert-to-llvm --run=others | FileCheck %s --check-prefix=OTHERS-LLVM
// RUN: mlir-lite-opt %s --convert-index-to-llvm --spelling=upstream | FileCheck %s --check-prefix=PART

// CHECK: -4 : index
// CHECK-NEXT: -10 : index
// CHECK-NEXT: -21 : index
// CHECK-NEXT: -2 : index
// CHECK-NEXT: 6148914691236517203 : index
// CHECK-NEXT: -2 : index
// CHECK-NEXT: 6148914691236517203 : index
// CHECK-NEXT: -3 : index
// CHECK-NEXT: -1 : index
// CHECK-NEXT: 0 : index
// CHECK-NEXT: 3 : index
// CHECK-NEXT: -7 : index
// CHECK-NEXT: -7 : index
// CHECK-NEXT: 3 : index
// CHECK-NEXT: -56 : index
// CHECK-NEXT: -1 : index
// CHECK-NEXT: 2305843009213693951 : index
// CHECK-NEXT: 1 : index
// CHECK-NEXT: -5 : index
// CHECK-NEXT: -6 : index

// LLVM: (-4, -10, -21, -2, 6148914691236517203, -2, 6148914691236517203, -3, -1, 0, 3, -7, -7, 3, -56, -1, 2305843009213693951, 1, -5, -6) :

func.func @functions() -> (index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index) {
  %a = index.constant -7
  %b = index.constant 3
  %0:20 = call @all(%a, %b) : (index, index) -> (index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11, %0#12, %0#13, %0#14, %0#15, %0#16, %0#17, %0#18, %0#19
      : index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index
}

func.func @all(%a: index, %b: index) -> (index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index) {
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
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19
      : index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index, index
}

// OTHERS: true
// OTHERS-NEXT: false
// OTHERS-NEXT: -7 : i32
// OTHERS-NEXT: -56 : index
// OTHERS-NEXT: 200 : index
// OTHERS-NEXT: -7 : i4
// OTHERS-NEXT: 64 : index
// OTHERS-NEXT: 4 : index
// OTHERS-NEXT: -4 : index
// OTHERS-NEXT: -3 : index
// OTHERS-NEXT: true
// OTHERS-NEXT: false

// OTHERS-LLVM: (true, false, -7, -56, 200, -7, 64, 4, -4, -3, true, false) :

func.func @others() -> (i1, i1, i32, index, index, i4, index, index, index, index, i1, i1) {
  %a = index.constant -7
  %b = index.constant 3
  %c = index.constant 7
  %d = index.constant 2
  %e = index.constant -2
  %i = arith.constant -56 : i8
  %0:12 = call @all_others(%a, %b, %c, %d, %e, %i)
      : (index, index, index, index, index, i8) -> (i1, i1, i32, index, index, i4, index, index, index, index, i1, i1)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7, %0#8, %0#9, %0#10, %0#11
      : i1, i1, i32, index, index, i4, index, index, index, index, i1, i1
}

func.func @all_others(%a: index, %b: index, %c: index, %d: index, %e: index, %i: i8)
    -> (i1, i1, i32, index, index, i4, index, index, index, index, i1, i1) {
  %0 = index.cmp slt(%a, %b)
  %1 = index.cmp ult(%a, %b)
  %2 = index.casts %a : index to i32
  %3 = index.casts %i : i8 to index
  %4 = index.castu %i : i8 to index
  %5 = index.castu %a : index to i4
  %6 = index.sizeof
  %7 = index.ceildivu %c, %d
  %8 = index.floordivs %c, %e
  %9 = index.ceildivs %c, %e
  %10 = index.bool.constant true
  %11 = index.cmp ne(%a, %a)
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11
      : i1, i1, i32, index, index, i4, index, index, index, index, i1, i1
}

// Other dialects stay.
// PART-LABEL: func.func @part(%arg0: index, %arg1: index) -> i1
// PART: [[A:%.*]] = builtin.unrealized_conversion_cast %arg0 : index to i64
// PART: [[S:%.*]] = llvm.add [[A]], {{%.*}} : i64
// PART: [[C:%.*]] = builtin.unrealized_conversion_cast [[S]] : i64 to index
// PART: arith.muli [[C]], %arg1 : index
// PART: llvm.icmp "ult"
func.func @part(%a: index, %b: index) -> i1 {
  %0 = index.add %a, %b
  %1 = arith.muli %0, %b : index
  %2 = index.cmp ult(%1, %a)
  return %2 : i1
}
