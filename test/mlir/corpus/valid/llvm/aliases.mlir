// Attributes about memory and loops under aliases, in others and in ops.

#access_group = #llvm.access_group<id = distinct[0]<>>
#access_group1 = #llvm.access_group<id = distinct[1]<>>
#alias_scope_domain = #llvm.alias_scope_domain<id = distinct[2]<>, description = "d < e">
#map = affine_map<(d0) -> (d0 + 3)>
#tbaa_root = #llvm.tbaa_root<id = "root">
#alias_scope = #llvm.alias_scope<id = distinct[3]<>, domain = #alias_scope_domain>
#loop_annotation = #llvm.loop_annotation<disableNonforced = true, parallelAccesses = #access_group, #access_group1>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "a<#x>", members = {<#tbaa_root, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0>
llvm.func @accesses(%p: !llvm.ptr, %c: i1) {
  %0 = llvm.load %p {alias_scopes = [#alias_scope], tbaa = [#tbaa_tag]} : !llvm.ptr -> i32
  %1 = llvm.load %p {access_groups = [#access_group, #access_group1], m = #map, tbaa = [#tbaa_tag]} : !llvm.ptr -> i32
  llvm.br ^bb1
^bb1:
  llvm.cond_br %c, ^bb1, ^bb2 {loop_annotation = #loop_annotation}
^bb2:
  llvm.return
}
