// Folds of the llvm dialect: what mlir-opt 22 leaves, and fewer ops where a part of an inserted value
// is extracted.
// RUN: mlir-lite-opt %s --canonicalize --allow-unregistered-dialect --spelling=upstream | FileCheck %s

// A field is found through the ops that insert others, as the lowering of memrefs makes them.
// CHECK-LABEL: @descriptor(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[I:.*]]: i64)
// CHECK-NEXT: %[[E:.*]] = llvm.getelementptr %[[P]][%[[I]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.return %[[E]]
llvm.func @descriptor(%p: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %1 = llvm.insertvalue %p, %0[0] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %2 = llvm.insertvalue %p, %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %3 = llvm.insertvalue %i, %2[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %4 = llvm.extractvalue %3[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %5 = llvm.getelementptr %4[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.return %5 : !llvm.ptr
}

// CHECK-LABEL: @parts(
// CHECK-SAME: %[[A:.*]]: i32, %[[S:.*]]: !llvm.struct<(i32, struct<(i32, f32)>)>, %[[IN:.*]]: !llvm.struct<(i32, f32)>)
llvm.func @parts(
    %a: i32, %s: !llvm.struct<(i32, struct<(i32, f32)>)>, %in: !llvm.struct<(i32, f32)>) {
  // CHECK: %[[E1:.*]] = llvm.extractvalue %[[S]][1, 1]
  // CHECK: "x.e1"(%[[E1]])
  %e0 = llvm.extractvalue %s[1] : !llvm.struct<(i32, struct<(i32, f32)>)>
  %e1 = llvm.extractvalue %e0[1] : !llvm.struct<(i32, f32)>
  "x.e1"(%e1) : (f32) -> ()
  // CHECK: %[[E2:.*]] = llvm.extractvalue %[[IN]][0]
  // CHECK: "x.e2"(%[[E2]])
  %i0 = llvm.insertvalue %in, %s[1] : !llvm.struct<(i32, struct<(i32, f32)>)>
  %e2 = llvm.extractvalue %i0[1, 0] : !llvm.struct<(i32, struct<(i32, f32)>)>
  "x.e2"(%e2) : (i32) -> ()
  // A part of it is new.
  // CHECK: %[[I1:.*]] = llvm.insertvalue %[[A]], %[[S]][1, 0]
  // CHECK: %[[E3:.*]] = llvm.extractvalue %[[I1]][1]
  // CHECK: "x.e3"(%[[E3]])
  %i1 = llvm.insertvalue %a, %s[1, 0] : !llvm.struct<(i32, struct<(i32, f32)>)>
  %e3 = llvm.extractvalue %i1[1] : !llvm.struct<(i32, struct<(i32, f32)>)>
  "x.e3"(%e3) : (!llvm.struct<(i32, f32)>) -> ()
  // CHECK: %[[E4:.*]] = llvm.extractvalue %[[S]][0]
  // CHECK: "x.e4"(%[[E4]])
  %e4 = llvm.extractvalue %i1[0] : !llvm.struct<(i32, struct<(i32, f32)>)>
  "x.e4"(%e4) : (i32) -> ()
  llvm.return
}

// CHECK-LABEL: @constants(
// CHECK-DAG: %[[TWO:.*]] = llvm.mlir.constant(2.000000e+00 : f32) : f32
// CHECK-DAG: %[[WIDE:.*]] = llvm.mlir.constant(200 : i64) : i64
// CHECK-DAG: %[[SHIFTED:.*]] = llvm.mlir.constant(16 : i32) : i32
// CHECK-DAG: %[[OR:.*]] = llvm.mlir.constant(3 : i32) : i32
// CHECK-DAG: %[[POISON:.*]] = llvm.mlir.poison : i32
// CHECK-DAG: %[[UNDEF:.*]] = llvm.mlir.undef : i32
// CHECK-DAG: %[[ZERO:.*]] = llvm.mlir.zero : i32
llvm.func @constants() {
  // CHECK: "x.e1"(%[[POISON]])
  %0 = llvm.mlir.poison : !llvm.struct<(i32, f32)>
  %e0 = llvm.extractvalue %0[0] : !llvm.struct<(i32, f32)>
  "x.e1"(%e0) : (i32) -> ()
  // CHECK: "x.e2"(%[[UNDEF]])
  %1 = llvm.mlir.undef : !llvm.struct<(i32, f32)>
  %e1 = llvm.extractvalue %1[0] : !llvm.struct<(i32, f32)>
  "x.e2"(%e1) : (i32) -> ()
  // CHECK: "x.e3"(%[[ZERO]])
  %2 = llvm.mlir.zero : !llvm.struct<(i32, f32)>
  %e2 = llvm.extractvalue %2[0] : !llvm.struct<(i32, f32)>
  "x.e3"(%e2) : (i32) -> ()
  // CHECK: "x.e4"(%[[TWO]])
  %3 = llvm.mlir.constant([1 : i32, 2.0 : f32]) : !llvm.struct<(i32, f32)>
  %e3 = llvm.extractvalue %3[1] : !llvm.struct<(i32, f32)>
  "x.e4"(%e3) : (f32) -> ()
  // A byte of 200 without a sign.
  // CHECK: "x.e5"(%[[WIDE]])
  %c200 = llvm.mlir.constant(-56 : i8) : i8
  %e4 = llvm.zext %c200 : i8 to i64
  "x.e5"(%e4) : (i64) -> ()
  // CHECK: "x.e6"(%[[SHIFTED]], %[[OR]])
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %e5 = llvm.shl %c2, %c3 : i32
  %e6 = llvm.or %c2, %c3 : i32
  "x.e6"(%e5, %e6) : (i32, i32) -> ()
  // Shifts too far, and results that flags may make poison, stay.
  // CHECK: llvm.shl
  // CHECK: llvm.shl {{.*}} overflow<nsw>
  // CHECK: llvm.or disjoint
  // CHECK: llvm.zext nneg
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %e7 = llvm.shl %c2, %c32 : i32
  %e8 = llvm.shl %c2, %c3 overflow<nsw> : i32
  %e9 = llvm.or disjoint %c2, %c3 : i32
  %e10 = llvm.zext nneg %c200 : i8 to i64
  "x.e7"(%e7, %e8, %e9, %e10) : (i32, i32, i32, i64) -> ()
  llvm.return
}

// CHECK-LABEL: @addresses(
// CHECK-SAME: %[[P:.*]]: !llvm.ptr, %[[A:.*]]: i32)
// CHECK-DAG: %[[TRUE:.*]] = llvm.mlir.constant(true) : i1
// CHECK-DAG: %[[FALSE:.*]] = llvm.mlir.constant(false) : i1
llvm.func @addresses(%p: !llvm.ptr, %a: i32) {
  // CHECK: "x.e1"(%[[P]], %[[P]])
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %e0 = llvm.getelementptr %p[%c0] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %e1 = llvm.getelementptr inbounds %p[0] : (!llvm.ptr) -> !llvm.ptr, i32
  "x.e1"(%e0, %e1) : (!llvm.ptr, !llvm.ptr) -> ()
  // CHECK: %[[E2:.*]] = llvm.getelementptr %[[P]][2] : (!llvm.ptr) -> !llvm.ptr, i32
  // CHECK: %[[E3:.*]] = llvm.getelementptr %[[P]][0, %[[A]], 2] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<4 x array<4 x i32>>
  // CHECK: "x.e2"(%[[E2]], %[[E3]])
  %e2 = llvm.getelementptr %p[%c2] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  %e3 = llvm.getelementptr %p[%c0, %a, %c2] : (!llvm.ptr, i32, i32, i32) -> !llvm.ptr, !llvm.array<4 x array<4 x i32>>
  "x.e2"(%e2, %e3) : (!llvm.ptr, !llvm.ptr) -> ()
  // CHECK: "x.e3"(%[[TRUE]], %[[FALSE]], %[[FALSE]], %[[TRUE]])
  %null = llvm.mlir.zero : !llvm.ptr
  %slot = llvm.alloca %c2 x i32 : (i32) -> !llvm.ptr
  %e4 = llvm.icmp "eq" %a, %a : i32
  %e5 = llvm.icmp "ne" %a, %a : i32
  %e6 = llvm.icmp "eq" %slot, %null : !llvm.ptr
  %e7 = llvm.icmp "ne" %null, %slot : !llvm.ptr
  "x.e3"(%e4, %e5, %e6, %e7) : (i1, i1, i1, i1) -> ()
  // CHECK: llvm.icmp "eq" %[[P]]
  %e8 = llvm.icmp "eq" %p, %null : !llvm.ptr
  "x.e4"(%e8) : (i1) -> ()
  // CHECK: %[[E9:.*]] = llvm.bitcast %[[A]] : i32 to vector<2xi16>
  // CHECK: "x.e5"(%[[A]], %[[A]], %[[E9]], %[[P]])
  %b0 = llvm.bitcast %a : i32 to i32
  %b1 = llvm.bitcast %a : i32 to f32
  %b2 = llvm.bitcast %b1 : f32 to i32
  %b3 = llvm.bitcast %b1 : f32 to vector<2xi16>
  %s0 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<1>
  %s1 = llvm.addrspacecast %s0 : !llvm.ptr<1> to !llvm.ptr
  "x.e5"(%b0, %b2, %b3, %s1) : (i32, i32, vector<2xi16>, !llvm.ptr) -> ()
  llvm.return
}
