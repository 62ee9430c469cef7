//! The conversions of parts of std by the names of today's pipelines, and the passes before them.
//!
//! | file | what it is |
//! |---|---|
//! | `single_dialects.rs` | conversions of one of the dialects that std was split into |
//! | `libdevice.rs` | functions of numbers as calls of NVIDIA's library |
//! | `libm.rs` | functions of numbers as calls of C's library |
//! | `arith_expand.rs`, `memref_expand.rs` | ops as simpler ones of std |
//! | `bufferization.rs` | ops of the dialect bufferization |
//! | `request_c_wrappers.rs` | functions that C can call |

mod arith_expand;
mod bufferization;
mod libdevice;
mod libm;
mod memref_expand;
mod request_c_wrappers;
mod single_dialects;

pub use arith_expand::*;
pub use bufferization::*;
pub use libdevice::populate_libdevice_patterns;
pub use memref_expand::*;
pub use request_c_wrappers::*;
pub use single_dialects::*;

use mlir_lite::pass::PassRegistry;

/// Registers the conversions of the parts, and the passes that expand ops before them.
pub fn register_conversions(registry: &mut PassRegistry) {
    registry
        .register(ArithExpandPass::info())
        .register(MemRefExpandPass::info())
        .register(ExpandStridedMetadataPass::info())
        .register(BufferizationToMemRefPass::info())
        .register(EmptyTensorToAllocTensorPass::info())
        .register(RequestCWrappersPass::info())
        .register(FuncToLlvmPass::info())
        .register(ArithToLlvmPass::info())
        .register(CfToLlvmPass::info())
        .register(MathToLlvmPass::info())
        .register(MathToLibmPass::info())
        .register(MemRefToLlvmPass::info())
        .register(ComplexToLlvmPass::info())
        .register(UbToLlvmPass::info())
        .register(IndexToLlvmPass::info())
        .register(ConvertToLlvmPass::info());
}
