// Passes that would change nothing are not run again, which dumps, times and statistics say.
// RUN: mlir-lite-opt %s -pass-pipeline='func(cse,canonicalize,cse,canonicalize)' -print-ir-after-all -pass-statistics -pass-timing -threads=1 -o %t.mlir > %t.log 2>&1
// RUN: FileCheck %s --input-file %t.log --check-prefix=DUMP
// RUN: FileCheck %s --input-file %t.log --check-prefix=STATS
// RUN: FileCheck %s --input-file %t.log --check-prefix=TIMES
// RUN: mlir-lite-opt %s -pass-pipeline='func(cse,canonicalize,cse,canonicalize)' -rerun-unchanged -print-ir-after-all -o %t-again.mlir > %t-again.log 2>&1
// RUN: FileCheck %s --input-file %t-again.log --check-prefix=AGAIN
// RUN: diff %t.mlir %t-again.mlir
// RUN: mlir-lite-opt %s -pass-pipeline='func(cse),func(canonicalize,cse)' -spelling=upstream -print-ir-before=cse -print-ir-after-change -print-ir-after-all -o %t.mlir > %t-change.log 2>&1
// RUN: FileCheck %s --input-file %t-change.log --check-prefix=CHANGE

// In @f, cse removes a constant, and the second cse finds nothing: it has to run for that, as the
// first one has changed the function. In @g, nothing changes.
func @f() -> (i32, i32) {
  %0 = constant 1 : i32
  %1 = constant 1 : i32
  return %0, %1 : i32, i32
}

func @g(%a: i32) -> i32 {
  return %a : i32
}

// DUMP: *** IR Dump After CSE ***
// DUMP-NEXT: func @f
// DUMP: *** IR Dump After Canonicalizer ***
// DUMP-NEXT: func @f
// DUMP: *** IR Dump After CSE ***
// DUMP-NEXT: func @f
// DUMP: *** IR Dump After Canonicalizer (skipped) ***
// DUMP-EMPTY:
// DUMP-NEXT: *** IR Dump After CSE ***
// DUMP-NEXT: func @g
// DUMP: *** IR Dump After Canonicalizer ***
// DUMP-NEXT: func @g
// DUMP: *** IR Dump After CSE (skipped) ***
// DUMP-EMPTY:
// DUMP-NEXT: *** IR Dump After Canonicalizer (skipped) ***

// STATS: 'func' Pipeline
// STATS-NEXT: CSE{{$}}
// STATS-NEXT: (S) 1 num-cse'd
// STATS: Canonicalizer{{$}}
// STATS: CSE (skipped on 1 of 2 ops)
// STATS-NEXT: (S) 0 num-cse'd
// STATS: Canonicalizer (skipped){{$}}

// TIMES: ... Pass execution timing report ...
// TIMES: CSE{{$}}
// TIMES: Canonicalizer{{$}}
// TIMES: CSE (skipped on 1 of 2 ops)
// TIMES: Canonicalizer (skipped){{$}}

// AGAIN-NOT: skipped

// Only the first cse on @f changes something.
// CHANGE: IR Dump Before CSE (cse)
// CHANGE: IR Dump After CSE (cse)
// CHANGE-NOT: IR Dump After
