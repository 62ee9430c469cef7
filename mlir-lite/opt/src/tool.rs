//! An opt tool of one's own: its name, version, dialects, passes and flags.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, Str};
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, CommandFactory as _, FromArgMatches as _, Parser};
use mlir_lite::Context;
use mlir_lite::context::DEBUG_PARTS;
use mlir_lite::pass::PassRegistry;
use mlir_lite::register_all_passes;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, SourceMap};

use crate::absent_flags::with_reason;
use crate::dashes;
use crate::driver::{Run, execute};
use crate::irdl::Definitions;
use crate::lsp::Mlir;
use crate::options::Options;
use crate::output::write_dump;
use crate::passes::{add_pass_flags, steps};
use crate::printing::Spelling;
use crate::report::{DiagnosticStyle, report, report_usage};
use crate::status::Status;

type SetUp = Box<dyn Fn(&Context) + Send + Sync>;
type ParseFlags = Box<dyn Fn(&ArgMatches) -> Result<SetUp, clap::Error>>;

/// A program that reads what its command line names, verifies it, runs the passes that the command
/// line names, and prints it. It has the flags of `mlir-lite-opt`.
///
/// ```no_run
/// use mlir_lite::Context;
/// # use mlir_lite::context::{Dialect, DialectRegistration};
/// # struct MyDialect;
/// # impl Dialect for MyDialect {
/// #     const NAMESPACE: &'static str = "my";
/// #     fn register(_: &mut DialectRegistration<'_>) {}
/// # }
/// use mlir_lite_opt::{Spelling, Tool};
/// use std::process::ExitCode;
///
/// /// The flags that only this tool has.
/// #[derive(Clone, clap::Args)]
/// struct MyFlags {
///     /// Ask for more
///     #[arg(long)]
///     ask_for_more: bool,
/// }
///
/// fn main() -> ExitCode {
///     Tool::new("my-opt")
///         .version(env!("CARGO_PKG_VERSION"))
///         .about("Reads and transforms programs of mine")
///         .dialects(|ctx| {
///             ctx.load::<MyDialect>();
///         })
///         .spelling(Spelling::Upstream)
///         .debug_part("my-analysis")
///         .flags(|flags: &MyFlags, ctx| {
///             if let Some(write) = ctx.debug_output("my-analysis") {
///                 write(&format!("more: {}\n", flags.ask_for_more));
///             }
///         })
///         .run(std::env::args_os())
/// }
/// ```
pub struct Tool {
    command: Command,
    registry: PassRegistry,
    set_up: Vec<SetUp>,
    flags: Vec<ParseFlags>,
    debug_parts: Vec<&'static str>,
}

impl Tool {
    /// A tool of this name, with the passes of mlir-lite and no dialects. Its version is that of
    /// mlir-lite.
    pub fn new(name: &'static str) -> Self {
        let mut registry = PassRegistry::new();
        register_all_passes(&mut registry);
        Self {
            command: Options::command().name(name),
            registry,
            set_up: Vec::new(),
            flags: Vec::new(),
            debug_parts: Vec::new(),
        }
    }

    /// Sets the text that `--version` prints.
    #[must_use]
    pub fn version(mut self, version: &'static str) -> Self {
        self.command = self.command.version(version);
        self
    }

    /// The first line of `--help`.
    #[must_use]
    pub fn about(mut self, about: &'static str) -> Self {
        self.command = self.command.about(about);
        self
    }

    /// Loads the dialects that the tool knows. The function is called for each part of a file.
    #[must_use]
    pub fn dialects(mut self, load: impl Fn(&Context) + Send + Sync + 'static) -> Self {
        self.set_up.push(Box::new(load));
        self
    }

    /// Adds passes and pipelines; each is a flag.
    #[must_use]
    pub fn passes(mut self, register: impl FnOnce(&mut PassRegistry)) -> Self {
        register(&mut self.registry);
        self
    }

    /// The names of ops in the output, if `--spelling` does not say it.
    #[must_use]
    pub fn spelling(mut self, spelling: Spelling) -> Self {
        let value = match spelling {
            Spelling::Std => Str::from("std"),
            Spelling::Upstream => Str::from("upstream"),
        };
        self.command = self.command.mut_arg("spelling", |flag| flag.default_value(value));
        self
    }

