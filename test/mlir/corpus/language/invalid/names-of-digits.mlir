// A name that begins with a digit is a number: the letters after it are another token.

// expected-error@below {{expected '=', found 'a'}}
%1a = "x.y"() : () -> i32

// -----

// expected-error@below {{expected '=', found '_'}}
%1_ = "x.y"() : () -> i32

// -----

"x.y"() ({
// expected-error@below {{expected ':', found 'a'}}
^1a:
  "x.z"() : () -> ()
}) : () -> ()

// -----

// expected-error@below {{expected '=', found 'a'}}
#1a = 1 : i32

// -----

// expected-error@below {{expected '=', found 'a'}}
!1a = i32

// -----

// expected-error@below {{expected ':', found 'a'}}
func.func @f(%1a: i32) { return }
