// What is said of functions, arguments, results and calls.

llvm.func @memory() attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = write, errnoMem = readwrite, targetMem0 = none, targetMem1 = read>} {
  llvm.return
}
llvm.func @no_memory(f32) -> f32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, sym_visibility = "private"}
llvm.func @code() attributes {convergent, no_unwind, will_return, inline_hint, frame_pointer = #llvm.framePointerKind<all>, uwtable_kind = #llvm.uwtableKind<sync>} {
  llvm.return
}
llvm.func @inlined() attributes {always_inline, frame_pointer = #llvm.framePointerKind<"non-leaf">, uwtable_kind = #llvm.uwtableKind<async>} {
  llvm.return
}
llvm.func @not_inlined() attributes {no_inline, optimize_none, frame_pointer = #llvm.framePointerKind<none>, uwtable_kind = #llvm.uwtableKind<none>} {
  llvm.return
}
llvm.func @machine() attributes {target_cpu = "generic", tune_cpu = "skylake", target_features = #llvm.target_features<["+sse", "-avx"]>, vscale_range = #llvm.vscale_range<minRange = 1 : i32, maxRange = 16 : i32>} {
  llvm.return
}
llvm.func @scalable() vscale_range(2, 8) {
  llvm.return
}
llvm.func @no_features() attributes {target_features = #llvm.target_features<["+"]>, vscale_range = #llvm.vscale_range<maxRange = 16 : i64, minRange = 2 : index>} {
  llvm.return
}
llvm.func @denormals() attributes {denormal_fp_math = "preserve-sign,ieee", denormal_fp_math_f32 = "positive-zero,dynamic"} {
  llvm.return
}
llvm.func @numbers() attributes {denormal_fp_math = "ieee", denormal_fp_math_f32 = "preserve-sign", fp_contract = "fast", no_infs_fp_math = true, no_nans_fp_math = false, no_signed_zeros_fp_math = true, prefer_vector_width = "128", reciprocal_estimates = "all"} {
  llvm.return
}
llvm.func @instrumented() attributes {instrument_function_entry = "__enter", instrument_function_exit = "__exit", function_entry_count = 42 : i64} {
  llvm.return
}
llvm.func @streaming() attributes {arm_streaming, arm_new_za} {
  llvm.return
}
llvm.func @streams() attributes {arm_locally_streaming, arm_in_za} {
  llvm.return
}
llvm.func @compatible() attributes {arm_streaming_compatible, arm_inout_za} {
  llvm.return
}
llvm.func @out() attributes {arm_out_za} {
  llvm.return
}
llvm.func @preserves() attributes {arm_preserves_za} {
  llvm.return
}
llvm.func @groups() attributes {work_group_size_hint = array<i32: 1, 2, 3>, reqd_work_group_size = array<i32: 4, 5, 6>, intel_reqd_sub_group_size = 16 : i32} {
  llvm.return
}
llvm.func @passed_through() attributes {passthrough = ["noreturn", ["alignstack", "4"], "key", ["key2", "a value"]]} {
  llvm.return
}
llvm.func @placed() attributes {section = ".text.hot", alignment = 32 : i64, garbageCollector = "statepoint-example", personality = @personality} {
  llvm.return
}
llvm.func @personality(...) -> i32
llvm.func internal unnamed_addr fastcc @internal() {
  llvm.return
}
llvm.func private @private() {
  llvm.return
}
llvm.func linkonce_odr hidden local_unnamed_addr coldcc @odr() {
  llvm.return
}
llvm.func weak protected @weak() attributes {dso_local} {
  llvm.return
}
llvm.func available_externally @elsewhere() {
  llvm.return
}
llvm.func extern_weak @perhaps()
llvm.func @local() attributes {dso_local} {
  llvm.return
}
llvm.func @"a name \22 with quotes"() {
  llvm.return
}

// -----

