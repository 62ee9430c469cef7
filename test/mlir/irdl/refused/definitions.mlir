// Definitions that are valid IR and are not loaded. Messages have their lines within the case.

irdl.dialect @d {
  irdl.operation @o {
    // expected-error@below {{'irdl.c_pred' op cannot be checked: its predicate is C++}}
    %0 = irdl.c_pred "true"
    irdl.results(out: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.type @t {
    // expected-error@below {{'irdl.base' op no registered type with name !no_such.type}}
    %0 = irdl.base "!no_such.type"
    irdl.parameters(a: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.type @t {
    // expected-error@below {{'irdl.base' op no registered type with name !builtin.no_such}}
    %0 = irdl.base "!builtin.no_such"
    irdl.parameters(a: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.type @t {
    // expected-error@below {{'irdl.base' op no registered attribute with name #builtin.f32}}
    %0 = irdl.base "#builtin.f32"
    irdl.parameters(a: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.type @t {
    // expected-error@below {{'irdl.base' op no registered type with name !}}
    %0 = irdl.base "!"
    irdl.parameters(a: %0)
  }
}

// -----

// expected-error@below {{'irdl.dialect' op a dialect with the namespace 'builtin' is already loaded}}
irdl.dialect @builtin {}

// -----

// expected-error@below {{'irdl.dialect' op a dialect with the namespace 'arith' is already loaded}}
irdl.dialect @arith {}

// -----

// expected-error@below {{'irdl.dialect' op a dialect with the namespace 'irdl' is already loaded}}
irdl.dialect @irdl {}

// -----

module {
  irdl.dialect @d {}
}
module {
  // expected-error@below {{'irdl.dialect' op a dialect with the namespace 'd' is already loaded}}
  irdl.dialect @d {}
}

// -----

irdl.dialect @d {
  %0 = irdl.c_pred "true"
  irdl.operation @o {
    // expected-error@below {{'irdl.results' op operand #0 is not a constraint of this definition}}
    irdl.results(out: %0)
  }
}

// -----

// expected-error@below {{'irdl.dialect' op '1t' cannot be the name of a type}}
irdl.dialect @d {
  irdl.type @"1t"
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    // expected-error@below {{'irdl.base' op symbol '@foo' not found}}
    %0 = irdl.base @foo
    irdl.results(out: %0)
  }
}

// -----

irdl.dialect @d {
  irdl.operation @o {
    // expected-error@below {{expected ':', found '%0'}}
    irdl.results(out %0)
  }
}
