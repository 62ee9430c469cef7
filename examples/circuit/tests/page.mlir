// The circuit of docs/inner-symbols.md.

// RUN: circuit-opt %s | FileCheck %s
// RUN: circuit-opt %s --rename-inner-symbol="symbol=Core from=state to=count" | FileCheck %s --check-prefix=RENAMED

// CHECK: rtl.wire sym <@state> : i8
// CHECK: rtl.probe <@Core::@state> : i8
// CHECK: #rtl.innerNameRef<@Core::@state>

// RENAMED: rtl.wire sym <@count> : i8
// RENAMED: rtl.probe <@Core::@count> : i8
// RENAMED: #rtl.innerNameRef<@Core::@count>

rtl.circuit {
  rtl.module @Core(%clock: i1 sym @clock) {
    rtl.loop 4 {
      %state = rtl.wire sym <@state> : i8
    }
  }
  rtl.module @Top(%clock: i1) {
    %core = rtl.instance sym <@core> @Core : i1
    rtl.assign %core, %clock : i1
    %state = rtl.probe <@Core::@state> : i8
  }
  rtl.hierpath @path [#rtl.innerNameRef<@Top::@core>, #rtl.innerNameRef<@Core::@state>]
}
