//! The dialects of the family std.

mod forms;
mod to_llvm_types;
