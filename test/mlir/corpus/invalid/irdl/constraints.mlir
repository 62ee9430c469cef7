// Constraints that are wrong.

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected attribute value, found '}'}}
    %1 = irdl.is
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{type '!no_such.type' is of dialect 'no_such', which is not loaded. If this is intended, use -allow-unregistered-dialect}}
    %1 = irdl.is !no_such.type
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.base' op the base type or attribute should be specified by either a name or a reference}}
    %1 = irdl.base
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.base' op the base type or attribute name should start with '!' or '#'}}
    %1 = irdl.base ""
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.base' op the base type or attribute name should start with '!' or '#'}}
    %1 = irdl.base "builtin.integer"
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.base' op the base type or attribute should be specified by either a name or a reference}}
    %1 = irdl.base @d "!builtin.integer"
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.base' op symbol '@foo' not found}}
    %1 = irdl.base @foo
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.base' op symbol '@d' does not refer to a type or attribute definition (refers to 'irdl.dialect')}}
    %1 = irdl.base @d
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.base' op symbol '@d::@o' does not refer to a type or attribute definition (refers to 'irdl.operation')}}
    %1 = irdl.base @d::@o
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.base' op symbol '@d::@o::@p' not found}}
    %1 = irdl.base @d::@o::@p
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.base' op symbol '@d::@foo' not found}}
    %1 = irdl.base @d::@foo
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.parametric' op symbol '@d::@o' does not refer to a type or attribute definition (refers to 'irdl.operation')}}
    %1 = irdl.parametric @d::@o<%0>
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.parametric' op symbol '@foo' not found}}
    %1 = irdl.parametric @foo<%0>
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected '<', found '}'}}
    %1 = irdl.parametric @d::@o
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{attribute 'base_type' must be: symbol reference attribute}}
    %1 = irdl.parametric "!builtin.integer"<>
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.any_of' op expected 1 or more operands, but found 0}}
    %1 = irdl.any_of()
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.all_of' op expected 1 or more operands, but found 0}}
    %1 = irdl.all_of()
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected ')', found '}'}}
    %1 = irdl.any_of(%0
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected SSA operand, found ')'}}
    %1 = irdl.any_of(%0,)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{use of undeclared SSA value name '%2'}}
    %1 = irdl.any_of(%2)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{operand #0 does not dominate this use}}
    // expected-note@below {{operand defined here}}
    %1 = irdl.all_of(%1)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected attribute value, found '}'}}
    %1 = irdl.c_pred
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected attribute value, found 'foo'}}
    %1 = irdl.c_pred foo
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.region' op the number of blocks is expected to be >= 1 but got 0}}
    %1 = irdl.region with size 0
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.region' op the number of blocks is expected to be >= 1 but got -1}}
    %1 = irdl.region with size -1
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{the number of blocks, 4294967296, does not fit into 32 bits}}
    %1 = irdl.region with size 4294967296
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected 'size', found '3'}}
    %1 = irdl.region with 3
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected integer, found '}'}}
    %1 = irdl.region with size
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{expected ',' or ')', found '}'}}
    %1 = irdl.region(%0
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-note@below {{prior use here}}
    %1 = irdl.region
    // expected-error@below {{use of value '%1' expects different type than prior uses: '!irdl.attribute' vs '!irdl.region'}}
    %2 = irdl.all_of(%1)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.any' op expected 1 result, but found 0}}
    "irdl.any"() : () -> ()
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.any' op result #0 must be `!irdl.attribute`: a constraint on types and attributes, but got 'i32'}}
    "irdl.any"() : () -> i32
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.any' op result #0 must be `!irdl.attribute`: a constraint on types and attributes, but got '!irdl.region'}}
    "irdl.any"() : () -> !irdl.region
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.region' op result #0 must be `!irdl.region`: a constraint on regions, but got '!irdl.attribute'}}
    "irdl.region"() : () -> !irdl.attribute
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.region' op attribute 'numberOfBlocks' failed to satisfy constraint: 32-bit signless integer attribute}}
    "irdl.region"() {numberOfBlocks = 3 : i64} : () -> !irdl.region
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.parametric' op requires attribute 'base_type'}}
    "irdl.parametric"(%0) : (!irdl.attribute) -> !irdl.attribute
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.is' op requires attribute 'expected'}}
    "irdl.is"() : () -> !irdl.attribute
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.c_pred' op attribute 'pred' failed to satisfy constraint: string attribute}}
    "irdl.c_pred"() {pred = 1} : () -> !irdl.attribute
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.base' op attribute 'base_ref' failed to satisfy constraint: symbol reference attribute}}
    "irdl.base"() {base_ref = "x"} : () -> !irdl.attribute
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    // expected-error@below {{'irdl.base' op attribute 'base_name' failed to satisfy constraint: string attribute}}
    "irdl.base"() {base_name = @x} : () -> !irdl.attribute
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    // expected-error@below {{operand #0 does not dominate this use}}
    %0 = irdl.all_of(%1)
    // expected-note@below {{operand defined here}}
    %1 = irdl.any
  }
}

// -----

irdl.dialect @d {
  // expected-error@below {{'irdl.any' op expects parent op to be one of 'irdl.type, irdl.attribute, irdl.operation'}}
  irdl.any
}

// -----

// expected-error@below {{'irdl.any' op expects parent op to be one of 'irdl.type, irdl.attribute, irdl.operation'}}
irdl.any

// -----

// expected-error@below {{'irdl.is' op expects parent op to be one of 'irdl.type, irdl.attribute, irdl.operation'}}
irdl.is i32

// -----

// expected-error@below {{'irdl.base' op expects parent op to be one of 'irdl.type, irdl.attribute, irdl.operation'}}
irdl.base "!builtin.integer"

// -----

// expected-error@below {{'irdl.region' op expects parent op 'irdl.operation'}}
irdl.region

// -----

irdl.dialect @d {
  irdl.type @t {
    // expected-error@below {{'irdl.region' op expects parent op 'irdl.operation'}}
    irdl.region
  }
}

// -----

func.func private @f()

irdl.dialect @d {
  irdl.operation @o {
    // expected-error@below {{'irdl.parametric' op symbol '@f' does not refer to a type or attribute definition (refers to 'func.func')}}
    %0 = irdl.parametric @f<>
  }
}

// -----

module {
  irdl.dialect @e {
    irdl.type @t
  }
}

irdl.dialect @d {
  irdl.operation @o {
    // expected-error@below {{'irdl.base' op symbol '@e::@t' not found}}
    %0 = irdl.base @e::@t
  }
}

// -----

module {
  irdl.dialect @d {
    irdl.operation @o {
      // expected-error@below {{'irdl.base' op symbol '@e::@t' not found}}
      %0 = irdl.base @e::@t
    }
  }
}

irdl.dialect @e {
  irdl.type @t
}
