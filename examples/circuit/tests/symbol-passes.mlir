// Passes on symbols see the symbols that references to inner names refer to.
// RUN: circuit-opt %s --pass-pipeline="rtl.circuit(symbol-dce)" | FileCheck %s

// CHECK: rtl.module @Used
// CHECK: rtl.module @InAPath
// CHECK: rtl.module @InAnAttribute
// CHECK-NOT: rtl.module @Unused
rtl.circuit {
  rtl.module @Used() attributes {sym_visibility = "private"} {
    %w = rtl.wire sym <@w> : i8
  }
  rtl.module @InAPath() attributes {sym_visibility = "private"} {
    %w = rtl.wire sym <@w> : i8
  }
  rtl.module @InAnAttribute() attributes {sym_visibility = "private"} {
    %w = rtl.wire sym <@w> : i8
  }
  rtl.module @Unused() attributes {sym_visibility = "private"} {
    %w = rtl.wire sym <@w> : i8
    // References of what is removed do not count.
    %0 = rtl.probe <@Unused::@w> : i8
  }
  rtl.module @Top() {
    %0 = rtl.probe <@Used::@w> {also = [{in = #rtl.innerNameRef<@InAnAttribute::@w>}]} : i8
  }
  rtl.hierpath @path [#rtl.innerNameRef<@InAPath::@w>]
}
