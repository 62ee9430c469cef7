// Dialects that are defined in a file: passes and threads, references to other dialects, and the
// documentation. `test/mlir/irdl` is compared with `mlir-opt`.
// RUN: mlir-lite-opt %s --irdl-file=$(dirname %s)/irdl-file.irdl | FileCheck %s
// RUN: mlir-lite-opt %s --irdl-file=$(dirname %s)/irdl-file.irdl --canonicalize --cse --symbol-dce --threads=2 | FileCheck %s
// RUN: mlir-lite-opt %s --irdl-file=$(dirname %s)/irdl-file.irdl -mlir-print-op-generic | mlir-lite-opt --irdl-file=$(dirname %s)/irdl-file.irdl | FileCheck %s
// RUN: mlir-lite-opt --irdl-file=$(dirname %s)/irdl-file.irdl --dialect-doc=other_dialect | FileCheck %s --check-prefix=DOC
// RUN: mlir-lite-opt $(dirname %s)/irdl-file.irdl --spelling=upstream | FileCheck %s --check-prefix=TEXT
// RUN: mlir-lite-opt $(dirname %s)/irdl-file.irdl --pass-pipeline='builtin.module(irdl.dialect(canonicalize))' --spelling=upstream | FileCheck %s --check-prefix=TEXT
// RUN: not mlir-lite-opt %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not mlir-lite-opt %s --irdl-file=%t.no-such-file 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not mlir-lite-opt %s --irdl-file=%s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: sed 's/@.super::@some_dialect::@foo/@.super::@some_dialect::@no/' $(dirname %s)/irdl-file.irdl > %t
// RUN: not mlir-lite-opt %s --irdl-file=%t 2>&1 | FileCheck %s --check-prefix=SUPER
// RUN: sed 's/%2 = irdl.all_of(%0, %1)/%2 = irdl.c_pred "true"/' $(dirname %s)/irdl-file.irdl > %t
// RUN: not mlir-lite-opt %s --irdl-file=%t 2>&1 | FileCheck %s --check-prefix=PREDICATE
// RUN: cp $(dirname %s)/irdl-file.irdl %t && not mlir-lite-opt %s --irdl-file=%t -o %t 2>&1 | FileCheck %s --check-prefix=OUTPUT

// CHECK-LABEL: func @f(
// CHECK-SAME: %[[BAR:.*]]: !other_dialect.bar, %[[FOO:.*]]: !some_dialect.foo)
// CHECK: "other_dialect.baz"(%[[BAR]], %[[FOO]], %[[BAR]])
// CHECK: "other_dialect.alternatives"() : () -> (i32, i32)
// CHECK: "other_dialect.alternatives"() : () -> (i64, f32)
func @f(%bar: !other_dialect.bar, %foo: !some_dialect.foo) {
  "other_dialect.baz"(%bar, %foo, %bar) : (!other_dialect.bar, !some_dialect.foo, !other_dialect.bar) -> ()
  %0:2 = "other_dialect.alternatives"() : () -> (i32, i32)
  %1:2 = "other_dialect.alternatives"() : () -> (i64, f32)
  return
}

// DOC: # 'other_dialect' Dialect
// DOC: ### `other_dialect.baz`

// TEXT: %{{.*}} = irdl.base @bar{{ $}}
// TEXT: %{{.*}} = irdl.base @.super::@some_dialect::@foo{{ $}}
// TEXT: %{{.*}} = irdl.parametric @.super::@other_dialect::@bar<>{{ $}}

// UNKNOWN: error: type '!other_dialect.bar' is of dialect 'other_dialect', which is not loaded
// MISSING: error: cannot read '{{.*}}.no-such-file'
// SUPER: :11:10: error: 'irdl.base' op cannot resolve '@.super::@some_dialect::@no': component #2, '@no', is not a symbol of its table
// PREDICATE: :19:10: error: 'irdl.c_pred' op cannot be checked: its predicate is C++
// OUTPUT: error: the output '{{.*}}' is the input
