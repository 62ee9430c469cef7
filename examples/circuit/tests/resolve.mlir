// References that are right. What refers and what is referred to have one type, which is checked.

// RUN: circuit-opt %s --verify-diagnostics

rtl.circuit {
  rtl.module @A(%port: i16 sym @p) {
    rtl.loop 8 {
      rtl.loop 8 {
        // Two regions deep.
        %w = rtl.wire sym <@w> : i8
        %pair = rtl.wire sym <@pair, 1: @second> : tuple<i1, i2>
        %b = rtl.instance sym <@b, 0: @b_port> @B : i4
      }
    }
    // A name of the own module.
    %0 = rtl.probe <@A::@w> : i8
  }

  rtl.module @B(%port: i4) {
    // Before its declaration, from another module, and from a region.
    rtl.loop 2 {
      %0 = rtl.probe <@A::@w> : i8
      // A port of a module, a field of a wire, a port of an instance, and a whole tuple.
      %1 = rtl.probe <@A::@p> : i16
      %2 = rtl.probe <@A::@second> : i2
      %3 = rtl.probe <@A::@b_port> : i4
      %4 = rtl.probe <@A::@pair> : tuple<i1, i2>
    }
    // Each module has names of its own.
    %w = rtl.wire sym <@w> : i32
    %5 = rtl.probe <@B::@w> : i32
  }

  rtl.module @Top() {
    %a = rtl.instance sym <@a> @A : i16
  }

  // The directly nested ops of the circuit refer to names, too.
  rtl.hierpath @to_wire [#rtl.innerNameRef<@Top::@a>, #rtl.innerNameRef<@A::@b>,
                         #rtl.innerNameRef<@B::@w>]
  rtl.hierpath @to_instance [#rtl.innerNameRef<@Top::@a>, #rtl.innerNameRef<@A::@b>]
  rtl.hierpath @short [#rtl.innerNameRef<@A::@second>]
}

// A circuit in a module is a namespace of its own.
rtl.circuit {
  rtl.module @A() {
    %w = rtl.wire sym <@w> : i1
    rtl.circuit {
      rtl.module @A() {
        %w = rtl.wire sym <@w> : i2
        %0 = rtl.probe <@A::@w> : i2
      }
    }
    %0 = rtl.probe <@A::@w> : i1
  }
}
