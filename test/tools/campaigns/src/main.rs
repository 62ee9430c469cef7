//! `fuzz`: runs campaigns. `fuzz --help` says how.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use campaigns::process::Limits;
use campaigns::targets::all;
use campaigns::{Campaign, Tools};
use clap::Parser;

/// Checks commands on mutated and generated input, and keeps what is found, reduced.
#[derive(Debug, Parser)]
struct Arguments {
    /// The targets; without one, all of them in turn
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,

    /// Say which targets there are
    #[arg(long)]
    list: bool,

    /// The first seed
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// How many inputs of each target, at most
    #[arg(long, default_value_t = u64::MAX)]
    count: u64,

    /// How long each target runs, at most
    #[arg(long, default_value_t = 60)]
    seconds: u64,

    /// How many inputs are checked at once; by default, as many as there are processors
    #[arg(long)]
    jobs: Option<usize>,

    /// Where finds are kept
    #[arg(long, value_name = "FOLDER", default_value = "finds")]
    finds: PathBuf,

    /// Keep finds as they are
    #[arg(long)]
    no_reduce: bool,

    /// Write the input of the first seed to standard output, and check nothing
    #[arg(long)]
    print: bool,

    /// How many seconds a command may take
    #[arg(long, default_value_t = 20)]
    limit: u64,

    /// How many MiB of memory a command may take
    #[arg(long, default_value_t = 3072)]
    memory: u64,

    /// The folder of toyc and mlir-lite-opt; by default, that of this program
    #[arg(long, value_name = "FOLDER")]
    bin: Option<PathBuf>,

    /// The folder of LLVM 22; by default LLVM_SYS_221_PREFIX, or where Debian has it
    #[arg(long, value_name = "FOLDER")]
    llvm: Option<PathBuf>,

    /// The root of the repository
    #[arg(long, value_name = "FOLDER", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."))]
    root: PathBuf,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    mlir_lite_reduce::silence_candidates();
    // Errors of writing are ignored, as the exit status has the result, too.
    let say = |text: &str| drop(writeln!(std::io::stdout(), "{text}"));
    let own = std::env::current_exe().ok().and_then(|path| path.parent().map(PathBuf::from));
    let limits = Limits {
        time: Duration::from_secs(arguments.limit),
        memory: arguments.memory,
        ..Limits::default()
    };
    let bin = arguments.bin.clone().or(own).unwrap_or_default();
    let prefix = || std::env::var_os("LLVM_SYS_221_PREFIX").map(PathBuf::from);
    let llvm =
        arguments.llvm.clone().or_else(prefix).unwrap_or_else(|| PathBuf::from("/usr/lib/llvm-22"));
    let tools = Tools {
        toyc: bin.join("toyc"),
        opt: bin.join("mlir-lite-opt"),
        llvm: llvm.join("bin"),
        root: arguments.root.clone(),
        limits,
    };
    let targets = all(&tools);
    if arguments.list {
        for target in &targets {
            say(&format!("{:14} {}", target.name(), target.summary()));
        }
        return ExitCode::SUCCESS;
    }
    let unknown =
        arguments.targets.iter().find(|name| !targets.iter().any(|target| target.name() == *name));
    if let Some(name) = unknown {
        let names: Vec<_> = targets.iter().map(|target| target.name()).collect();
        let _ = writeln!(
            std::io::stderr(),
            "error: there is no target '{name}', but {}",
            names.join(", ")
        );
        return ExitCode::from(2);
    }
    let chosen = |name: &str| {
        arguments.targets.is_empty() || arguments.targets.iter().any(|chosen| chosen == name)
    };
    let mut found = false;
    for target in targets.iter().filter(|target| chosen(target.name())) {
        if arguments.print {
            let _ = std::io::stdout().write_all(&target.input(arguments.seed));
            continue;
        }
        let jobs =
            arguments.jobs.or_else(|| std::thread::available_parallelism().ok().map(usize::from));
        let campaign = Campaign {
            seed: arguments.seed,
            count: arguments.count,
            time: Duration::from_secs(arguments.seconds),
            jobs: jobs.unwrap_or(1),
            finds: arguments.finds.clone(),
            reduces: !arguments.no_reduce,
            limits,
        };
        match campaign.run(target.as_ref(), &say) {
            Ok(figures) => {
                found |= !figures.finds.is_empty();
                say(figures.report(target.name()).trim_end());
            }
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "error: {}: {error}", target.name());
                return ExitCode::from(2);
            }
        }
    }
    if found {
        say(&format!("what was found is in {}", arguments.finds.display()));
    }
    if found { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
