//! The command line.
//!
//! Flags with one dash are parsed by [`mlir_lite_opt::dashes`].

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ColorChoice, Parser, ValueHint};
use mlir_lite::conversions::DotProducts;
use mlir_lite_opt::limits::LimitFlags;
use mlir_lite_opt::passes::PassFlags;
use mlir_lite_opt::{DiagnosticStyle, Printing, Reporting};
use toy_dialect::exports::Export;
use toy_dialect::pipeline::{FloatingPoint, Parallelism, Processor, VectorRegisters};

use crate::entry_point::{EntryPoint, EntryResult, MAIN};
use crate::export_flags;
#[cfg(feature = "llvm")]
use crate::optimization::OptimizationOptions;
use crate::optimization::{JitOptimize, Level};
use crate::pipeline::{Pipeline, resolve_pass_names, this_machine, x86};
use crate::plan::{CheckLists, Code, Cpu, Goal, Input, Language, Plan};
use crate::stage::Stage;
use crate::toy_limits::ToyLimits;

const LONG_ABOUT: &str = "\
The Toy compiler: from Toy source, or MLIR at any stage, to machine code.

Toy is the language of MLIR's tutorial: tensors of numbers, functions, structs. A file is compiled \
and run; each stage \
on the way can be shown. Without a file, there is a prompt to try things at.";

const AFTER_HELP: &str = "\
Flags work with one dash and with two: -NAME is the long flag of that name if there is one (-opt, \
-emit=mlir), else a \
short flag with its value (-o FILE).

Dumps go to standard output, diagnostics to standard error.
Exit status: 0 success, 1 errors in the input, 2 wrong usage.";

const AFTER_LONG_HELP: &str = "\
Examples:
  toyc prog.toy                      run a program (the same as: toyc run prog.toy)
  toyc prog.toy -O0                  run it without optimisation
  toyc                               a prompt; :help shows what can be entered
  toyc -e '[1, 2] * 3'               what an expression is
  toyc prog.toy -emit=mlir -opt      the IR (the same as: toyc emit mlir prog.toy -opt)
  toyc prog.toy -emit=exe -o prog    a program that needs only C's library
  toyc check prog.toy                look for mistakes
  toyc explain T0007                 what the code of an error means
  toyc help emit                     more about a command

A file that is called as a command is: toyc ./run

Flags work with one dash and with two: -NAME is the long flag of that name if there is one (-opt, \
-emit=mlir), else a \
short flag with its value (-o FILE).

Dumps go to standard output, diagnostics to standard error.
Exit status: 0 success, 1 errors in the input, 2 wrong usage.
Environment: NO_COLOR (no colours), CC (what links programs), JITDUMPDIR (with -g, where perf \
finds what runs).";

/// The Toy compiler: from Toy source, or MLIR at any stage, to machine code.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "toyc",
    version,
    long_about = LONG_ABOUT,
    after_help = AFTER_HELP,
    after_long_help = AFTER_LONG_HELP,
    args_override_self = true
)]
pub(crate) struct Arguments {
    /// The source; `-` is standard input. Without it on a terminal, what you type is run
    #[arg(index = 1, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,

    /// Arguments of the program that is run
    #[arg(index = 2, value_name = "ARGUMENT", last = true)]
    pub(crate) program_arguments: Vec<OsString>,

    /// The stage to print or to write; without it the program runs
    #[arg(long, value_name = "STAGE", value_enum, default_value_t = Stage::RUN, hide_default_value = true)]
    pub(crate) emit: Stage,

    /// Where the output goes; `-` is standard output. Objects and programs are named after the
    /// source without it
    #[arg(short = 'o', value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// The source's language; without it, the file's name decides, and standard input is Toy
    #[arg(short = 'x', value_name = "LANGUAGE", value_enum)]
    pub(crate) language: Option<Language>,

    /// Do this again whenever the file, or a file that it loads, changes
    #[arg(long)]
    pub(crate) watch: bool,

