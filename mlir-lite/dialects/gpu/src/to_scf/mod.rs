//! `convert-gpu-to-scf`: kernels on the CPU, as loops over blocks and threads.
//!
//! | module | what it is |
//! |---|---|
//! | `host.rs` | memory of the device becomes memory of the host |
//! | `inlined.rs` | launches by name get the kernel inside |
//! | `positions.rs` | ops that give positions become arguments of the launch |
//! | `uniform.rs` | which values all threads of a block have in common |
//! | `blocks.rs` | a launch becomes a loop over blocks, with loops over threads |
//! | `threads.rs` | a loop over the threads of a block, and what it reads from the loops before |
//! | `exchange.rs` | reductions and shuffles, by buffers |

mod blocks;
mod exchange;
mod host;
mod inlined;
mod positions;
mod threads;
mod uniform;

use crate::parts::AddressSpaces;
use crate::{GPUModuleOp, GpuDialect, LaunchFuncOp, LaunchOp};
use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::dialects::scf::ScfDialect;
use mlir_lite::dialects::standard::StdDialect;
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite_diagnostics::{Diagnostic, Reported};

/// Why a launch is not converted.
type Converted<T = ()> = Result<T, Box<Diagnostic>>;

/// Convert kernels to loops over blocks and threads.
///
/// A launch becomes a `scf.parallel` over its blocks, with loops over the threads of a block that
/// end at barriers. Values that a thread needs after a barrier are kept in buffers. It is an error
/// if not all threads of a block reach a barrier, or not equally often.
#[pass(
    name = "convert-gpu-to-scf",
    on = "builtin.module",
    dialects(GpuDialect, ScfDialect, StdDialect)
)]
#[derive(Copy, Clone, Debug)]
pub struct GpuToScfPass;

impl RunPass for GpuToScfPass {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        convert_module(module, cx)
    }
}

fn convert_module(module: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
    let ops = module.own_ops();
    for &op in &ops {
        if ModuleOp::is(module, op) {
            if let Some(inner) = module.child_mut(op) {
                convert_module(inner, cx)?;
            }
            continue;
        }
        if GPUModuleOp::is(module, op) {
            continue;
        }
        let Some(mut body) = module.detach_child(op) else { continue };
        let result = convert_function(&mut body, module);
        module.attach_child(op, body);
        result.map_err(|error| cx.error(*error))?;
    }
    // Kernels are where they were launched.
    for op in ops {
        if GPUModuleOp::is(module, op) {
            module.take_child(op);
        }
    }
    let name = module.context().ident(crate::launch_func::CONTAINER);
    module.remove_attr(module.root(), name);
    Ok(())
}

fn convert_function(body: &mut Body, module: &Body) -> Converted {
    let mut has_launch = false;
    for op in body.own_ops() {
        if let Some(launch) = LaunchFuncOp::cast(body, op) {
            inlined::inline_kernel(body, launch, module)?;
        }
    }
    for op in body.own_ops_post_order() {
        if let Some(launch) = LaunchOp::cast(body, op) {
            has_launch = true;
            inlined::inline_calls(body, op, module, module)?;
            positions::replace_position_ops(body, launch);
            blocks::convert_launch(body, launch)?;
        }
    }
    host::convert_host_ops(body);
    if has_launch {
        body.forget_address_spaces();
    }
    Ok(())
}
