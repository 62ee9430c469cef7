// llvm.func: linkage, attributes, results.

llvm.func @declared(i32, f32) -> i64
llvm.func @nothing()
llvm.func @no_results(!llvm.ptr) -> ()
llvm.func external @external()
llvm.func private @private() {
  llvm.return
}
llvm.func internal @internal() {
  llvm.return
}
llvm.func linkonce_odr @linkonce(%a: i32) -> i32 {
  llvm.return %a : i32
}
llvm.func weak @weak() {
  llvm.return
}
llvm.func extern_weak @extern_weak()
llvm.func available_externally @available() {
  llvm.return
}
llvm.func fastcc @convention(%a: i32) {
  llvm.return
}
llvm.func internal fastcc @linkage_and_convention() {
  llvm.return
}
llvm.func hidden @hidden() {
  llvm.return
}
llvm.func protected @protected()
llvm.func local_unnamed_addr @unnamed_addr()
llvm.func internal unnamed_addr fastcc @all_of_them() {
  llvm.return
}

llvm.func @vararg(...)
llvm.func @vararg_after(%p: !llvm.ptr, ...) {
  llvm.return
}

llvm.func @argument_attributes(%p: !llvm.ptr {llvm.noalias, llvm.nonnull}, %q: !llvm.ptr {llvm.readonly, llvm.align = 8 : i64}, %a: i8 {llvm.signext}) {
  llvm.return
}
llvm.func @declared_attributes(!llvm.ptr {llvm.nocapture}, i32)
llvm.func @result_attributes() -> (i8 {llvm.zeroext})
llvm.func @pointer_attributes(!llvm.ptr {llvm.byval = i32}, !llvm.ptr {llvm.sret = !llvm.struct<(i32, i32)>})

llvm.func @passthrough() attributes {passthrough = ["noinline", ["alignstack", "4"], ["other", "attr"]]}
llvm.func @known_attributes() attributes {no_unwind, will_return, always_inline} {
  llvm.return
}
llvm.func @strings() attributes {section = ".text.hot", garbageCollector = "statepoint-example", target_cpu = "x86-64"} {
  llvm.return
}
llvm.func @visibility() attributes {sym_visibility = "private", dso_local} {
  llvm.return
}
llvm.func @align() attributes {alignment = 16 : i64}
llvm.func @unknown_attributes() attributes {my.tag = 1 : i32, tag = "x"}

llvm.func @struct_result(%a: i32) -> !llvm.struct<(i32, i32)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, i32)>
  llvm.return %0 : !llvm.struct<(i32, i32)>
}
"llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (i32)>, linkage = #llvm.linkage<external>, sym_name = "generic", visibility_ = 0 : i64}> ({
^bb0(%a: i32):
  "llvm.return"() : () -> ()
}) : () -> ()

// What MLIR counts among a function's properties.
llvm.func @pure(f32) -> f32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, sym_visibility = "private"}

llvm.func @described() attributes {frame_pointer = #llvm.framePointerKind<all>, function_entry_count = 3 : i64, target_features = #llvm.target_features<["+sse"]>, uwtable_kind = #llvm.uwtableKind<sync>, no_infs_fp_math = true, no_nans_fp_math = true, no_signed_zeros_fp_math = true, denormal_fp_math = "ieee", denormal_fp_math_f32 = "ieee", fp_contract = "fast", instrument_function_entry = "f", instrument_function_exit = "g", prefer_vector_width = "128", reciprocal_estimates = "all", tag} {
  llvm.return
}

llvm.func @scalable(%a: f32) -> f32 vscale_range(1, 4) attributes {tag} {
  llvm.return %a : f32
}

llvm.func @scales() vscale_range(-1, 0)

llvm.func @denormal() attributes {denormal_fp_math = "preserve-sign,dynamic", denormal_fp_math_f32 = "positive-zero"}

llvm.func @lacks_features() attributes {target_features = #llvm.target_features<[]>}

llvm.func @kernel() attributes {vec_type_hint = #llvm.vec_type_hint<hint = i32>, work_group_size_hint = array<i32: 1, 2>, reqd_work_group_size = array<i32: 1, 2>, intel_reqd_sub_group_size = 4 : i32, arm_streaming, arm_new_za} {
  llvm.return
}

llvm.func @hinted() attributes {vec_type_hint = #llvm.vec_type_hint<hint = vector<4xf32>, is_signed = true>}

llvm.func @ranges(i8 {llvm.range = #llvm.constant_range<i8, -5, 44>}, i1 {llvm.range = #llvm.constant_range<i1, 0, -1>}, i200 {llvm.range = #llvm.constant_range<i200, 0, 1000000000000000000000000000000000000000000>}) -> (i16 {llvm.range = #llvm.constant_range<i16, 7, 3>})