    /// Run this code, as at the prompt
    #[arg(
        short = 'e', value_name = "CODE", allow_hyphen_values = true,
        conflicts_with_all = ["file", "output", "watch", "interactive"], help_heading = SESSION
    )]
    pub(crate) evaluate: Option<String>,

    /// Run a file, then continue at the prompt
    #[arg(
        short = 'i', value_name = "FILE", value_hint = ValueHint::FilePath,
        conflicts_with_all = ["file", "output", "watch"], help_heading = SESSION
    )]
    pub(crate) interactive: Option<PathBuf>,

    /// Optimise: the same as -O2
    #[arg(long, help_heading = CODE)]
    opt: bool,

    /// How much work goes into faster code: 0, 1, 2 or 3. By default, a program that runs is
    /// optimised where that pays (auto), a file of machine code is at level 2, and a printed stage
    /// at level 0
    #[arg(short = 'O', value_name = "LEVEL", value_enum, help_heading = CODE)]
    level: Option<Level>,

    /// When a program that runs at once is optimised as much as the level says
    #[arg(
        long, value_name = "WHEN", value_enum, default_value_t = JitOptimize::WhereItPays, hide_default_value = true,
        help_heading = CODE
    )]
    jit_optimize: JitOptimize,

    /// Compute as if with real numbers: sums are reordered, products fused, infinities and NaN
    /// assumed away
    #[arg(long, help_heading = CODE)]
    pub(crate) ffast_math: bool,

    /// Run loops that do much on N threads, without N on as many as there are processors. The
    /// results are the same, bit for bit
    #[arg(
        long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "all",
        value_parser = threads, help_heading = CODE
    )]
    parallel: Option<u32>,

    /// From how many ops on a loop does much
    #[arg(long, value_name = "OPS", hide = true, help_heading = CODE)]
    parallel_minimum: Option<usize>,

    /// Let a program of MLIR use functions and data of the C library and of this process beyond
    /// Toy's runtime
    #[arg(long, help_heading = CODE)]
    pub(crate) allow_external_functions: bool,

    /// The function where a program of MLIR begins, instead of `main`
    #[arg(long, value_name = "NAME", help_heading = CODE)]
    pub(crate) entry: Option<String>,

    /// Print the results of the function where a program of MLIR begins, of this type, and end with
    /// status 0. Without it, an integer is the exit status
    #[arg(long, value_name = "TYPE", value_enum, help_heading = CODE)]
    pub(crate) entry_point_result: Option<EntryResult>,

    /// Shared libraries with functions that a program of MLIR uses; machine code may use all of
    /// this process, too
    #[arg(
        long, value_name = "FILES", value_delimiter = ',', value_hint = ValueHint::FilePath,
        help_heading = CODE
    )]
    pub(crate) shared_libs: Vec<PathBuf>,

    /// Debug information: debuggers and profilers find the source's lines in the machine code
    #[arg(short = 'g', help_heading = CODE)]
    pub(crate) debug: bool,

    /// Whose instructions files of machine code use; programs for this machine alone may be faster
    #[arg(long, value_name = "CPU", value_enum, help_heading = CODE)]
    cpu: Option<Cpu>,

    /// Make a function for C of a Toy function, for arguments of these shapes: 'f(<2,3>, <>)', or
    /// 'NAME=f(<2,3>, <>)' to call it otherwise; f32<2,3> has floats of 32 bits,
    /// i64<2,3> integers, bool<2,3> booleans; `?` is a size that the caller decides. Repeatable;
    /// the program's `main` is left out. For Python, one function may be exported for several
    /// lists of shapes
    #[arg(long = "export", value_name = "FUNCTION", value_parser = export_flags::parse, help_heading = CODE)]
    pub(crate) exports: Vec<Export>,

    /// How diagnostics look; `auto` draws on a terminal and is plain elsewhere
    #[arg(
        long, value_name = "STYLE", value_enum, default_value_t = DiagnosticStyle::Auto, hide_default_value = true,
        help_heading = DIAGNOSTICS
    )]
    pub(crate) diagnostics: DiagnosticStyle,

    /// Whether diagnostics have colours; `auto` colours on a terminal unless NO_COLOR is set
    #[arg(
        long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto, hide_default_value = true,
        help_heading = DIAGNOSTICS
    )]
    pub(crate) color: ColorChoice,

    /// How many errors are shown; 0 shows all
    #[arg(long, value_name = "N", default_value_t = MAX_ERRORS, hide_default_value = true, help_heading = DIAGNOSTICS)]
    error_limit: usize,

    /// Take warnings for errors
    #[arg(long, help_heading = DIAGNOSTICS)]
    pub(crate) deny_warnings: bool,

    /// Say what the code of a diagnostic means, such as T0007
    #[arg(long, value_name = "CODE", help_heading = DIAGNOSTICS)]
    pub(crate) explain: Option<String>,

    /// Print how long each part of the run takes, to standard error
    #[arg(long, help_heading = PASSES)]
    pub(crate) timing: bool,

    #[command(flatten, next_help_heading = PRINTING)]
    pub(crate) printing: Printing,

    #[command(flatten, next_help_heading = PASSES)]
    pub(crate) passes: PassFlags,

    #[command(flatten)]
    toy_limits: ToyLimits,

    #[command(flatten)]
    limits: LimitFlags,

    /// Whether the source is only checked.
    #[arg(skip)]
    pub(crate) checks_only: bool,

    /// Whether a check lists the accesses of tensors.
    #[arg(skip)]
    pub(crate) lists_accesses: bool,

    /// Whether a check lists the assignments to elements, and which of them copy tensors.
    #[arg(skip)]
    pub(crate) lists_copies: bool,

    /// The contents of standard input, if it was read before.
    #[arg(skip)]
    pub(crate) standard_input: Option<Vec<u8>>,
}

