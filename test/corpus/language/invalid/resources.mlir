// Sections of resources.

"t.x"() : () -> ()
{-#
  dialect_resources: {
    foo: {
      blob1: "0x0800000001000000"
    }
  }
#-}

// -----

"t.x"() : () -> ()
{-#
  foo: {
  }
#-}

// -----

"t.x"() : () -> ()
{-#
  external_resources: { a: { b: 1 } }
#-}

// -----

"t.x"() : () -> ()
{-#
  external_resources: { a: { b: "0x1" } }
#-}

// -----

"t.x"() : () -> ()
{-#
  external_resources: { a: { b: "0x08000000" , c : "0xzz", "d" : "\22x" } }
#-}

// -----

"t.x"() : () -> ()
{-#
  external_resources: { a: { b: true } 
#-}

// -----

"t.x"() : () -> ()
{-#
  external_resources: { a: { b: true } }

// -----

"t.x"() {a = dense_resource<b> : tensor<1xi8>} : () -> ()
{-#
  dialect_resources: { builtin: { b: "0x03000000" } }
#-}

// -----

"t.x"() {a = dense_resource<b> : tensor<1xi8>} : () -> ()
{-#
  dialect_resources: { builtin: { b: "str" } }
#-}

// -----

"t.x"() {a = dense_resource<b> : tensor<1xi8>} : () -> ()
{-#
  dialect_resources: { builtin: { b: true } }
#-}

// -----

module { {-# external_resources: { a: { b: true } } #-} }
