// Each error, with its text.

// RUN: circuit-opt %s --verify-diagnostics --split-input-file

// The module has no such name. Names of other modules do not count.
rtl.circuit {
  rtl.module @A() {
    %w = rtl.wire sym <@w> : i8
  }
  // expected-note @+1 {{'@B' is here}}
  rtl.module @B() {
    // expected-error @+1 {{'rtl.probe' op cannot resolve #rtl.innerNameRef<@B::@w>: '@B' has no inner name '@w'}}
    %0 = rtl.probe <@B::@w> : i8
  }
}

// -----

rtl.circuit {
  rtl.module @A() {
    %w = rtl.wire sym <@w> : i8
    // expected-error @+1 {{'rtl.probe' op cannot resolve #rtl.innerNameRef<@C::@w>: the namespace has no symbol '@C'}}
    %0 = rtl.probe <@C::@w> : i8
  }
}

// -----

rtl.circuit {
  rtl.module @A() {
    %w = rtl.wire sym <@w> : i8
    // expected-error @+1 {{expected '::', found '>'}}
    %0 = rtl.probe <@w> : i8
  }
}

// -----

rtl.circuit {
  rtl.module @A() {
    %w = rtl.wire sym <@w> : i8
    // expected-error @+1 {{'rtl.probe' op attribute 'target' failed to satisfy constraint: reference to an inner name}}
    %0 = "rtl.probe"() {target = @w} : () -> i8
  }
}

// -----

rtl.circuit {
  rtl.module @A() {
    // expected-error @+1 {{expected '>', found '::'}}
    %0 = rtl.probe <@A::@b::@w> : i8
  }
}

// -----

rtl.circuit {
  rtl.module @A(%p: i1 sym @w) {
    rtl.loop 2 {
      // expected-note @+1 {{the first one is here}}
      %w = rtl.wire sym <@v> : i8
    }
    // expected-error @+1 {{'rtl.instance' op redefines the inner name '@v'}}
    %0 = rtl.instance sym <@v> @A : i1
  }
}

// -----

// Ports and fields are in the same table.
rtl.circuit {
  // expected-note @+1 {{the first one is here}}
  rtl.module @A(%p: i1 sym @w) {
    rtl.loop 2 {
      // expected-error @+1 {{'rtl.wire' op redefines the inner name '@w'}}
      %w = rtl.wire sym <@x, 0: @w> : tuple<i8>
    }
  }
}

// -----

rtl.circuit {
  // expected-error @+1 {{'rtl.wire' op has an inner name, but the isolated op around it, 'rtl.circuit', is not an InnerSymbolTable}}
  %w = rtl.wire sym <@w> : i8
}

// -----

// expected-error @+1 {{'rtl.wire' op has an inner name, but the isolated op around it, 'builtin.module', is not an InnerSymbolTable}}
%w = rtl.wire sym <@w> : i8

// -----

// Isolated ops are boundaries.
rtl.circuit {
  rtl.module @A() {
    module {
      // expected-error @+1 {{'rtl.wire' op has an inner name, but the isolated op around it, 'builtin.module', is not an InnerSymbolTable}}
      %w = rtl.wire sym <@w> : i8
    }
  }
}

// -----

// A wire without a name can be anywhere.
%w = rtl.wire : i8

// -----

// expected-error @+1 {{'rtl.module' op is an InnerSymbolTable: expected it directly in an InnerRefNamespace, found it in 'builtin.module'}}
rtl.module @A() {
  %w = rtl.wire sym <@w> : i8
}

// -----

rtl.circuit {
  rtl.module @A() {
    // expected-error @+1 {{'rtl.module' op is an InnerSymbolTable: expected it directly in an InnerRefNamespace, found it in 'rtl.module'}}
    rtl.module @B() {}
  }
}

// -----