/// Parses a number of threads; 0 is the number of processors, which is written `all`.
pub(crate) fn threads(text: &str) -> Result<u32, String> {
    match (text, text.parse()) {
        ("all", _) => Ok(0),
        (_, Ok(threads @ 1..=MOST_THREADS)) => Ok(threads),
        _ => Err(format!("expected 'all', or a number of threads from 1 to {MOST_THREADS}")),
    }
}

/// The default number of errors that are shown.
const MAX_ERRORS: usize = 200;

/// The maximum number of threads.
const MOST_THREADS: u32 = 1024;

/// Headings of groups of flags.
const SESSION: &str = "At the prompt";
const CODE: &str = "Code";
const DIAGNOSTICS: &str = "Diagnostics";
const PRINTING: &str = "Printing IR";
const PASSES: &str = "Running passes";

impl Arguments {
    /// The arguments of an empty command line.
    pub(crate) fn nothing() -> Self {
        Self::parse_from(["toyc"])
    }

    /// After `--`, the first word is the file unless there is one already.
    pub(crate) fn take_file(&mut self) {
        let is_session = self.evaluate.is_some() || self.interactive.is_some();
        if self.file.is_none() && !is_session && !self.program_arguments.is_empty() {
            self.file = Some(self.program_arguments.remove(0).into());
        }
    }

    /// The files that `--watch` watches: the source, and arguments of the program that are files.
    pub(crate) fn watched(&self) -> Vec<PathBuf> {
        let arguments =
            self.program_arguments.iter().map(PathBuf::from).filter(|file| file.is_file());
        self.file.iter().cloned().chain(arguments).collect()
    }

    /// The arguments of the program. [`Self::check`] has made sure that they are UTF-8.
    pub(crate) fn program_words(&self) -> Vec<String> {
        self.program_arguments.iter().filter_map(|word| word.to_str()).map(str::to_owned).collect()
    }

    /// How diagnostics are reported.
    pub(crate) fn reporting(&self) -> Reporting {
        let error_limit = Some(self.error_limit).filter(|limit| *limit > 0);
        Reporting { style: self.diagnostics, color: self.color, error_limit }
    }

    /// Sets the limits that belong to the process.
    pub(crate) fn set_limits(&self) {
        self.toy_limits.set(self.limits.max_nesting);
        self.limits.set();
    }

