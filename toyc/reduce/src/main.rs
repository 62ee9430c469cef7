//! `toy-reduce`: see the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    toy_reduce::run(std::env::args_os())
}
