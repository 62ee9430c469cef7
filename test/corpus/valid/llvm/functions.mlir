// llvm.func: linkage, attributes, results.

llvm.func @declared(i32, f32) -> i64
llvm.func @nothing()
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