// expected-error @+1 {{'rtl.hierpath' op refers to inner names, but the isolated op around it, 'builtin.module', is not an InnerRefNamespace or a table in one}}
rtl.hierpath @path [#rtl.innerNameRef<@A::@w>]

// -----

func @f() {
  // expected-error @+1 {{'rtl.probe' op refers to inner names, but the isolated op around it, 'std.func', is not an InnerRefNamespace or a table in one}}
  %0 = rtl.probe <@A::@w> : i8
  return
}

// -----

rtl.circuit {
  // expected-note @+1 {{'@path' is here}}
  rtl.hierpath @path [#rtl.innerNameRef<@A::@w>]
  rtl.module @A() {
    %w = rtl.wire sym <@w> : i8
    // expected-error @+1 {{'rtl.probe' op cannot resolve #rtl.innerNameRef<@path::@w>: '@path' is not an InnerSymbolTable}}
    %0 = rtl.probe <@path::@w> : i8
  }
}

// -----

rtl.circuit {
  rtl.module @A() {
    // expected-note @+1 {{it is here}}
    %w = rtl.wire sym <@w> : i8
    // expected-error @+1 {{'rtl.probe' op has type 'i16', but what it refers to has 'i8'}}
    %0 = rtl.probe <@A::@w> : i16
  }
}

// -----

// An instance has a port, and no type.
rtl.circuit {
  rtl.module @A() {
    // expected-note @+1 {{it is here}}
    rtl.instance sym <@b> @B
    // expected-error @+1 {{'rtl.probe' op has type 'i16', but what it refers to has none}}
    %0 = rtl.probe <@A::@b> : i16
  }
  rtl.module @B() {}
}

// -----

rtl.circuit {
  rtl.module @A() {
    // expected-error @+1 {{'rtl.wire' op has no field 2, which '@third' is to name}}
    %w = rtl.wire sym <@w, 2: @third> : tuple<i8, i8>
  }
}

// -----

rtl.circuit {
  rtl.module @A() {
    // expected-error @+1 {{expected each field once, in the order of their numbers}}
    %w = rtl.wire sym <1: @second, 0: @first> : tuple<i8, i8>
  }
}

// -----

rtl.circuit {
  rtl.module @A() {
    // expected-error @+1 {{expected at least one inner name}}
    %w = rtl.wire sym <> : i8
  }
}

// -----

rtl.circuit {
  // expected-error @+1 {{'rtl.module' op has the inner name '@a': expected names of ports, since the module is a symbol}}
  rtl.module @A() attributes {inner_sym = #rtl.innerSym<@a>} {}
}

// -----

rtl.circuit {
  rtl.module @A() {
    // expected-note @+1 {{the reference is to this}}
    rtl.instance sym <@c> @C
  }
  rtl.module @B() {
    %w = rtl.wire sym <@w> : i8
  }
  rtl.module @C() {}
  // expected-error @+1 {{'rtl.hierpath' op leads from reference #0 to module '@B', of which it is not an instance}}
  rtl.hierpath @path [#rtl.innerNameRef<@A::@c>, #rtl.innerNameRef<@B::@w>]
}

// -----

rtl.circuit {
  rtl.module @A() {
    // expected-note @+1 {{the reference is to this}}
    %w = rtl.wire sym <@w> : i8
  }
  // expected-error @+1 {{'rtl.hierpath' op leads from reference #0 to module '@A', of which it is not an instance}}
  rtl.hierpath @path [#rtl.innerNameRef<@A::@w>, #rtl.innerNameRef<@A::@w>]
}

// -----

rtl.circuit {
  // expected-error @+1 {{attribute 'path' must be: array of one or more references to inner names}}
  rtl.hierpath @path []
}

// -----

rtl.circuit {
  rtl.module @A() {
    // expected-error @+1 {{'rtl.instance' op '@w' is not a module in the nearest symbol table}}
    rtl.instance @w
    %w = rtl.wire sym <@w> : i8
  }
}

// -----

rtl.circuit {
  rtl.module @A() {
    // expected-error @+1 {{'rtl.instance' op has other ports than module '@B'}}
    %0 = rtl.instance @B : i4
  }
  rtl.module @B(%p: i8) {}
}
