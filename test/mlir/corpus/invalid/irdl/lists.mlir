// Lists of operands, results, parameters, attributes and regions that are wrong.

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected keyword, found '%0'}}
    irdl.operands(%0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected keyword, found '1'}}
    irdl.operands(1: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected keyword, found '"a"'}}
    irdl.operands("a": %0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected ':', found '%0'}}
    irdl.operands(a %0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected SSA operand, found 'many'}}
    irdl.operands(a: many %0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected keyword, found ')'}}
    irdl.operands(a: %0,)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected ')', found '}'}}
    irdl.operands(a: %0
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected '(', found '}'}}
    irdl.operands
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{use of undeclared SSA value name '%1'}}
    irdl.operands(a: %1)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{name of operand #0 should not contain uppercase letters}}
    irdl.operands(A: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{name of operand #0 must contain only lowercase letters, digits and underscores}}
    irdl.operands(a$b: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{name of result #0 should not contain leading or double underscores}}
    irdl.results(_a: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{name of result #0 should not contain leading or double underscores}}
    irdl.results(a__b: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{name of result #0 must contain only lowercase letters, digits and underscores}}
    irdl.results(a.b: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.results' op name of result #2 is a duplicate of the name of result #0}}
    irdl.results(a: %0, b: %0, a: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.operands' op name of operand #2 is a duplicate of the name of operand #0}}
    irdl.operands(a: %0, b: %0, a: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.parameters' op expects parent op to be one of 'irdl.attribute, irdl.type'}}
    irdl.parameters(a: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    // expected-note@below {{prior use here}}
    %0 = irdl.any
    // expected-error@below {{use of value '%0' expects different type than prior uses: '!irdl.region' vs '!irdl.attribute'}}
    irdl.regions(a: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected string, found 'a'}}
    irdl.attributes {a = %0}
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected '=', found ':'}}
    irdl.attributes {"a" : %0}
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected SSA operand, found 'i32'}}
    irdl.attributes {"a" = i32}
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected string, found '}'}}
    irdl.attributes {}
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{name of operand #0 is empty}}
    "irdl.operands"(%0) {names = [""], variadicity = #irdl<variadicity_array[single]>} : (!irdl.attribute) -> ()
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.operands' op the number of operands and their names must be the same, but got 1 and 2 respectively}}
    "irdl.operands"(%0) {names = ["a", "b"], variadicity = #irdl<variadicity_array[single]>} : (!irdl.attribute) -> ()
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.results' op the number of results and their variadicities must be the same, but got 1 and 2 respectively}}
    "irdl.results"(%0) {names = ["a"], variadicity = #irdl<variadicity_array[single, optional]>} : (!irdl.attribute) -> ()
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected 'single', 'optional' or 'variadic', found 'any'}}
    "irdl.operands"(%0) {names = ["a"], variadicity = #irdl<variadicity_array[any]>} : (!irdl.attribute) -> ()
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected ']', found '>'}}
    "irdl.operands"(%0) {names = ["a"], variadicity = #irdl<variadicity_array[single>} : (!irdl.attribute) -> ()
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.operands' op attribute 'names' failed to satisfy constraint: string array attribute}}
    "irdl.operands"(%0) {names = [1], variadicity = #irdl<variadicity_array[single]>} : (!irdl.attribute) -> ()
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.operands' op attribute 'variadicity' failed to satisfy constraint: array of variadicities}}
    "irdl.operands"(%0) {names = ["a"], variadicity = 1} : (!irdl.attribute) -> ()
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.operands' op requires attribute 'variadicity'}}
    "irdl.operands"(%0) {names = ["a"]} : (!irdl.attribute) -> ()
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.attributes' op the number of attribute names and their constraints must be the same but got 2 and 1 respectively}}
    "irdl.attributes"(%0) {attributeValueNames = ["a", "b"]} : (!irdl.attribute) -> ()
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.attributes' op attribute 'attributeValueNames' failed to satisfy constraint: string array attribute}}
    "irdl.attributes"(%0) {attributeValueNames = [1]} : (!irdl.attribute) -> ()
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.regions' op the number of regions and their names must be the same, but got 0 and 1 respectively}}
    "irdl.regions"() {names = ["a"]} : () -> ()
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.operands' op requires attribute 'names'}}
    "irdl.operands"() : () -> ()
  }
}

// -----

irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.any
    // expected-error@below {{expected keyword, found '%0'}}
    irdl.parameters(%0)
  }
}

// -----

irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.any
    // expected-error@below {{name of parameter #0 must contain only lowercase letters, digits and underscores}}
    irdl.parameters(test$test: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.any
    // expected-error@below {{'irdl.parameters' op name of parameter #2 is a duplicate of the name of parameter #0}}
    irdl.parameters(foo: %0, bar: %0, foo: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.any
    // expected-error@below {{expected SSA operand, found 'variadic'}}
    irdl.parameters(a: variadic %0)
  }
}

// -----

irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.any
    // expected-error@below {{'irdl.parameters' op the number of parameters and their names must be the same, but got 2 and 1 respectively}}
    "irdl.parameters"(%0, %0) {names = ["a"]} : (!irdl.attribute, !irdl.attribute) -> ()
  }
}

// -----

irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.any
    // expected-error@below {{'irdl.operands' op expects parent op 'irdl.operation'}}
    irdl.operands(a: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.any
    // expected-error@below {{'irdl.results' op expects parent op 'irdl.operation'}}
    irdl.results(a: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.any
    // expected-error@below {{'irdl.attributes' op expects parent op 'irdl.operation'}}
    irdl.attributes {"a" = %0}
  }
}

// -----

irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.any
    // expected-error@below {{'irdl.regions' op expects parent op 'irdl.operation'}}
    irdl.regions()
  }
}

// -----

// expected-error@below {{'irdl.parameters' op expects parent op to be one of 'irdl.attribute, irdl.type'}}
irdl.parameters()

// -----

// expected-error@below {{'irdl.operands' op expects parent op 'irdl.operation'}}
irdl.operands()

// -----

// expected-error@below {{'irdl.results' op expects parent op 'irdl.operation'}}
irdl.results()

// -----

// expected-error@below {{'irdl.attributes' op expects parent op 'irdl.operation'}}
irdl.attributes

// -----

// expected-error@below {{'irdl.regions' op expects parent op 'irdl.operation'}}
irdl.regions()
