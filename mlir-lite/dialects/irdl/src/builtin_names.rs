//! The names of definitions of types and attributes, for those of the dialect builtin as well.

use mlir_lite::Context;
use mlir_lite::attributes::{Attribute, AttributeKind};
use mlir_lite::ir::location::{LocationKind, UniquedLocation};
use mlir_lite::types::{FloatKind, Type, TypeKind};

const TYPES: [&str; 13] = [
    "integer",
    "index",
    "none",
    "complex",
    "tuple",
    "function",
    "vector",
    "tensor",
    "unranked_tensor",
    "memref",
    "unranked_memref",
    "opaque",
    "graph",
];

const ATTRIBUTES: [&str; 24] = [
    "affine_map",
    "array",
    "dense_array",
    "dense_int_or_fp_elements",
    "dense_string_elements",
    "dense_resource_elements",
    "sparse_elements",
    "dictionary",
    "float",
    "integer",
    "integer_set",
    "opaque",
    "string",
    "strided_layout",
    "symbol_ref",
    "type",
    "unit",
    "distinct",
    "file_line_range",
    "call_site_loc",
    "fused_loc",
    "name_loc",
    "unknown_loc",
    "opaque_loc",
];

/// Whether the dialect builtin of MLIR has a type of that mnemonic.
pub(crate) fn is_builtin_type(mnemonic: &str) -> bool {
    TYPES.contains(&mnemonic) || FloatKind::ALL.iter().any(|kind| kind.keyword() == mnemonic)
}

/// Whether the dialect builtin of MLIR has an attribute of that mnemonic.
pub(crate) fn is_builtin_attribute(mnemonic: &str) -> bool {
    ATTRIBUTES.contains(&mnemonic)
}

/// The name of the definition of a type: `builtin.integer`.
pub(crate) fn type_name(ctx: &Context, ty: Type) -> String {
    let mnemonic = match ty.kind(ctx) {
        TypeKind::Integer { .. } => "integer",
        TypeKind::Index => "index",
        TypeKind::Float(kind) => kind.keyword(),
        TypeKind::None => "none",
        TypeKind::Complex(_) => "complex",
        TypeKind::Tuple(_) => "tuple",
        TypeKind::Function { .. } => "function",
        TypeKind::Vector { .. } => "vector",
        TypeKind::RankedTensor { .. } => "tensor",
        TypeKind::UnrankedTensor(_) => "unranked_tensor",
        TypeKind::MemRef { .. } => "memref",
        TypeKind::UnrankedMemRef { .. } => "unranked_memref",
        TypeKind::Dialect(data) => {
            let (dialect, mnemonic) = data.name();
            return format!("{dialect}.{mnemonic}");
        }
        _ => "opaque",
    };
    format!("builtin.{mnemonic}")
}

/// The name of the definition of an attribute: `builtin.integer`.
pub(crate) fn attribute_name(ctx: &Context, attribute: Attribute) -> String {
    let mnemonic = match attribute.kind(ctx) {
        AttributeKind::Unit => "unit",
        AttributeKind::Integer { .. } => "integer",
        AttributeKind::Float { .. } => "float",
        AttributeKind::String { .. } => "string",
        AttributeKind::Array(_) => "array",
        AttributeKind::Dictionary(_) => "dictionary",
        AttributeKind::Type(_) => "type",
        AttributeKind::SymbolRef { .. } => "symbol_ref",
        AttributeKind::AffineMap(_) => "affine_map",
        AttributeKind::IntegerSet(_) => "integer_set",
        AttributeKind::Strided { .. } => "strided_layout",
        AttributeKind::Dense(_) | AttributeKind::LargeElements => "dense_int_or_fp_elements",
        AttributeKind::DenseStrings { .. } => "dense_string_elements",
        AttributeKind::Sparse { .. } => "sparse_elements",
        AttributeKind::DenseArray { .. } => "dense_array",
        AttributeKind::DenseResource { .. } => "dense_resource_elements",
        AttributeKind::Location(location) => match location.kind(ctx) {
            LocationKind::Unknown => "unknown_loc",
            LocationKind::CallSite { .. } => "call_site_loc",
            LocationKind::Uniqued(UniquedLocation::Name { .. }) => "name_loc",
            LocationKind::Uniqued(UniquedLocation::Fused { .. }) => "fused_loc",
            _ => "file_line_range",
        },
        AttributeKind::Distinct { .. } => "distinct",
        AttributeKind::Dialect(data) => {
            let (dialect, mnemonic) = data.name();
            return format!("{dialect}.{mnemonic}");
        }
        _ => "opaque",
    };
    format!("builtin.{mnemonic}")
}
