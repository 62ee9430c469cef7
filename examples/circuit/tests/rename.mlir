// RUN: circuit-opt %s --rename-inner-symbol="symbol=A from=w to=v" | FileCheck %s
// RUN: not circuit-opt %s --rename-inner-symbol="symbol=A from=x to=v" 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not circuit-opt %s --rename-inner-symbol="symbol=C from=w to=v" 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not circuit-opt %s --rename-inner-symbol="symbol=A from=w to=p" 2>&1 | FileCheck %s --check-prefix=TAKEN

// MISSING: 'rtl.circuit' op has no inner name '@x' in '@A'
// MODULE: 'rtl.circuit' op has no inner name '@w' in '@C'
// TAKEN: 'rtl.circuit' op has the inner name '@p' in '@A' already

rtl.circuit {
  // CHECK: rtl.module @A(%arg0: i8 sym @p)
  rtl.module @A(%port: i8 sym @p) {
    rtl.loop 2 {
      // CHECK: rtl.wire sym <@pair, 0: @v> : tuple<i8>
      %w = rtl.wire sym <@pair, 0: @w> : tuple<i8>
    }
    // A namespace of its own.
    rtl.circuit {
      rtl.module @A() {
        // CHECK: rtl.wire sym <@w> : i8
        %w = rtl.wire sym <@w> : i8
        // CHECK: rtl.probe <@A::@w> : i8
        %0 = rtl.probe <@A::@w> : i8
      }
    }
  }
  rtl.module @B() {
    // Another name of the same text.
    // CHECK: rtl.wire sym <@w> : i8
    %w = rtl.wire sym <@w> : i8
    rtl.loop 2 {
      // CHECK: rtl.probe <@A::@v> {also = {in = [#rtl.innerNameRef<@A::@v>, @w, "w"]}} : i8
      %0 = rtl.probe <@A::@w> {also = {in = [#rtl.innerNameRef<@A::@w>, @w, "w"]}} : i8
    }
    // CHECK: rtl.probe <@B::@w> : i8
    %1 = rtl.probe <@B::@w> : i8
  }
  // CHECK: rtl.hierpath @path [#rtl.innerNameRef<@A::@v>]
  rtl.hierpath @path [#rtl.innerNameRef<@A::@w>]
}
