%0:2 = "other_dialect.baz"() {c = #some_dialect.attr<!some_dialect.foo>} : () -> (!some_dialect.foo, !other_dialect.bar<!some_dialect.foo>)
%1 = "other_dialect.outer"() : () -> !inner_dialect.t
%2 = "inner_dialect.o"() : () -> !inner_dialect.t
%3 = "some_dialect.hide"() : () -> !some_dialect.hidden

// -----

// expected-error@below {{expected base type 'some_dialect.foo' but got 'builtin.integer'}}
%0:2 = "other_dialect.baz"() {c = #some_dialect.attr<!some_dialect.foo>} : () -> (!some_dialect.foo, !other_dialect.bar<i32>)

// -----

// expected-error@below {{expected '!some_dialect.foo' but got 'i32'}}
%0:2 = "other_dialect.baz"() {c = #some_dialect.attr<!some_dialect.foo>} : () -> (i32, !other_dialect.bar<!some_dialect.foo>)

// -----

// expected-error@below {{expected base type 'inner_dialect.t' but got 'some_dialect.foo'}}
%0 = "other_dialect.outer"() : () -> !some_dialect.foo
