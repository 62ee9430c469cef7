//! The file names of the builtins that read and write files.

use mlir_lite::ir::prelude::*;

use super::Text;
use super::load::{LoadIntoOp, LoadIntoOpRef, LoadOp, LoadOpRef, LoadSizesOp, LoadSizesOpRef};
use super::plot::{PlotOp, PlotOpRef};
use super::save::{SaveOp, SaveOpRef};
use crate::program::{self, no_argument};

/// The file name of an op: the contents of its attributes `path` and `argument`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FileName {
    /// The path, if it is known when the program is compiled.
    pub(crate) path: Option<String>,
    /// The number of the program's argument that is the path, if it is one.
    pub(crate) argument: Option<i64>,
}

impl FileName {
    /// The file that a text names.
    pub(super) fn of_text(text: Text) -> Self {
        match text {
            Text::Literal(path) => Self { path: Some(path.into()), argument: None },
            Text::Argument { number, value } => {
                Self { path: value.map(String::from), argument: Some(number) }
            }
        }
    }

    /// The path at compile time.
    ///
    /// # Errors
    /// If it is an argument that is not known at compile time.
    pub(crate) fn known(self) -> Result<String, String> {
        match (self.path, self.argument) {
            (Some(path), _) => Ok(path),
            (None, Some(number)) => Err(no_argument(number)),
            // Only possible in IR that was written by hand.
            (None, None) => Err("the op names no file".to_owned()),
        }
    }

    /// The path at run time.
    ///
    /// # Errors
    /// If it is an argument that the program was not given.
    pub(super) fn at_run_time(self) -> Result<String, String> {
        match self.argument {
            Some(number) => program::argument(number),
            None => self.known(),
        }
    }
}

/// The file that an op reads or writes; none if it does neither.
pub(crate) fn file_of(op: OpRef<'_>) -> Option<FileName> {
    let loaded = || op.cast::<LoadOp>().map(LoadOpRef::file);
    let loaded_into = || op.cast::<LoadIntoOp>().map(LoadIntoOpRef::file);
    let measured = || op.cast::<LoadSizesOp>().map(LoadSizesOpRef::file);
    let plotted = || op.cast::<PlotOp>().map(PlotOpRef::file);
    let saved = op.cast::<SaveOp>().map(SaveOpRef::file);
    saved.or_else(plotted).or_else(loaded).or_else(loaded_into).or_else(measured)
}
