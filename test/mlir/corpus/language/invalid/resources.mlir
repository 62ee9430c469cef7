// Sections of resources.

"t.x"() : () -> ()
{-#
  dialect_resources: {
    // expected-error@below {{dialect 'foo' has no resources: only 'builtin' has}}
    foo: {
      blob1: "0x0800000001000000"
    }
  }
#-}

// -----

"t.x"() : () -> ()
{-#
  // expected-error@below {{unknown key 'foo' in resource section: expected 'dialect_resources' or 'external_resources'}}
  foo: {
  }
#-}

// -----

"t.x"() : () -> ()
{-#
  // expected-error@below {{expected string value for key 'b', found '1'}}
  external_resources: { a: { b: 1 } }
#-}

// -----

"t.x"() : () -> ()
{-#
  // expected-error@below {{expected hex string blob for key 'b'}}
  external_resources: { a: { b: "0x1" } }
#-}

// -----

"t.x"() : () -> ()
{-#
  // expected-error@below {{expected hex string blob for key 'c'}}
  external_resources: { a: { b: "0x08000000" , c : "0xzz", "d" : "\22x" } }
#-}

// -----

"t.x"() : () -> ()
{-#
  external_resources: { a: { b: true } 
// expected-error@above {{expected ',' or '}', found '#-}'}}
#-}

// -----

"t.x"() : () -> ()
{-#
  external_resources: { a: { b: true } }
// expected-error@above {{expected ',' or '#-}', found the end of the file}}
// -----

"t.x"() {a = dense_resource<b> : tensor<1xi8>} : () -> ()
{-#
  // expected-error@below {{expected hex string blob for key 'b' to encode alignment in first 4 bytes, but got non-power-of-2 value: 3}}
  dialect_resources: { builtin: { b: "0x03000000" } }
#-}

// -----

"t.x"() {a = dense_resource<b> : tensor<1xi8>} : () -> ()
{-#
  // expected-error@below {{expected hex string blob for key 'b'}}
  dialect_resources: { builtin: { b: "str" } }
#-}

// -----

"t.x"() {a = dense_resource<b> : tensor<1xi8>} : () -> ()
{-#
  // expected-error@below {{expected string value for key 'b', found 'true'}}
  dialect_resources: { builtin: { b: true } }
#-}

// -----

// expected-error@below {{expected operation name in quotes, or the name of a registered operation, found '{-#'}}
module { {-# external_resources: { a: { b: true } } #-} }
