//! `toy.load_into` and `toy.save` to loops that call [`FileHooks`].

use mlir_lite::dialects::llvm::{self, AddressOfOp, GlobalOp, LlvmFuncOp, pointer_type};
use mlir_lite::dialects::std;
use mlir_lite::ir::SymbolRequests;
use mlir_lite::ir::builder::{BodyBuilder, InsertionPoint};
use mlir_lite::ir::prelude::*;
use mlir_lite::pass::{Pass, PassContext};
use mlir_lite_diagnostics::Reported;

use super::loops::element_loops;
use crate::builtins::{LoadIntoOp, SaveOp};

/// The functions that lowered programs call to read and write files. Whoever runs a program defines them; one that fails
/// does not return. Texts end with a zero byte; a shape is written like `2x3`, and like `` for a number.
pub struct FileHooks;

impl FileHooks {
    /// `void(path, shape)`: opens a file, which must hold this shape.
    pub const OPEN: &'static str = "toy_load_open";
    /// `f64()`: the next element, in row-major order.
    pub const NEXT: &'static str = "toy_load_next";
    /// `void(f64)`: takes the next element to be saved, in row-major order.
    pub const KEEP: &'static str = "toy_save_next";
    /// `void(path, shape)`: writes the elements that were taken into a file.
    pub const WRITE: &'static str = "toy_save_close";
}

/// Lowers reading and writing of files from memory; of tensors, which are not lowered yet, it says so.
pub struct LowerFilesPass;

impl Pass for LowerFilesPass {
    fn name(&self) -> &'static str {
        "LowerToyFiles"
    }

    fn argument(&self) -> &'static str {
        "lower-toy-files"
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        let ops =
            body.walk_pre_order().into_iter().filter(|op| LoadIntoOp::is(body, *op) || SaveOp::is(body, *op));
        for op in ops.collect::<Vec<_>>() {
            if body.ty(body.operand(op, 0)).is_tensor(body.context()) {
                let message = "saves a tensor that is not in memory; lower it to affine first";
                cx.diagnostics.error(body.op(op).op_error(message));
                continue;
            }
            lower(body, op, cx.requests);
            body.erase_op(op);
        }
        cx.diagnostics.check()
    }
}

fn lower(body: &mut Body, op: OpId, requests: &mut SymbolRequests) {
    let ctx = body.context().clone();
    let location = body.location(op);
    let memref = body.operand(op, 0);
    let is_load = LoadIntoOp::is(body, op);
    // A path that is not known was reported when shapes were inferred, or the run will say so.
    let path =
        body.op(op).attr_named("path").and_then(|path| path.as_str(&ctx)).unwrap_or_default().to_owned();
    let sizes = body.ty(memref).shape(&ctx).unwrap_or_default().to_vec();
    let shape: Vec<String> = sizes.iter().map(i64::to_string).collect();
    let texts = [path, shape.join("x")].map(|text| {
        let name = format!("file.{:016x}", super::to_affine::hash(text.as_bytes()));
        requests.require(ctx.ident(&name), || {
            GlobalOp::string(&ctx, location, &name, &[text.as_bytes(), b"\0"].concat())
        });
        name
    });
    let (void, pointer) = (llvm::void_type(&ctx), pointer_type(&ctx));
    let hooks = match is_load {
        true => [(FileHooks::OPEN, void, vec![pointer; 2]), (FileHooks::NEXT, Type::F64, Vec::new())],
        false => [(FileHooks::WRITE, void, vec![pointer; 2]), (FileHooks::KEEP, void, vec![Type::F64])],
    };
    for (name, result, parameters) in &hooks {
        requests.require(ctx.ident(name), || {
            let ty = llvm::function_type(&ctx, *result, parameters, false);
            LlvmFuncOp::declaration(&ctx, Location::UNKNOWN, name, ty)
        });
    }
    let mut builder = BodyBuilder::new(body, InsertionPoint::Before(op));
    let [whole, element] = hooks.map(|(name, ..)| ctx.ident(name));
    let texts = texts.map(|name| {
        let address = AddressOfOp::build(&mut builder, location, ctx.symbol_attr(&name), pointer);
        address.res(builder.body())
    });
    if is_load {
        llvm::CallOp::build_symbol(&mut builder, location, whole, &texts, None);
    }
    let after = builder.insertion_point();
    let indices = element_loops(&mut builder, location, &sizes);
    if is_load {
        let call = llvm::CallOp::build_symbol(&mut builder, location, element, &[], Some(Type::F64));
        let value = builder.body().result(call.id(), 0);
        std::StoreOp::build(&mut builder, location, value, memref, &indices);
    } else {
        let value = std::LoadOp::create(&mut builder, location, memref, &indices).result(builder.body());
        llvm::CallOp::build_symbol(&mut builder, location, element, &[value], None);
        builder.set_insertion_point(after);
        llvm::CallOp::build_symbol(&mut builder, location, whole, &texts, None);
    }
}
