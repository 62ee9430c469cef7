// Names that mean nothing are errors, and all spellings of a name mean the same.
// RUN: mlir-lite-opt %s --pass-pipeline='func.func(cse)' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=FUNC
// RUN: mlir-lite-opt %s --pass-pipeline='func(cse)' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=FUNC
// RUN: mlir-lite-opt %s --pass-pipeline='builtin.func(cse)' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=FUNC
// RUN: mlir-lite-opt %s --pass-pipeline='module(std.func(cse))' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=FUNC
// RUN: not mlir-lite-opt %s --pass-pipeline='fnc(cse)' 2>&1 | FileCheck %s --check-prefix=FNC
// RUN: not --status=2 mlir-lite-opt %s -cse --print-ir-after=csee 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: not --status=2 mlir-lite-opt %s -cse --mlir-print-ir-before=nonesuch-at-all 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: mlir-lite-opt %s -memref-dataflow-opt --print-ir-after=memref-dataflow-opt -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALIAS
// RUN: mlir-lite-opt %s -affine-scalrep --print-ir-after=memref-dataflow-opt -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALIAS
// RUN: not --status=2 mlir-lite-opt %s --debug-only=dialect-conversio 2>&1 | FileCheck %s --check-prefix=PART
// RUN: mlir-lite-opt --dialect-doc=arith | FileCheck %s --check-prefix=DOC
// RUN: not mlir-lite-opt --dialect-doc=arithh 2>&1 | FileCheck %s --check-prefix=DOCS
// RUN: mlir-lite-opt %s -pass-pipeline='symbol-privatize{exclude=a exclude=b}' | FileCheck %s --check-prefix=LIST
// RUN: mlir-lite-opt %s --print-op-stats 2> %t.stats | mlir-lite-opt | FileCheck %s --check-prefix=PIPED
// RUN: FileCheck %s --check-prefix=STATS < %t.stats
// RUN: mlir-lite-opt %s --view-op-graph 2> %t.graph | mlir-lite-opt | FileCheck %s --check-prefix=PIPED
// RUN: FileCheck %s --check-prefix=GRAPH < %t.graph

// FUNC: {{^}}func(cse)
// FNC: error: 'fnc' is not an op that a pipeline can be for
// FNC: help: did you mean 'func'?
// AFTER: --print-ir-after: there is no pass 'csee'; did you mean 'cse'?
// BEFORE: --print-ir-before: there is no pass 'nonesuch-at-all'
// ALIAS: *** IR Dump After AffineScalarReplacement ***
// PART: invalid value 'dialect-conversio' for '--debug-only
// DOC: # 'std' Dialect
// DOCS: no dialect 'arithh'
// DOCS: did you mean 'arith'?
// LIST: func @a()
// LIST: func @b()
// LIST: func private @c()
// PIPED: module {
// PIPED-NEXT: func @a() {
// STATS: Operations encountered:
// STATS: std.func {{ *}}, 3
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-lite-opt --print-op-stats -o /dev/null 2>&1 | FileCheck %s --check-prefix=TODAY
// RUN: mlir-lite-opt %s --spelling=upstream | mlir-lite-opt --view-op-graph -o /dev/null 2>&1 | FileCheck %s --check-prefix=LABEL
// TODAY: func.func {{ *}}, 3
// TODAY: func.return {{ *}}, 3
// LABEL: func.return
// GRAPH: digraph G {

func @a() {
  return
}
func @b() {
  return
}
func @c() {
  return
}
