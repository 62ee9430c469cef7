// One dash or two, the values of MLIR's flags, and where things go.
// RUN: mlir-lite-opt -mlir-print-op-generic %s | FileCheck %s --check-prefix=GENERIC
// RUN: mlir-lite-opt --mlir-print-op-generic=1 %s > /dev/null && exit 1 || test $? = 2
// RUN: mlir-lite-opt -verify-each=0 --spelling=upstream %s -o %t && FileCheck %s --check-prefix=UPSTREAM < %t
// RUN: mlir-lite-opt < %s -mlir-print-debuginfo | FileCheck %s --check-prefix=LOCATIONS
// RUN: not mlir-lite-opt - --diagnostics=json < /proc/self/mem 2>&1 | FileCheck %s --check-prefix=UNREADABLE
// RUN: not --status=2 mlir-lite-opt --no-such-flag
// RUN: not --status=2 mlir-lite-opt -no-such-flag
// RUN: not mlir-lite-opt no-such-file.mlir
// RUN: not mlir-lite-opt %s -o /no/such/folder/file 2>&1 | FileCheck %s --check-prefix=OUTPUT

// GENERIC: "module"() ({
// UPSTREAM: func.func @f
// LOCATIONS: loc("<stdin>":{{[0-9]+}}:1)
// UNREADABLE: {"severity":"error","code":null,"message":"cannot read '<stdin>'
// OUTPUT: error: cannot write '/no/such/folder/file'
func @f() {
  return
}
