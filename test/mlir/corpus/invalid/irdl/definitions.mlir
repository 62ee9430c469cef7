// Definitions that do not exist, or have names that they cannot have.

irdl.dialect @d {
  // expected-error@below {{name of operation should not contain uppercase letters}}
  irdl.operation @A
}

// -----

irdl.dialect @d {
  // expected-error@below {{name of operation must contain only lowercase letters, digits and underscores}}
  irdl.operation @a$b
}

// -----

irdl.dialect @d {
  // expected-error@below {{name of operation must contain only lowercase letters, digits and underscores}}
  irdl.operation @"a b"
}

// -----

irdl.dialect @d {
  // expected-error@below {{name of operation is empty}}
  irdl.operation @""
}

// -----

irdl.dialect @d {
  // expected-error@below {{name of operation should not contain leading or double underscores}}
  irdl.operation @_a
}

// -----

irdl.dialect @d {
  // expected-error@below {{name of operation should not contain leading or double underscores}}
  irdl.operation @a__b
}

// -----

irdl.dialect @d {
  // expected-error@below {{name of type should not contain uppercase letters}}
  irdl.type @A
}

// -----

irdl.dialect @d {
  // expected-error@below {{name of type must contain only lowercase letters, digits and underscores}}
  irdl.type @"a.b"
}

// -----

irdl.dialect @d {
  // expected-error@below {{name of attribute should not contain leading or double underscores}}
  irdl.attribute @_a
}

// -----

irdl.dialect @d {
  // expected-error@below {{name of attribute must contain only lowercase letters, digits and underscores}}
  irdl.attribute @"a-b"
}

// -----

// expected-error@below {{'irdl.dialect' op invalid dialect name}}
irdl.dialect @"a b" {}

// -----

// expected-error@below {{'irdl.dialect' op invalid dialect name}}
irdl.dialect @"a.b" {}

// -----

// expected-error@below {{'irdl.dialect' op invalid dialect name}}
irdl.dialect @"" {}

// -----

// expected-error@below {{name of dialect should not contain uppercase letters}}
irdl.dialect @A {}

// -----

// expected-error@below {{name of dialect should not contain leading or double underscores}}
irdl.dialect @_a {}

// -----

// expected-error@below {{name of dialect must contain only lowercase letters, digits and underscores}}
irdl.dialect @a$b {}

// -----

// expected-error@below {{'irdl.dialect' op invalid dialect name}}
irdl.dialect @"1a" {}

// -----

// expected-note@below {{see existing symbol definition here}}
irdl.dialect @d {}
// expected-error@below {{redefinition of symbol named 'd'}}
irdl.dialect @d {}

// -----

irdl.dialect @d {
  // expected-note@below {{see existing symbol definition here}}
  irdl.type @a
  // expected-error@below {{redefinition of symbol named 'a'}}
  irdl.operation @a
}

// -----

// expected-error@below {{'irdl.operation' op expects parent op 'irdl.dialect'}}
irdl.operation @o

// -----

// expected-error@below {{'irdl.type' op expects parent op 'irdl.dialect'}}
irdl.type @t

// -----

// expected-error@below {{'irdl.attribute' op expects parent op 'irdl.dialect'}}
irdl.attribute @a

// -----

module {
  // expected-error@below {{'irdl.type' op expects parent op 'irdl.dialect'}}
  irdl.type @t
}

// -----

irdl.dialect @d {
  irdl.type @t {
    // expected-error@below {{'irdl.type' op expects parent op 'irdl.dialect'}}
    irdl.type @u
  }
}

// -----

irdl.dialect @d {
  // expected-error@below {{'irdl.operation' op region should have no arguments}}
  irdl.operation @o {
  ^a(%a: !irdl.attribute):
    irdl.operands(x: %a)
  }
}

// -----

irdl.dialect @d {
  // expected-error@below {{'irdl.type' op expects region 'body' to have one block}}
  irdl.type @o {
  ^a:
    cf.br ^b
  ^b:
  }
}

// -----

irdl.dialect @d {
  // expected-error@below {{'irdl.type' op expects region 'body' to have one block}}
  "irdl.type"() ({}) {sym_name = "t"} : () -> ()
}

// -----

irdl.dialect @d {
  // expected-error@below {{'irdl.type' op requires 1 region, but found 0}}
  "irdl.type"() {sym_name = "t"} : () -> ()
}

// -----

irdl.dialect @d {
  // expected-error@below {{'irdl.type' op requires attribute 'sym_name'}}
  "irdl.type"() ({
  ^a:
  }) : () -> ()
}

// -----

irdl.dialect @d {
  // expected-error@below {{expected symbol name, found 'private'}}
  irdl.operation private @o
}

// -----

irdl.dialect @d {
  // expected-error@below {{expected symbol name, found 'o'}}
  irdl.operation o
}

// -----

irdl.dialect @d {
  // expected-error@below {{custom op 'foo' is unknown (tried 'std.foo' as well)}}
  irdl.operation @o {foo}
}

// -----

irdl.dialect @d {
  // expected-error@below {{'irdl.operation' op visibility expected to be one of ["public", "private", "nested"], but got "x"}}
  irdl.operation @o attributes {sym_visibility = "x"}
}

// -----

irdl.dialect @d {
  // expected-error@below {{failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type irdl.operands}}
  irdl.operation @o {
    irdl.operands()
    irdl.operands()
  }
}

// -----

irdl.dialect @d {
  // expected-error@below {{failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type irdl.results}}
  irdl.operation @o {
    irdl.results()
    irdl.results()
  }
}

// -----

irdl.dialect @d {
  // expected-error@below {{failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type irdl.regions}}
  irdl.operation @o {
    irdl.regions()
    irdl.regions()
  }
}

// -----

irdl.dialect @d {
  // expected-error@below {{failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type irdl.attributes}}
  irdl.operation @o {
    irdl.attributes
    irdl.attributes
  }
}

// -----

irdl.dialect @d {
  // expected-error@below {{failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type irdl.parameters}}
  irdl.type @o {
    irdl.parameters()
    irdl.parameters()
  }
}

// -----

irdl.dialect @d {
  // expected-error@below {{failed to verify AtMostOneChildOf trait: the operation contains at least two operations of type irdl.parameters}}
  irdl.attribute @o {
    irdl.parameters()
    irdl.parameters()
  }
}

// -----

irdl.dialect @d {
  // expected-error@below {{'irdl.operation' op contains a value named 'foo' for both its operands and results}}
  irdl.operation @o {
    %0 = irdl.any
    irdl.operands(foo: %0)
    irdl.results(foo: %0)
  }
}

// -----

irdl.dialect @d {
  // expected-error@below {{'irdl.operation' op contains a value named 'bar' for both its regions and results}}
  irdl.operation @o {
    %0 = irdl.any
    %1 = irdl.region
    irdl.regions(bar: %1)
    irdl.operands(qux: %0)
    irdl.results(bar: %0)
  }
}
