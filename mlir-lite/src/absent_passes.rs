//! The passes of `mlir-opt` 22 that are not here, with the reason and what to use instead.

use crate::pass::PassRegistry;

/// Says for each pass of `mlir-opt` 22 that no pass here does the same why that is so.
pub(crate) fn register_absent_passes(registry: &mut PassRegistry) {
    for (reason, names) in ABSENT {
        for name in names.split_whitespace() {
            registry.register_absent(name, reason);
        }
    }
}

/// Reasons, with the names of passes.
const ABSENT: [(&str, &str); 40] = [
    (
        "it is not written yet",
        "affine-data-copy-generate affine-pipeline-data-transfer mem2reg normalize-memrefs \
            scf-for-loop-range-folding scf-parallel-loop-fusion",
    ),
    (
        "there is no dialect 'acc' here",
        "acc-if-clause-lowering acc-implicit-data acc-implicit-declare acc-implicit-routine \
            acc-legalize-serial acc-loop-tiling acc-specialize-for-device \
            acc-specialize-for-host convert-openacc-to-scf openacc-legalize-data-values \
            offload-livein-value-canonicalization",
    ),
    (
        "there is no dialect 'amdgpu' or 'rocdl' here",
        "amdgpu-emulate-atomics amdgpu-fold-memrefs-ops amdgpu-maskedload-to-load \
            amdgpu-resolve-strided-metadata convert-amdgpu-to-rocdl convert-arith-to-amdgpu \
            convert-complex-to-rocdl-library-calls convert-gpu-to-rocdl convert-math-to-rocdl \
            rocdl-attach-target",
    ),
    (
        "there are no dialects of Arm's extensions here; vectors of any length are lowered by \
            'convert-vector-to-llvm'",
        "arm-neon-2d-to-intr arm-sme-outer-product-fusion arm-sme-vector-legalization \
            arm-sve-legalize-vector-storage convert-arith-to-arm-sme convert-arm-sme-to-llvm \
            convert-arm-sme-to-scf convert-vector-to-arm-sme enable-arm-streaming",
    ),
    ("there is no dialect 'amx' here", "convert-vector-to-amx"),
    (
        "there is no dialect 'async' here; 'toyc --parallel' runs parallel loops on threads",
        "async-func-to-async-runtime async-parallel-for async-runtime-policy-based-ref-counting \
            async-runtime-ref-counting async-runtime-ref-counting-opt async-to-async-runtime \
            convert-async-to-llvm",
    ),
    (
        "'one-shot-bufferize' turns tensors into memory, and 'buffer-deallocation-pipeline' frees \
            it",
        "buffer-hoisting buffer-results-to-out-params \
            drop-equivalent-buffer-results eliminate-empty-tensors optimize-allocation-liveness \
            fold-tensor-subset-ops",
    ),
    (
        "there is no dialect 'emitc' here; 'toyc -emit=header' exports functions",
        "convert-arith-to-emitc convert-func-to-emitc convert-math-to-emitc \
            convert-memref-to-emitc convert-scf-to-emitc convert-to-emitc form-expressions \
            wrap-emitc-func-in-class",
    ),
    (
        "the dialect 'gpu' has no such pass here",
        "convert-gpu-to-llvm-spv convert-gpu-to-nvvm convert-vector-to-gpu gpu-async-region \
            gpu-decompose-memrefs gpu-eliminate-barriers gpu-lower-to-nvvm-pipeline \
            gpu-lower-to-xevm-pipeline gpu-module-to-binary gpu-to-llvm lower-host-to-llvm",
    ),
    (
        "there is no dialect 'nvvm' or 'nvgpu' here",
        "convert-nvgpu-to-nvvm convert-nvvm-to-llvm llvm-optimize-for-nvvm-target \
            nvgpu-optimize-shared-memory nvvm-attach-target",
    ),
    (
        "there is no dialect 'xegpu' or 'xevm' here",
        "convert-math-to-xevm convert-vector-to-xegpu convert-xegpu-to-xevm convert-xevm-to-llvm \
            xegpu-blocking xegpu-fold-alias-ops xegpu-optimize-block-loads \
            xegpu-propagate-layout xegpu-subgroup-distribute xegpu-vector-linearize \
            xegpu-wg-to-sg-distribute xevm-attach-target",
    ),
    (
        "there is no dialect 'spirv' here",
        "convert-arith-to-spirv convert-cf-to-spirv convert-complex-to-spirv \
            convert-func-to-spirv convert-gpu-to-spirv convert-index-to-spirv \
            convert-math-to-spirv convert-memref-to-spirv convert-scf-to-spirv \
            convert-spirv-to-llvm convert-tensor-to-spirv convert-ub-to-spirv \
            convert-vector-to-spirv decorate-spirv-composite-type-layout \
            map-memref-spirv-storage-class spirv-attach-target spirv-canonicalize-gl \
            spirv-lower-abi-attrs spirv-promote-to-replicated-constants spirv-rewrite-inserts \
            spirv-unify-aliased-resource spirv-update-vce spirv-webgpu-prepare",
    ),
    (
        "there is no dialect 'linalg' here; write the loops in 'affine' or 'scf', and \
            'affine-super-vectorize', 'affine-loop-tile' and 'affine-parallelize' transform them",
        "convert-elementwise-to-linalg convert-linalg-to-affine-loops convert-linalg-to-loops \
            convert-linalg-to-parallel-loops convert-linalg-to-std convert-tensor-to-linalg \
            linalg-block-pack-matmul linalg-detensorize linalg-fold-into-elementwise \
            linalg-fold-unit-extent-dims linalg-fuse-elementwise-ops linalg-generalize-named-ops \
            linalg-inline-scalar-operands linalg-morph-ops linalg-specialize-generic-ops \
            simplify-depthwise-conv",
    ),
    (
        "there is no dialect 'sparse_tensor' here",
        "lower-sparse-foreach-to-scf lower-sparse-iteration-to-scf lower-sparse-ops-to-foreach \
            pre-sparsification-rewrite sparse-assembler sparse-buffer-rewrite sparse-gpu-codegen \
            sparse-reinterpret-map sparse-space-collapse sparse-storage-specifier-to-llvm \
            sparse-tensor-codegen sparse-tensor-conversion sparse-vectorization sparsification \
            sparsification-and-bufferization sparsifier stage-sparse-ops",
    ),
    (
        "there is no dialect 'tosa' here",
        "tosa-arith-const-to-tosa-const tosa-attach-target tosa-convert-integer-type-to-signless \
            tosa-infer-shapes tosa-layerwise-constant-fold tosa-make-broadcastable \
            tosa-narrow-f64-to-f32 tosa-narrow-i64-to-i32 tosa-optional-decompositions \
            tosa-reduce-transposes tosa-test-quant-utils tosa-to-arith tosa-to-linalg \
            tosa-to-linalg-named tosa-to-linalg-pipeline tosa-to-mlprogram tosa-to-scf \
            tosa-to-tensor tosa-validate",
    ),
    (
        "there is no dialect 'transform' here; passes are named on the command line",
        "transform-dialect-check-uses transform-infer-effects transform-interpreter \
            transform-preload-library",
    ),
    (
        "there is no dialect 'omp' here; 'toyc --parallel' runs parallel loops on threads",
        "convert-openmp-to-llvm convert-scf-to-openmp omp-offload-privatization-prepare",
    ),
    (
        "there is no dialect 'pdl' here; rewrite rules are written in Rust with 'rewrite!'",
        "convert-pdl-to-pdl-interp",
    ),
    (
        "there is no dialect 'shard' or 'mpi' here",
        "convert-shard-to-mpi shard-partition sharding-propagation",
    ),
    ("there is no dialect 'ml_program' here", "mlprogram-pipeline-globals"),
    (
        "floats are computed by the processor, or by the interpreter",
        "convert-arith-to-apfloat convert-math-to-apfloat math-extend-to-supported-types \
            arith-emulate-unsupported-floats",
    ),
    (
        "integers of any width are lowered to the llvm dialect as they are, and LLVM emulates \
            them",
        "arith-emulate-wide-int memref-emulate-wide-int",
    ),
    (
        "'int-range-optimizations' folds what ranges decide, and changes no types",
        "arith-int-range-narrowing arith-unsigned-when-equivalent",
    ),
    (
        "complex numbers are lowered by 'convert-complex-to-llvm'",
        "convert-complex-to-libm convert-complex-to-standard",
    ),
    (
        "'convert-math-to-llvm' and 'convert-math-to-libm' lower each function",
        "math-expand-ops convert-math-to-funcs math-sincos-fusion math-uplift-to-fma",
    ),
    (
        "'canonicalize' and 'finalize-memref-to-llvm' see through views themselves",
        "affine-fold-memref-alias-ops fold-memref-alias-ops flatten-memref \
            bubble-down-memory-space-casts",
    ),
    ("'canonicalize' simplifies them", "affine-simplify-min-max scf-for-loop-canonicalization"),
    (
        "sizes are folded by 'canonicalize' where the op says them; see 'docs/shape.md' for \
            functions that compute shapes",
        "reify-result-shapes resolve-ranked-shaped-type-result-dims \
            resolve-shaped-type-result-dims",
    ),
    (
        "the exporter writes what LLVM needs",
        "ensure-debug-info-scope-on-llvm-func llvm-add-comdats llvm-legalize-for-export \
            llvm-target-to-data-layout llvm-target-to-target-features \
            llvm-use-default-visibility set-llvm-module-datalayout",
    ),
    (
        "'lower-vector' lowers them",
        "lower-vector-multi-reduction lower-vector-to-from-elements-to-shuffle-tree",
    ),
    ("'--mlir-print-ir-after=PASS' prints the IR", "print-ir"),
    (
        "the interpreter checks each access, division and cast: '--run'",
        "generate-runtime-verification",
    ),
    ("functions that are equal stay", "duplicate-function-elimination"),
    (
        "branches are not turned back into loops; 'sccp' and 'canonicalize' simplify them",
        "lift-cf-to-scf",
    ),
    ("'loop-invariant-code-motion' moves ops out of loops", "loop-invariant-subset-hoisting"),
    ("passes are repeated by naming them again", "composite-fixed-point-pass"),
    ("ops of a graph keep their order", "topological-sort"),
    (
        "'convert-scf-to-cf' lowers all loops to branches, those of 'scf.forall' included",
        "scf-for-to-while scf-forall-to-for scf-forall-to-parallel \
            scf-parallel-for-to-nested-fors",
    ),
    (
        "an analysis is printed by a pass of one's own: see 'docs/writing-an-analysis.md'",
        "slice-analysis-test affine-super-vectorizer-test",
    ),
    ("aggregates on the stack stay; LLVM takes them apart where a program is compiled", "sroa"),
];