    /// Checks for invalid combinations, and resolves the names of passes.
    pub(crate) fn check(&mut self) -> Result<(), String> {
        let not_text = |(_, word): &(usize, &OsString)| word.to_str().is_none();
        if let Some((index, word)) = self.program_arguments.iter().enumerate().find(not_text) {
            let shown = word.to_string_lossy();
            return Err(format!("argument {index} of the program is not UTF-8: '{shown}'"));
        }
        if self.emit.needs_llvm() && cfg!(not(feature = "llvm")) {
            return Err(format!(
                "'-emit={}' needs LLVM, and this toyc was built without it: '-emit=interp' runs \
                    programs",
                self.emit.name()
            ));
        }
        if self.emit == Stage::Ast && self.language() == Language::Mlir {
            return Err("'-emit=ast' needs Toy source: MLIR has no syntax tree of Toy".into());
        }
        let is_session = self.evaluate.is_some() || self.interactive.is_some();
        if is_session && !self.emit.runs() {
            return Err(
                "'-e' and '-i' run code: a command shows a stage, as in \"-e ':mlir 1 + 2'\"; see \
                    -e :help"
                    .into(),
            );
        }
        if self.emit.runs() && self.output.is_some() {
            return Err(
                "'-o' takes a dump, and the program's output goes to standard output: add \
                    '-emit=STAGE'"
                    .into(),
            );
        }
        if !self.exports.is_empty()
            && (self.emit.runs() || matches!(self.emit, Stage::Ast | Stage::Exe))
        {
            return Err(
                "'--export' makes a library: add '-emit=obj', '-emit=shared' or another stage \
                    after the syntax tree"
                    .into(),
            );
        }
        let language = if self.emit == Stage::Python { "Python" } else { "C" };
        if self.exports.is_empty()
            && matches!(self.emit, Stage::Header | Stage::Shared | Stage::Python)
        {
            return Err(format!(
                "'-emit={}' is about functions for {language}: name them, as in \"--export \
                    'f(<2,3>, <2,3>)'\"",
                self.emit.name()
            ));
        }
        match self.emit {
            Stage::Python => export_flags::check_for_python(&self.exports)?,
            _ => export_flags::check(&self.exports)?,
        }
        self.check_entry_point()?;
        resolve_pass_names(&mut self.passes)?;
        if self.cpu.is_some() && !self.emit.is_native() {
            return Err(
                "'--cpu' is about files of machine code: add '-emit=asm', '-emit=obj', '-emit=exe' \
                    or '-emit=shared'".into(),
            );
        }
        Ok(())
    }

    /// Checks the flags that are about running programs of MLIR.
    fn check_entry_point(&self) -> Result<(), String> {
        let flags = [
            ("--entry", self.entry.is_some()),
            ("--entry-point-result", self.entry_point_result.is_some()),
            ("--shared-libs", !self.shared_libs.is_empty()),
        ];
        let Some((flag, _)) = flags.into_iter().find(|(_, is_given)| *is_given) else {
            return Ok(());
        };
        if self.language() != Language::Mlir {
            return Err(format!(
                "'{flag}' is about programs of MLIR: a program in Toy begins in 'main'; add \
                    '-x mlir' if the source is MLIR"
            ));
        }
        if !self.emit.runs() && self.emit != Stage::Exe {
            return Err(format!(
                "'{flag}' is about running a program: leave out '-emit={}', or add '-emit=exe'",
                self.emit.name()
            ));
        }
        if !self.shared_libs.is_empty() && self.emit == Stage::Interp {
            return Err(
                "'--shared-libs' needs machine code, and the interpreter calls none: leave out \
                    '-emit=interp'"
                    .into(),
            );
        }
        Ok(())
    }

    /// How much the program is optimised.
    pub(crate) fn level(&self) -> Level {
        let default = match self.emit {
            _ if self.opt => Level::O2,
            Stage::Jit => Level::Auto,
            // A file is compiled once and runs often.
            stage if stage.is_native() => Level::O2,
            _ => Level::O0,
        };
        self.level.unwrap_or(default)
    }

    /// The plan of the run that the flags ask for.
    pub(crate) fn plan(&self) -> Plan {
        Plan {
            input: Input {
                file: self.file.clone(),
                standard_input: self.standard_input.clone(),
                language: self.language(),
                words: self.program_words(),
            },
            goal: match self.checks_only {
                true => Goal::Check(CheckLists {
                    accesses: self.lists_accesses,
                    copies: self.lists_copies,
                }),
                false => Goal::Emit(self.emit),
            },
            output: self.output.clone(),
            pipeline: self.pipeline(),
            code: Code {
                level: self.level(),
                #[cfg(feature = "llvm")]
                optimization: OptimizationOptions { level: self.level(), when: self.jit_optimize },
                cpu: self.cpu.unwrap_or_default(),
                has_debug_information: self.debug,
            },
            exports: self.exports.clone(),
            entry: EntryPoint {
                name: self.entry.clone().unwrap_or_else(|| MAIN.to_owned()),
                result: self.entry_point_result,
            },
            shared_libraries: self.shared_libs.clone(),
            allows_external_functions: self.allow_external_functions
                || !self.shared_libs.is_empty(),
            denies_warnings: self.deny_warnings,
            threads: self.passes.thread_count(),
            printing: self.printing.options(),
            reporting: self.reporting(),
            times: self.timing,
        }
    }