llvm.func @of_arguments(%a: !llvm.ptr {llvm.noalias, llvm.nonnull, llvm.noundef, llvm.align = 16 : i64, llvm.dereferenceable = 8 : i64},
                        %b: !llvm.ptr {llvm.nocapture, llvm.nofree, llvm.readonly, llvm.dereferenceable_or_null = 4 : i64},
                        %c: !llvm.ptr {llvm.byval = !llvm.struct<(i32, i64)>, llvm.align = 8 : i64},
                        %d: i8 {llvm.signext, llvm.range = #llvm.constant_range<i8, 0, 12>},
                        %e: !llvm.ptr {llvm.writeonly}, %f: !llvm.ptr {llvm.readnone}, %g: i16 {llvm.zeroext, llvm.inreg}) -> (i32 {llvm.noundef, llvm.signext}) {
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}
llvm.func @of_results(!llvm.ptr {llvm.returned}) -> (!llvm.ptr {llvm.noalias, llvm.nonnull, llvm.align = 4 : i64})
llvm.func @to_memory(!llvm.ptr {llvm.sret = !llvm.struct<(i64, i64)>, llvm.noalias})

// -----

llvm.func @callee(!llvm.ptr, i32) -> i32
llvm.func @variadic(i32, ...) -> i32
llvm.func fastcc @fast(%a: i32) -> i32 {
  llvm.return %a : i32
}
llvm.func @nothing()
llvm.func @number() -> f32

llvm.func @calls(%p: !llvm.ptr, %n: i32, %f: !llvm.ptr) -> i32 {
  %0 = llvm.call @callee(%p, %n) : (!llvm.ptr, i32) -> i32
  %1 = llvm.call @callee(%p, %n) : (!llvm.ptr {llvm.noalias, llvm.align = 8 : i64}, i32 {llvm.signext}) -> (i32 {llvm.zeroext, llvm.noundef})
  %2 = llvm.call fastcc @fast(%n) : (i32) -> i32
  %3 = llvm.call tail @callee(%p, %n) : (!llvm.ptr, i32) -> i32
  %4 = llvm.call notail @callee(%p, %n) : (!llvm.ptr, i32) -> i32
  %5 = llvm.call @variadic(%n, %p, %n) vararg(!llvm.func<i32 (i32, ...)>) : (i32, !llvm.ptr, i32) -> i32
  %6 = llvm.call %f(%n, %p) : !llvm.ptr, (i32, !llvm.ptr) -> i32
  %7 = llvm.call %f(%n) vararg(!llvm.func<i32 (i32, ...)>) : !llvm.ptr, (i32) -> i32
  %8 = llvm.call @number() {fastmathFlags = #llvm.fastmath<nnan, ninf>} : () -> f32
  llvm.call @nothing() {convergent, no_unwind, will_return} : () -> ()
  llvm.call @nothing() {no_inline} : () -> ()
  llvm.call @nothing() {always_inline} : () -> ()
  llvm.call @nothing() {inline_hint} : () -> ()
  llvm.call @nothing() {memory_effects = #llvm.memory_effects<other = read, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} : () -> ()
  llvm.call @nothing() ["deopt"(%n, %p : i32, !llvm.ptr), "other"()] : () -> ()
  %9 = llvm.call %f(%n) ["deopt"(%n : i32)] : !llvm.ptr, (i32) -> i32
  llvm.return %0 : i32
}

llvm.func tailcc @jumps(%n: i32) -> i32 {
  %0 = llvm.call tailcc musttail @jumps(%n) : (i32) -> i32
  llvm.return %0 : i32
}

llvm.func @by_value(%p: !llvm.ptr) {
  llvm.call @takes(%p) : (!llvm.ptr {llvm.byval = i64}) -> ()
  llvm.return
}
llvm.func @takes(!llvm.ptr {llvm.byval = i64})

// -----

llvm.func @hinted() attributes {vec_type_hint = #llvm.vec_type_hint<hint = vector<4xf32>, is_signed = true>} {
  llvm.return
}
llvm.func @hinted_of_integers() attributes {vec_type_hint = #llvm.vec_type_hint<hint = i32>} {
  llvm.return
}
llvm.func @ranges(%a: i8 {llvm.range = #llvm.constant_range<i8, -5, 44>}, %b: i1 {llvm.range = #llvm.constant_range<i1, 0, -1>}) -> (i16 {llvm.range = #llvm.constant_range<i16, 7, 3>}) {
  %0 = llvm.mlir.constant(1 : i16) : i16
  llvm.return %0 : i16
}
