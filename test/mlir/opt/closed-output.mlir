// A standard output that is closed is one that cannot be written: status 1, with a message.
// RUN: test -e /proc/self/fd || exit 0; not --status=1 mlir-lite-opt %s 2>&1 >&- | FileCheck %s
// RUN: test -e /proc/self/fd || exit 0; not --status=1 mlir-lite-opt %s --run=f 2>&1 >&- | FileCheck %s
// RUN: test -e /proc/self/fd || exit 0; for flag in --help --list-passes --dialect-doc=std; do \
// RUN:   not --status=1 mlir-lite-opt $flag 2>&1 >&- | FileCheck %s || exit 1; done
// RUN: mlir-lite-opt %s -o %t.out >&- && mlir-lite-opt %s > /dev/null && mlir-lite-opt %s 1<> /dev/null
// CHECK: error: cannot write standard output: it is closed
func @f() -> i32 {
  %0 = constant 1 : i32
  return %0 : i32
}
