//! NVIDIA's assembler takes the kernels of the tests, for four generations of processors.
//!
//! It is the program `ptxas`, which needs no GPU, and is proprietary: `make ptxas` installs it, and
//! NVIDIA's library for devices, below the target folder. Without them the kernels become PTX, the
//! test says that nothing assembled it, and those that need the library are left out.
#![cfg(feature = "llvm")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mlir_lite::dialects::gpu::GPUModuleOp;
use mlir_lite::llvm::inkwell::context::Context as LlvmContext;
use mlir_lite::llvm::{LlvmError, export_module, ptx};
use mlir_lite::pass::{PassRegistry, parse_pipeline};
use mlir_lite::{register_all_dialects, register_all_passes};
use mlir_lite_diagnostics::Diagnostics;
use test_support::{parse_in, run_passes};

const KERNELS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../test/mlir/transforms/convert-gpu-to-nvvm");

const CHIPS: [&str; 4] = ["sm_75", "sm_80", "sm_90", "sm_100"];

/// Files that only newer processors run, with the number of chips that do not.
const NEWER: [(&str, usize); 1] = [("clusters.mlir", 2)];

/// The first file of this name below the folder of `make ptxas`.
fn installed(name: &str) -> Option<PathBuf> {
    let mut pending = vec![Path::new(env!("CARGO_TARGET_TMPDIR")).join("../ptxas")];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).ok()?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                pending.push(path);
            } else if entry.file_name() == name {
                return Some(path);
            }
        }
    }
    None
}

/// The modules of kernels of a file as PTX.
fn kernels_as_ptx(
    path: &Path,
    chip: &str,
    libdevice: Option<&Path>,
) -> Result<Vec<String>, LlvmError> {
    let text = fs::read_to_string(path).unwrap();
    let mut module = parse_in(register_all_dialects, &text);
    let (mut registry, mut diagnostics) = (PassRegistry::new(), Diagnostics::new());
    register_all_passes(&mut registry);
    let ctx = module.context().clone();
    let pipeline = "builtin.module(gpu.module(convert-gpu-to-nvvm))";
    let passes = parse_pipeline(&ctx, pipeline, &registry, &mut diagnostics).unwrap();
    run_passes(&passes, &mut module).unwrap();
    let ops = module.as_op().regions().flat_map(|region| region.ops());
    let devices = ops.filter(|op| op.is::<GPUModuleOp>());
    let devices = devices.map(|op| {
        let llvm = LlvmContext::create();
        let device = export_module(module.child(op.id()).unwrap(), &llvm, "kernels").unwrap();
        ptx(device, chip, libdevice)
    });
    devices.collect()
}

#[test]
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a report of what was done")]
fn nvidias_assembler_takes_the_kernels() {
    let (ptxas, libdevice) = (installed("ptxas"), installed("libdevice.10.bc"));
    let files = fs::read_dir(KERNELS).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|path| !path.ends_with("errors.mlir")).collect();
    files.sort();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernels");
    fs::create_dir_all(&folder).unwrap();
    let (mut table, mut assembled) = (String::new(), 0);
    for path in &files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let newer = NEWER.iter().find(|(file, _)| *file == name).map_or(0, |(_, count)| *count);
        for chip in &CHIPS[newer..] {
            let modules = match kernels_as_ptx(path, chip, libdevice.as_deref()) {
                Err(LlvmError::Device(_)) if libdevice.is_none() => continue,
                modules => modules.unwrap_or_else(|error| panic!("{name}: {error}")),
            };
            for text in modules {
                assert!(text.contains(&format!(".target {chip}")), "{text}");
                let Some(ptxas) = &ptxas else { continue };
                let (input, output) = (folder.join("kernels.ptx"), folder.join("kernels.cubin"));
                fs::write(&input, &text).unwrap();
                let mut command = Command::new(ptxas);
                command.arg(format!("-arch={chip}")).arg("-v").arg(&input).arg("-o").arg(&output);
                let done = command.output().unwrap();
                let report = String::from_utf8_lossy(&done.stderr).into_owned();
                assert!(done.status.success(), "{name}, {chip}: {report}\n{text}");
                // No kernel of the tests keeps registers in memory.
                let spills = report.lines().filter(|line| line.contains("spill stores"));
                for line in spills {
                    assert!(line.contains("0 bytes spill stores, 0 bytes spill loads"), "{report}");
                }
                let registers = report.lines().filter(|line| line.contains("Used"));
                registers.for_each(|line| writeln!(table, "{name}, {chip}: {line}").unwrap());
                assembled += 1;
            }
        }
    }
    match ptxas {
        Some(_) => println!("{table}{assembled} modules were assembled"),
        None => eprintln!("skipped: no ptxas is installed; `make ptxas` installs it"),
    }
}
