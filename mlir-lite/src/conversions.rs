//! Lowerings between the dialects, as patterns and as passes.
//!
//! The patterns above std change no types and need no converted operands, so
//! they are plain rewrites: they work alone, and as part of a conversion.

#[cfg(feature = "affine")]
pub use mlir_lite_affine::{
    LowerAffinePass, expand_affine_expr, expand_affine_map, expand_max, expand_min,
    populate_affine_to_std_patterns,
};
pub use mlir_lite_passes::reconcile_casts::ReconcileUnrealizedCastsPass;
pub use mlir_lite_scf::{ScfToStdPass, populate_scf_to_std_patterns, populate_scf_type_conversion};
pub use mlir_lite_shape::{
    ConvertShapeConstraintsPass, ConvertShapeToStdPass, InferShapesByFunctionsPass,
    OutlineShapeComputationPass, RemoveImpliedConstraintsPass, RemoveShapeConstraintsPass,
    ShapeToShapeLoweringPass, populate_remove_constraint_patterns,
    populate_shape_constraint_patterns, populate_shape_rewrite_patterns,
    populate_shape_to_std_patterns,
};
#[doc(inline)]
pub use mlir_lite_standard::to_llvm as std_to_llvm;
pub use mlir_lite_standard::{
    populate_branch_type_conversion, populate_func_type_conversion, populate_select_type_conversion,
};
pub use mlir_lite_vector::{
    DotProductOptions, DotProducts, LowerVectorDotProductsPass, LowerVectorMaskPass,
    LowerVectorPass, UnrollVectorsOptions, UnrollVectorsPass, VectorLoweringOptions,
    VectorToLlvmPass, VectorToScfPass, populate_vector_contract_lowering_patterns,
    populate_vector_dot_product_lowering_patterns, populate_vector_lowering_patterns,
    populate_vector_mask_lowering_patterns, populate_vector_reduction_lowering_patterns,
    populate_vector_shape_lowering_patterns, populate_vector_to_llvm_patterns,
    populate_vector_to_scf_patterns, populate_vector_transpose_to_shuffle_patterns,
    populate_vector_unroll_patterns,
};
pub use std_to_llvm::{
    StdToLlvmOptions, StdToLlvmPass, llvm_type_converter, populate_std_to_llvm_patterns,
};
