// Definitions of dialects, with all lists and constraints, in all forms.

irdl.dialect @empty

irdl.dialect @braces {}

irdl.dialect @described attributes {my.note = "x", other} {
  irdl.type @none
  irdl.type @none_as_well {}
  irdl.attribute @flag attributes {a = 1 : i32} {}
  irdl.operation @noop attributes {foo}
}

irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(elem: %2)
  }
  irdl.attribute @rounding {
    %0 = irdl.is "nearest"
    %1 = irdl.base "#builtin.integer"
    irdl.parameters(mode: %0, digits: %1)
  }
  irdl.operation @norm {
    %0 = irdl.any
    %1 = irdl.parametric @cmath::@complex<%0>
    irdl.operands(in: %1)
    irdl.results(out: %0)
  }
  irdl.operation @mul {
    %0 = irdl.base @cmath::@complex
    %1 = irdl.any
    %2 = irdl.all_of(%0, %1)
    irdl.operands(lhs: single %2, single: %2, mask: optional %0, rest: variadic %2)
    irdl.results(out: single %2, optional: optional %1, variadic: variadic %1)
    irdl.attributes {"mode" = %1, "a b\n\"c\"" = %1, "" = %1}
  }
  irdl.operation @loop {
    %0 = irdl.any
    %1 = irdl.any
    %r0 = irdl.region
    %r1 = irdl.region()
    %r2 = irdl.region(%0, %1)
    %r3 = irdl.region with size 3
    %r4 = irdl.region() with size 1
    %r5 = irdl.region(%0) with size 0x10 {foo}
    %r6 = irdl.region {foo}
    irdl.regions(any: %r0, none: %r1, two: %r2, blocks: %r3, one: %r4, both: %r5, again: %r6)
  }
  irdl.operation @lists {
    irdl.operands()
    irdl.results() {foo}
    irdl.regions()
    irdl.attributes
  }
}

irdl.dialect @names {
  irdl.type @a_
  irdl.type @a1_b2
  irdl.operation @"1a"
  irdl.operation @visible attributes {sym_visibility = "private"}
}
