//! Exit statuses.

use std::process::ExitCode;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The request was carried out.
    Success,
    /// The input has errors, and they were reported.
    InputErrors,
    /// The command line is wrong, which was reported.
    WrongUsage,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Success => 0,
            Status::InputErrors => 1,
            Status::WrongUsage => 2,
        })
    }
}
