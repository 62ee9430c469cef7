// Sections of resources.

"t.x"() {a = dense_resource<blob1> : tensor<3xi64>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      blob1: "0x08000000010000000000000002000000000000000300000000000000"
    }
  }
#-}

// -----

"t.x"() {a = dense_resource<blob1> : tensor<3xi64>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      blob1: "0x08000000010000000000000002000000000000000300000000000000",
      unused: "0x0800000001000000"
    }
  },
  external_resources: {
    mlir_reproducer: {
      verify_each: true,
      pipeline: "builtin.module(cse)"
    },
    other: {
      a: "0x0400000001020304", "b c": "str", d: false
    }
  }
#-}

// -----

"t.x"() {a = dense_resource<blob1> : tensor<3xi64>} : () -> ()

// -----

{-#
  dialect_resources: {
    builtin: {
      blob1: "0x08000000010000000000000002000000000000000300000000000000"
    }
  }
#-}
"t.x"() {a = dense_resource<blob1> : tensor<3xi64>} : () -> ()

// -----

"t.x"() : () -> ()
{-# #-}

// -----

"t.x"() : () -> ()
{-#
  external_resources: {
  }
#-}

// -----

"t.x"() : () -> ()
{-#
  external_resources: { a: { b: "x" }, a : { c: true } }
#-}

// -----

"t.x"() : () -> ()
{-#
  external_resources: { a: { b: "x", b: "y" } }
#-}

// -----

"t.x"() : () -> ()
{-#
  external_resources: { a: { b: true } }
#-}
{-#
  external_resources: { c: { b: true } }
#-}

// -----

"t.x"() : () -> ()
{-#
  external_resources: { c: { b: true } },
  dialect_resources: { builtin: { x: "0x0400000001" } }
#-}

// -----

"t.x"() {a = dense_resource<b> : tensor<1xi8>, c = dense_resource<a> : tensor<1xi8>, d = dense_resource<"q r"> : tensor<1xi8>} : () -> ()
{-#
  dialect_resources: { builtin: { a: "0x0100000001", "q r": "0x1000000003", b: "0x0400000002" } }
#-}
