// Stack slots, loads, stores, addresses.

llvm.func @alloca(%n: i64) -> !llvm.ptr {
  %0 = llvm.alloca %n x i32 : (i64) -> !llvm.ptr
  %1 = llvm.alloca %n x !llvm.struct<(i32, f64)> {alignment = 16 : i64} : (i64) -> !llvm.ptr
  %2 = llvm.alloca %n x f32 : (i64) -> !llvm.ptr<5>
  %3 = llvm.alloca inalloca %n x i8 : (i64) -> !llvm.ptr
  llvm.return %0 : !llvm.ptr
}

llvm.func @load(%p: !llvm.ptr, %q: !llvm.ptr<3>) -> f32 {
  %0 = llvm.load %p : !llvm.ptr -> f32
  %1 = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> i32
  %2 = llvm.load volatile %q : !llvm.ptr<3> -> i64
  %3 = llvm.load %p {nontemporal} : !llvm.ptr -> f32
  %4 = llvm.load %p invariant : !llvm.ptr -> f32
  %5 = llvm.load %p invariant_group : !llvm.ptr -> f32
  llvm.return %0 : f32
}

llvm.func @store(%p: !llvm.ptr, %x: f32, %s: !llvm.struct<(i32, ptr)>) {
  llvm.store %x, %p : f32, !llvm.ptr
  llvm.store %x, %p {alignment = 8 : i64} : f32, !llvm.ptr
  llvm.store volatile %x, %p : f32, !llvm.ptr
  llvm.store %s, %p {nontemporal} : !llvm.struct<(i32, ptr)>, !llvm.ptr
  llvm.store %p, %p invariant_group : !llvm.ptr, !llvm.ptr
  llvm.return
}

llvm.func @atomic_accesses(%p: !llvm.ptr, %x: i32) -> i32 {
  %0 = llvm.load %p atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  %1 = llvm.load volatile %p atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.store %x, %p atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.store volatile %x, %p atomic syncscope("singlethread") seq_cst {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.return %1 : i32
}

llvm.func @getelementptr(%p: !llvm.ptr, %i: i64, %j: i32) -> !llvm.ptr {
  %0 = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %1 = llvm.getelementptr %p[3] : (!llvm.ptr) -> !llvm.ptr, i8
  %2 = llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f64)>
  %3 = llvm.getelementptr %p[%i, 1, %j] : (!llvm.ptr, i64, i32) -> !llvm.ptr, !llvm.struct<(i8, array<4 x i16>)>
  %4 = llvm.getelementptr %p[-1] : (!llvm.ptr) -> !llvm.ptr, i64
  %5 = llvm.getelementptr %p[0, %i, 2] {tag} : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<4 x struct<(i8, i8, ptr)>>
  llvm.return %5 : !llvm.ptr
}

llvm.func @getelementptr_flags(%p: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %0 = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %1 = llvm.getelementptr nusw %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %2 = llvm.getelementptr nuw %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %3 = llvm.getelementptr inbounds|nuw %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %4 = llvm.getelementptr nusw|nuw %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.return %4 : !llvm.ptr
}

llvm.func @getelementptr_of_vectors(%p: vector<4x!llvm.ptr>, %q: !llvm.ptr, %v: vector<4xi64>) -> vector<4x!llvm.ptr> {
  %0 = llvm.getelementptr %p[1] : (vector<4x!llvm.ptr>) -> vector<4x!llvm.ptr>, f32
  %1 = llvm.getelementptr %q[%v] : (!llvm.ptr, vector<4xi64>) -> vector<4x!llvm.ptr>, f32
  llvm.return %1 : vector<4x!llvm.ptr>
}

llvm.func @getelementptr_named(%p: !llvm.ptr, %i: i64) -> !llvm.ptr {
  %0 = llvm.getelementptr %p[0, 1, %i] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<"row", (i64, array<8 x f64>)>
  llvm.return %0 : !llvm.ptr
}

// Properties that nothing here reads.
llvm.func @callee(f32) -> f32

llvm.func @properties(%a: f32, %p: !llvm.ptr, %i: i32, %c: i1) -> f32 {
  %0 = llvm.call @callee(%a) {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, access_groups = [], alias_scopes = [], noalias_scopes = [], tbaa = [], tag} : (f32) -> f32
  %1 = llvm.load %p {alignment = 4 : i64, access_groups = [], alias_scopes = [], noalias_scopes = [], tbaa = [], tag} : !llvm.ptr -> i32
  llvm.store %1, %p {alignment = 4 : i64, access_groups = [], alias_scopes = [], noalias_scopes = [], tbaa = [], nontemporal} : i32, !llvm.ptr
  %2 = llvm.atomicrmw add %p, %i monotonic {alignment = 4 : i64, access_groups = []} : !llvm.ptr, i32
  %3 = llvm.cmpxchg %p, %i, %i acq_rel monotonic {alias_scopes = []} : !llvm.ptr, i32
  "llvm.intr.memcpy"(%p, %p, %i) <{isVolatile = false, access_groups = [], tbaa = []}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  "llvm.intr.memmove"(%p, %p, %i) <{isVolatile = false, alias_scopes = []}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
  llvm.return %0 : f32
}

llvm.func @copied_with_alignment(%p: !llvm.ptr, %q: !llvm.ptr, %n: i64) {
  "llvm.intr.memcpy"(%p, %q, %n) <{arg_attrs = [{llvm.align = 4 : i64}, {}, {}], isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}

llvm.func @declared_without_result(!llvm.ptr) -> ()
