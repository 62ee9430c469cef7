// Each op and attribute, in its own form and in generic form.

// RUN: circuit-opt %s | circuit-opt | FileCheck %s
// RUN: circuit-opt %s --mlir-print-op-generic | circuit-opt | FileCheck %s

// CHECK: rtl.circuit {
rtl.circuit {
  // CHECK-NEXT: rtl.module @Top(%arg0: i1 sym @clock, %arg1: i8) {
  rtl.module @Top(%clock: i1 sym @clock, %in: i8) {
    // CHECK-NEXT: rtl.loop 2 {
    // CHECK-NEXT: rtl.loop 4 {
    rtl.loop 2 {
      rtl.loop 4 {
        // CHECK-NEXT: %[[PORTS:.*]]:2 = rtl.instance sym <@core, 1: @value> @Core : i1, i8
        %ports:2 = rtl.instance sym <@core, 1: @value> @Core : i1, i8
        // CHECK-NEXT: rtl.assign %[[PORTS]]#0, %arg0 : i1
        rtl.assign %ports#0, %clock : i1
      }
    }
    // CHECK: rtl.wire sym <@pair, 0: @low, 1: @high> : tuple<i8, i8>
    %pair = rtl.wire sym <@pair, 0: @low, 1: @high> : tuple<i8, i8>
    // CHECK-NEXT: rtl.wire {note = "no name"} : i8
    %wire = rtl.wire {note = "no name"} : i8
    // CHECK-NEXT: rtl.probe <@Core::@state> : i8
    %state = rtl.probe <@Core::@state> : i8
    // CHECK-NEXT: rtl.probe <@Top::@"a name"> : i1
    %named = rtl.probe <@Top::@"a name"> : i1
    // CHECK-NEXT: rtl.wire sym <@"a name"> : i1
    %other = rtl.wire sym <@"a name"> : i1
  }

  // CHECK: rtl.module @Core(%arg0: i1, %arg1: i8 sym @value) attributes {note = "kept"} {
  rtl.module @Core(%clock: i1, %value: i8 sym @value) attributes {note = "kept"} {
    // CHECK-NEXT: rtl.wire sym <@state> : i8
    %state = rtl.wire sym <@state> : i8
  }

  // CHECK: rtl.module @Empty() {
  // CHECK-NEXT: }
  rtl.module @Empty() {}

  // CHECK: rtl.hierpath @path [#rtl.innerNameRef<@Top::@core>, #rtl.innerNameRef<@Core::@state>]
  rtl.hierpath @path [#rtl.innerNameRef<@Top::@core>, #rtl.innerNameRef<@Core::@state>]
}