    /// The pipeline for the flags.
    fn pipeline(&self) -> Pipeline {
        let pipeline = Pipeline::with(
            self.level(),
            if self.ffast_math { FloatingPoint::Fast } else { FloatingPoint::Strict },
            self.passes.clone(),
            self.printing.options(),
        );
        let pipeline = pipeline.in_parallel(self.parallelism());
        if !self.emit.is_native() {
            return pipeline;
        }
        pipeline.for_processor(match self.cpu.unwrap_or_default() {
            Cpu::Baseline | Cpu::X86V2 => x86(),
            Cpu::X86V3 => Processor { dot_products: DotProducts::Avx2, ..x86() },
            Cpu::X86V4 => {
                Processor { registers: VectorRegisters::Many, dot_products: DotProducts::Avx512 }
            }
            Cpu::Native => this_machine(),
        })
    }

    /// Which loops run on several threads.
    pub(crate) fn parallelism(&self) -> Option<Parallelism> {
        let minimum_work = self.parallel_minimum.unwrap_or(Parallelism::MINIMUM_WORK);
        self.parallel.map(|threads| Parallelism { threads, minimum_work })
    }

    /// The language of the source.
    pub(crate) fn language(&self) -> Language {
        self.language.unwrap_or_else(|| {
            let extension = self.file.as_deref().and_then(|file| file.extension());
            if extension.is_some_and(|extension| extension == "mlir") {
                Language::Mlir
            } else {
                Language::Toy
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use mlir_lite_opt::Spelling;
    use mlir_lite_opt::dashes::{parse, with_two_dashes};
    use pretty_assertions::assert_eq;

    use super::*;

    fn os(arguments: &str) -> Vec<OsString> {
        std::iter::once("toyc").chain(arguments.split_whitespace()).map(OsString::from).collect()
    }

    fn rewritten(arguments: &str) -> String {
        let mut command = Arguments::command();
        command.build();
        let rewritten = with_two_dashes(&command, os(arguments));
        let words: Vec<_> = rewritten.iter().skip(1).map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    }

    fn parsed(arguments: &str) -> Arguments {
        let mut parsed =
            parse(&mut Arguments::command(), os(arguments), |arguments: &Arguments| {
                arguments.clone().check()
            })
            .expect("valid arguments");
        parsed.take_file();
        parsed
    }

    /// The error's text, without the usage after it.
    fn error(arguments: &str) -> String {
        let error = parse(&mut Arguments::command(), os(arguments), |arguments: &Arguments| {
            arguments.clone().check()
        })
        .expect_err("wrong arguments");
        assert_eq!(error.exit_code(), 2, "{arguments}");
        let text = error.render().to_string();
        text.split("\n\nUsage:").next().unwrap_or_default().to_owned()
    }

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn one_dash_is_as_good_as_two() {
        for (arguments, expected) in [
            ("a.toy -emit=mlir -opt", "a.toy --emit=mlir --opt"),
            ("--emit mlir --opt a.toy", "--emit mlir --opt a.toy"),
            ("-emit mlir", "--emit mlir"),
            ("-help", "--help"),
            ("-h -V -version", "-h -V --version"),
            ("-otp -ot -o tp", "--otp -ot -o tp"),
            ("-mlir-print-op-generic", "--mlir-print-op-generic"),
        ] {
            assert_eq!(rewritten(arguments), expected);
        }
    }

    #[test]
    fn short_flags_and_values_stay() {
        for arguments in
            ["-o F -x toy -", "-o- -xmlir -", "-o -", "- -- -opt -emit=mlir", "-o=F", ""]
        {
            assert_eq!(rewritten(arguments), arguments);
        }
    }

    #[test]
    fn what_is_no_flag_is_looked_up_as_a_long_one() {
        assert_eq!(rewritten("-bogus -emti=ast"), "--bogus --emti=ast");
        assert!(error("-emti=ast").contains("--emti"));
        assert!(error("-emti=ast").contains("a similar argument exists: '--emit"));
    }

    #[test]
    fn arguments_have_their_meaning() {
        let arguments = parsed("a.mlir -emit=mlir-affine -opt -o F --spelling=upstream");
        assert_eq!((arguments.emit, arguments.level()), (Stage::MlirAffine, Level::O2));
        assert_eq!(arguments.language(), Language::Mlir);
        assert_eq!(arguments.output, Some(PathBuf::from("F")));
        assert_eq!(arguments.printing.spelling, Some(Spelling::Upstream));
    }

    #[test]
    fn the_program_runs_by_default() {
        let arguments = parsed("a.toy");
        assert_eq!(arguments.emit, Stage::RUN);
    }

    #[cfg(feature = "llvm")]
    #[test]
    fn a_level_is_only_the_default_of_what_runs() {
        for (arguments, level) in [
            ("a.toy", Level::Auto),
            ("a.toy -emit=jit -O0", Level::O0),
            ("a.toy -emit=exe", Level::O2),
            ("a.toy -emit=obj", Level::O2),
            ("a.toy -emit=llvm", Level::O0),
            ("a.toy -emit=mlir-affine", Level::O0),
            ("a.toy -emit=mlir-affine -Oauto", Level::Auto),
            ("a.toy -emit=interp", Level::O0),
        ] {
            assert_eq!(parsed(arguments).level(), level, "{arguments}");
        }
    }

    #[test]
    fn levels_are_given_with_or_without_a_blank() {
        for (arguments, level) in
            [("-O2", Level::O2), ("-O 1", Level::O1), ("-opt", Level::O2), ("-opt -O0", Level::O0)]
        {
            assert_eq!(parsed(arguments).level(), level, "{arguments}");
        }
    }

    #[test]
    fn the_last_of_a_flag_counts() {
        assert_eq!(parsed("-emit=ast -emit=mlir-std -").emit, Stage::MlirStd);
    }

    #[test]
    fn the_language_follows_from_the_name_unless_it_is_given() {
        for (arguments, language) in [
            ("a.mlir", Language::Mlir),
            ("a.mlir -x toy", Language::Toy),
            ("a", Language::Toy),
            ("-", Language::Toy),
            ("- -x mlir", Language::Mlir),
        ] {
            assert_eq!(parsed(arguments).language(), language, "{arguments}");
        }
    }

    #[test]
    fn after_two_dashes_there_are_no_flags() {
        assert_eq!(parsed("-opt -- -opt").file, Some(PathBuf::from("-opt")));
        let arguments = parsed("a.toy -opt -- b -opt");
        assert_eq!(arguments.file, Some(PathBuf::from("a.toy")));
        assert_eq!(arguments.program_arguments, ["b", "-opt"]);
    }

    #[test]
    fn code_may_begin_with_a_dash() {
        for arguments in ["-e -opt", "-opt -e -opt"] {
            assert_eq!(parsed(arguments).evaluate.as_deref(), Some("-opt"), "{arguments}");
        }
        assert_eq!(rewritten("-export f() -explain T1"), "--export f() --explain T1");
    }

    #[test]
    fn combinations_without_a_meaning() {
        assert_eq!(
            error("a.mlir -emit=ast"),
            "error: '-emit=ast' needs Toy source: MLIR has no syntax tree of Toy"
        );
        assert!(error("a.toy -o F").contains("add '-emit=STAGE'"));
        assert!(error("a.toy b.toy").contains("b.toy"));
        assert!(error("a.toy -o -opt").contains("a value is required for '-o <FILE>'"));
    }

    #[cfg(not(feature = "llvm"))]
    #[test]
    fn machine_code_needs_llvm() {
        for stage in ["llvm", "asm", "obj", "exe", "jit"] {
            let error = error(&format!("a.toy -emit={stage}"));
            assert!(error.contains(&format!("'-emit={stage}' needs LLVM")), "{error}");
        }
        assert_eq!(parsed("a.toy").emit, Stage::Interp);
    }

    #[cfg(unix)]
    #[test]
    fn file_names_need_not_be_text() {
        use std::os::unix::ffi::OsStringExt as _;
        let name = OsString::from_vec(b"\xff.mlir".to_vec());
        let arguments = [OsString::from("toyc"), name.clone()];
        let parsed = parse(&mut Arguments::command(), arguments, |arguments: &Arguments| {
            arguments.clone().check()
        })
        .expect("a file");
        assert_eq!(parsed.file, Some(PathBuf::from(name)));
        assert_eq!(parsed.language(), Language::Mlir);
    }
}