    /// Adds flags. The function gets them with each context, after the dialects are loaded.
    #[must_use]
    pub fn flags<F: Args + Send + Sync + 'static>(
        mut self,
        set_up: impl Fn(&F, &Context) + Clone + Send + Sync + 'static,
    ) -> Self {
        // The documentation of the struct is not that of the tool.
        let about = self.command.get_about().cloned().unwrap_or_default();
        self.command = F::augment_args(self.command).about(about).long_about(None::<&str>);
        self.flags.push(Box::new(move |matches| {
            let (flags, set_up) = (F::from_arg_matches(matches)?, set_up.clone());
            Ok(Box::new(move |ctx: &Context| set_up(&flags, ctx)))
        }));
        self
    }

    /// Adds a name that `--debug-only` accepts: a part of the tool that writes to
    /// [`Context::debug_output`].
    #[must_use]
    pub fn debug_part(mut self, name: &'static str) -> Self {
        self.debug_parts.push(name);
        let names: Vec<&'static str> =
            DEBUG_PARTS.iter().chain(&self.debug_parts).copied().collect();
        self.command = self
            .command
            .mut_arg("debug_only", |flag| flag.value_parser(PossibleValuesParser::new(names)));
        self
    }

    /// Runs the tool. The first argument is the name of the program. If the second one is `lsp`,
    /// the tool serves an editor on standard input and output, with its dialects and those that
    /// `--irdl-file` defines.
    pub fn run(self, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        if arguments.get(1).is_some_and(|word| word == "lsp") {
            return self.serve(arguments);
        }
        let Self { command, registry, mut set_up, flags, debug_parts } = self;
        let mut command = add_pass_flags(command, &registry);
        let parsed = dashes::matches(&mut command, arguments).and_then(|matches| {
            let mut options = Options::from_arg_matches(&matches)?;
            let named = options.passes.inspection.resolve_names(&registry, &[]);
            named.map_err(|message| command.error(ErrorKind::InvalidValue, message))?;
            for parse in &flags {
                set_up.push(parse(&matches)?);
            }
            Ok((options, steps(&matches, &registry)))
        });
        let parsed = parsed.map_err(|error| with_reason(error, &mut command, &registry));
        match parsed {
            Ok((options, steps)) => {
                let set_up = |ctx: &Context| set_up.iter().for_each(|set_up| set_up(ctx));
                let run = Run {
                    set_up: &set_up,
                    registry: &registry,
                    steps: &steps,
                    debug_parts: &debug_parts,
                };
                execute(&options, &mut command, &run).into()
            }
            Err(error) if error.use_stderr() => {
                report_usage(&error);
                Status::WrongUsage.into()
            }
            Err(asked_for) => {
                let mut diagnostics = Diagnostics::new();
                let text = asked_for.render().to_string();
                let result = write_dump(text.as_bytes(), None, &mut diagnostics);
                report(&SourceMap::new(), &diagnostics, DiagnosticStyle::Auto);
                if result.is_ok() { Status::Success } else { Status::InputErrors }.into()
            }
        }
    }

    /// Serves an editor.
    fn serve(self, mut arguments: Vec<OsString>) -> ExitCode {
        let Self { command, set_up, .. } = self;
        let version = command.get_version().unwrap_or(env!("CARGO_PKG_VERSION")).to_owned();
        let set_up = move |ctx: &Context| set_up.iter().for_each(|set_up| set_up(ctx));
        // The word `lsp` is a part of the name of the program that serves.
        arguments.remove(1);
        let always = |_: &ServerOptions| Ok::<(), String>(());
        let definitions = dashes::from_command_line(arguments, always)
            .and_then(|options| Definitions::new(options.irdl_files, &set_up));
        let definitions = match definitions {
            Ok(definitions) => definitions,
            Err(status) => return status.into(),
        };
        let load = Box::new(move |ctx: &Context| {
            set_up(ctx);
            definitions.load(ctx);
        });
        match mlir_lite_lsp::serve(Mlir::new(command.get_name().to_owned(), version, load)) {
            Ok(()) => Status::Success.into(),
            Err(error) => {
                let mut diagnostics = Diagnostics::new();
                diagnostics.emit(Diagnostic::error(Position::Unknown, error.to_string()));
                report(&SourceMap::new(), &diagnostics, DiagnosticStyle::Auto);
                Status::InputErrors.into()
            }
        }
    }
}

/// The flags after `TOOL lsp` on a command line.
#[derive(Clone, Debug, Parser)]
#[command(name = "lsp", about = "Serves an editor on standard input and output")]
struct ServerOptions {
    /// Serve on standard input and output, as without it: some editors add it
    #[arg(long)]
    stdio: bool,

    /// Load the dialects that a file in IRDL defines; may be given several times
    #[arg(long = "irdl-file", value_name = "FILE")]
    irdl_files: Vec<PathBuf>,
}
