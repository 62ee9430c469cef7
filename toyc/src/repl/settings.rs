//! The settings of a session, which `:opt` and `:set` change.

use mlir_lite::text::PrintOptions;
use mlir_lite_diagnostics::RenderStyle;
use mlir_lite_opt::passes::PassFlags;
use toy_dialect::ProgramArguments;
use toy_dialect::pipeline::{FloatingPoint, Parallelism};

use crate::arguments::Arguments;
use crate::optimization::Level;
use crate::pipeline::Pipeline;
#[cfg(feature = "llvm")]
use crate::stage::Stage;

/// The engine that runs programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The interpreter, which needs no LLVM.
    Interpreter,
    /// Machine code.
    #[cfg(feature = "llvm")]
    MachineCode,
}

/// Where programs run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// In this process. The output of machine code goes to standard output, whatever [`Prints`]
    /// says.
    None,
    /// In a forked process for each entry, which can be interrupted, and whose end does not end the
    /// session. The process that forks must have one thread.
    OwnProcess,
}

/// Where the output of a program goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prints {
    /// To standard output, at once.
    Inherited,
    /// Into the [`Reply`](super::Reply).
    Collected,
}

/// The settings of a session.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The engine that runs programs.
    pub engine: Engine,
    /// Where programs run.
    pub isolation: Isolation,
    /// Where the output of programs goes.
    pub prints: Prints,
    /// The optimization level.
    pub level: Level,
    /// How reports look.
    pub style: RenderStyle,
    /// Larger tensors are shortened when they are shown.
    pub shown_elements: usize,
    /// Whether the time of each entry is shown.
    pub shows_times: bool,
    /// Whether entries are on the screen, above their replies.
    pub(super) sees_entries: bool,
    /// Whether replies that are longer than a terminal are shown in a pager.
    pub(super) pages: bool,
    /// The arguments of programs: `arg(0)` is the first one.
    pub arguments: Vec<String>,
    /// How IR is printed.
    pub printing: PrintOptions,
    pub(super) passes: PassFlags,
    pub(super) floating_point: FloatingPoint,
    pub(super) parallelism: Option<Parallelism>,
}

impl Default for Settings {
    /// Code in this process, optimised where it pays; plain reports.
    fn default() -> Self {
        Self {
            #[cfg(feature = "llvm")]
            engine: Engine::MachineCode,
            #[cfg(not(feature = "llvm"))]
            engine: Engine::Interpreter,
            isolation: Isolation::None,
            prints: Prints::Inherited,
            level: Level::Auto,
            style: RenderStyle::Plain,
            shown_elements: 1000,
            shows_times: false,
            sees_entries: false,
            pages: true,
            arguments: Vec::new(),
            printing: PrintOptions::default(),
            passes: PassFlags::default(),
            floating_point: FloatingPoint::Strict,
            parallelism: None,
        }
    }
}

impl Settings {
    /// The settings of a command line: each entry runs in a process of its own.
    pub(crate) fn of_arguments(arguments: &Arguments) -> Self {
        Self {
            engine: match arguments.emit {
                #[cfg(feature = "llvm")]
                Stage::Jit => Engine::MachineCode,
                _ => Engine::Interpreter,
            },
            isolation: Isolation::OwnProcess,
            level: arguments.level(),
            style: mlir_lite_opt::render_style(arguments.reporting()),
            arguments: arguments.program_words(),
            printing: arguments.printing.options(),
            passes: arguments.passes.clone(),
            floating_point: if arguments.ffast_math {
                FloatingPoint::Fast
            } else {
                FloatingPoint::Strict
            },
            parallelism: arguments.parallelism(),
            ..Self::default()
        }
    }

    /// The arguments with which programs are compiled. An entry may take fewer.
    pub(super) fn program_arguments(&self) -> ProgramArguments<'_> {
        ProgramArguments { words: &self.arguments, are_counted: false }
    }

    /// The passes for these settings.
    pub(super) fn pipeline(&self) -> Pipeline {
        self.pipeline_at(self.level)
    }

    /// The passes for code that is shown.
    pub(super) fn shown_pipeline(&self) -> Pipeline {
        self.pipeline_at(self.shown_level())
    }

    /// The level of code that is shown: as written, unless a level was chosen.
    pub(super) fn shown_level(&self) -> Level {
        if self.level == Level::Auto { Level::O0 } else { self.level }
    }

    fn pipeline_at(&self, level: Level) -> Pipeline {
        Pipeline::with(level, self.floating_point, self.passes.clone(), self.printing)
            .in_parallel(self.parallelism)
    }
}
