// Each way to call a function.

llvm.func ccc @of_ccc(i64) -> i64
llvm.func fastcc @of_fastcc(i64) -> i64
llvm.func coldcc @of_coldcc(i64) -> i64
llvm.func cc_10 @of_cc_10(i64) -> i64
llvm.func cc_11 @of_cc_11(i64) -> i64
llvm.func anyregcc @of_anyregcc(i64) -> i64
llvm.func preserve_mostcc @of_preserve_mostcc(i64) -> i64
llvm.func preserve_allcc @of_preserve_allcc(i64) -> i64
llvm.func swiftcc @of_swiftcc(i64) -> i64
llvm.func cxx_fast_tlscc @of_cxx_fast_tlscc(i64) -> i64
llvm.func tailcc @of_tailcc(i64) -> i64
llvm.func cfguard_checkcc @of_cfguard_checkcc(i64) -> i64
llvm.func swifttailcc @of_swifttailcc(i64) -> i64
llvm.func x86_stdcallcc @of_x86_stdcallcc(i64) -> i64
llvm.func x86_fastcallcc @of_x86_fastcallcc(i64) -> i64
llvm.func arm_apcscc @of_arm_apcscc(i64) -> i64
llvm.func arm_aapcscc @of_arm_aapcscc(i64) -> i64
llvm.func arm_aapcs_vfpcc @of_arm_aapcs_vfpcc(i64) -> i64
llvm.func msp430_intrcc @of_msp430_intrcc(i64) -> i64
llvm.func x86_thiscallcc @of_x86_thiscallcc(i64) -> i64
llvm.func ptx_kernelcc @of_ptx_kernelcc()
llvm.func ptx_devicecc @of_ptx_devicecc(i64) -> i64
llvm.func spir_funccc @of_spir_funccc(i64) -> i64
llvm.func spir_kernelcc @of_spir_kernelcc()
llvm.func intel_ocl_bicc @of_intel_ocl_bicc(i64) -> i64
llvm.func x86_64_sysvcc @of_x86_64_sysvcc(i64) -> i64
llvm.func win64cc @of_win64cc(i64) -> i64
llvm.func x86_vectorcallcc @of_x86_vectorcallcc(i64) -> i64
llvm.func hhvmcc @of_hhvmcc(i64) -> i64
llvm.func hhvm_ccc @of_hhvm_ccc(i64) -> i64
llvm.func avr_intrcc @of_avr_intrcc(i64) -> i64
llvm.func avr_builtincc @of_avr_builtincc(i64) -> i64
llvm.func amdgpu_vscc @of_amdgpu_vscc()
llvm.func amdgpu_gscc @of_amdgpu_gscc()
llvm.func amdgpu_cscc @of_amdgpu_cscc()
llvm.func amdgpu_kernelcc @of_amdgpu_kernelcc()
llvm.func x86_regcallcc @of_x86_regcallcc(i64) -> i64
llvm.func amdgpu_hscc @of_amdgpu_hscc()
llvm.func msp430_builtincc @of_msp430_builtincc(i64) -> i64
llvm.func amdgpu_lscc @of_amdgpu_lscc()
llvm.func amdgpu_escc @of_amdgpu_escc()
llvm.func aarch64_vectorcallcc @of_aarch64_vectorcallcc(i64) -> i64
llvm.func aarch64_sve_vectorcallcc @of_aarch64_sve_vectorcallcc(i64) -> i64
llvm.func wasm_emscripten_invokecc @of_wasm_emscripten_invokecc(i64) -> i64
llvm.func amdgpu_gfxcc @of_amdgpu_gfxcc(i64) -> i64
llvm.func m68k_intrcc @of_m68k_intrcc(i64) -> i64
llvm.func @calls(%a: i64) {
  %0 = llvm.call ccc @of_ccc(%a) : (i64) -> i64
  %1 = llvm.call fastcc @of_fastcc(%a) : (i64) -> i64
  %2 = llvm.call coldcc @of_coldcc(%a) : (i64) -> i64
  %3 = llvm.call cc_10 @of_cc_10(%a) : (i64) -> i64
  %4 = llvm.call cc_11 @of_cc_11(%a) : (i64) -> i64
  %5 = llvm.call anyregcc @of_anyregcc(%a) : (i64) -> i64
  %6 = llvm.call preserve_mostcc @of_preserve_mostcc(%a) : (i64) -> i64
  %7 = llvm.call preserve_allcc @of_preserve_allcc(%a) : (i64) -> i64
  %8 = llvm.call swiftcc @of_swiftcc(%a) : (i64) -> i64
  %9 = llvm.call cxx_fast_tlscc @of_cxx_fast_tlscc(%a) : (i64) -> i64
  %10 = llvm.call tailcc @of_tailcc(%a) : (i64) -> i64
  %11 = llvm.call cfguard_checkcc @of_cfguard_checkcc(%a) : (i64) -> i64
  %12 = llvm.call swifttailcc @of_swifttailcc(%a) : (i64) -> i64
  %13 = llvm.call x86_stdcallcc @of_x86_stdcallcc(%a) : (i64) -> i64
  %14 = llvm.call x86_fastcallcc @of_x86_fastcallcc(%a) : (i64) -> i64
  %15 = llvm.call arm_apcscc @of_arm_apcscc(%a) : (i64) -> i64
  %16 = llvm.call arm_aapcscc @of_arm_aapcscc(%a) : (i64) -> i64
  %17 = llvm.call arm_aapcs_vfpcc @of_arm_aapcs_vfpcc(%a) : (i64) -> i64
  %18 = llvm.call msp430_intrcc @of_msp430_intrcc(%a) : (i64) -> i64
  %19 = llvm.call x86_thiscallcc @of_x86_thiscallcc(%a) : (i64) -> i64
  %20 = llvm.call ptx_devicecc @of_ptx_devicecc(%a) : (i64) -> i64
  %21 = llvm.call spir_funccc @of_spir_funccc(%a) : (i64) -> i64
  %22 = llvm.call intel_ocl_bicc @of_intel_ocl_bicc(%a) : (i64) -> i64
  %23 = llvm.call x86_64_sysvcc @of_x86_64_sysvcc(%a) : (i64) -> i64
  %24 = llvm.call win64cc @of_win64cc(%a) : (i64) -> i64
  %25 = llvm.call x86_vectorcallcc @of_x86_vectorcallcc(%a) : (i64) -> i64
  %26 = llvm.call hhvmcc @of_hhvmcc(%a) : (i64) -> i64
  %27 = llvm.call hhvm_ccc @of_hhvm_ccc(%a) : (i64) -> i64
  %28 = llvm.call avr_intrcc @of_avr_intrcc(%a) : (i64) -> i64
  %29 = llvm.call avr_builtincc @of_avr_builtincc(%a) : (i64) -> i64
  %30 = llvm.call x86_regcallcc @of_x86_regcallcc(%a) : (i64) -> i64
  %31 = llvm.call msp430_builtincc @of_msp430_builtincc(%a) : (i64) -> i64
  %32 = llvm.call aarch64_vectorcallcc @of_aarch64_vectorcallcc(%a) : (i64) -> i64
  %33 = llvm.call aarch64_sve_vectorcallcc @of_aarch64_sve_vectorcallcc(%a) : (i64) -> i64
  %34 = llvm.call wasm_emscripten_invokecc @of_wasm_emscripten_invokecc(%a) : (i64) -> i64
  %35 = llvm.call amdgpu_gfxcc @of_amdgpu_gfxcc(%a) : (i64) -> i64
  %36 = llvm.call m68k_intrcc @of_m68k_intrcc(%a) : (i64) -> i64
  llvm.return
}
