// Constraints, with and without attributes of their own, and those that nothing uses.

irdl.dialect @d {
  irdl.type @t {
    irdl.parameters() {foo}
  }
  irdl.attribute @a
  irdl.operation @attributes {
    %0 = irdl.any {foo}
    %1 = irdl.is i32 {foo}
    %2 = irdl.base "!builtin.integer" {foo}
    %3 = irdl.base @d::@t {foo}
    %4 = irdl.parametric @d::@t<> {foo}
    %5 = irdl.any_of(%0) {foo}
    %6 = irdl.all_of(%0) {foo}
    %7 = irdl.c_pred "::llvm::isa<::mlir::IntegerAttr>($_self)" {foo}
    %8 = irdl.c_pred ""
    irdl.attributes {"x" = %0} {foo}
    irdl.operands(x: %0) {my.attr = 1 : i32}
    irdl.regions() {foo}
  }
  irdl.operation @values {
    %0 = irdl.is dense<1> : tensor<2xi32>
    %1 = irdl.is 1.5
    %2 = irdl.is [1, "a", f32]
    %3 = irdl.is affine_map<(d0) -> (d0)>
    %4 = irdl.is unit
    %5 = irdl.is true
    %6 = irdl.is array<i32: 1>
    %7 = irdl.is tensor<2x!irdl.attribute>
    %8 = irdl.is () -> i32
    %9 = irdl.is {a = 1}
    %10 = irdl.is {}
    %11 = irdl.is @foo::@bar
    %12 = irdl.is "text" : i32
    %13 = irdl.is !irdl.region
    %14 = irdl.is loc(unknown)
  }
  irdl.operation @bases {
    %0 = irdl.base "#builtin.string"
    %1 = irdl.base "!no_such.type"
    %2 = irdl.base @d::@a
    %3 = irdl.base @e::@t
    %4 = irdl.parametric @d::@a<>
    %5 = irdl.parametric @e::@two<%0, %1>
    irdl.attributes {"x" = %0, "x" = %1}
  }
  // Constraints are values: ops of other dialects may compute them.
  irdl.operation @foreign {
    %0 = "test.constraint"() : () -> !irdl.attribute
    %1 = "test.region"() : () -> !irdl.region
    irdl.operands(a: %0)
    irdl.regions(b: %1)
  }
}

irdl.dialect @e {
  irdl.type @t
  irdl.type @two {
    %0 = irdl.any
    irdl.parameters(a: %0, b: %0)
  }
}

module @nested {
  irdl.dialect @f {
    irdl.type @t
    irdl.type @u {
      %0 = irdl.base @f::@t
      irdl.parameters(a: %0)
    }
  }
}

irdl.dialect @g {
  irdl.operation @o {
    %0 = irdl.base @nested::@f::@t
    irdl.results(a: %0)
  }
}

func.func private @types(!irdl.attribute, !irdl.region)

"test.op"() {a = #irdl<variadicity_array[]>, b = #irdl<variadicity_array[single]>, c = #irdl<variadicity_array[optional, variadic]>} : () -> ()

%0 = irdl.c_pred "anywhere"
