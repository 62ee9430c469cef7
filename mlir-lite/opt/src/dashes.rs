//! Flags with one dash, as LLVM's tools write them.
//!
//! The rule: `-NAME` is the long flag of that name if there is one (`-opt`, `-emit=mlir`), else a
//! short flag with its value (`-o F`, `-oF`). It is applied to the arguments before clap sees them,
//! so that clap handles everything else.

use std::ffi::OsString;
use std::fmt::Display;

use clap::{Arg, ArgMatches, Command, Parser};

use crate::report::report_usage;
use crate::status::Status;

/// What a help text says about dashes.
pub const DASHES_HELP: &str = "\
Flags work with one dash and with two: -NAME is the long flag of that name if there is one, else a \
short flag with its \
value (-o FILE).";

/// Parses the arguments of a process, the first of which is the program's name. Messages about
/// wrong arguments, and the text of `--help` and `--version`, are printed here. `check` rejects
/// invalid combinations.
///
/// # Errors
/// The exit status, if there is nothing to run.
pub fn from_command_line<P: Parser, E: Display>(
    arguments: impl IntoIterator<Item = OsString>,
    check: impl FnOnce(&P) -> Result<(), E>,
) -> Result<P, Status> {
    parse(&mut P::command(), arguments, check).map_err(|error| {
        report_usage(&error);
        if error.use_stderr() { Status::WrongUsage } else { Status::Success }
    })
}

/// As [`from_command_line`], but prints nothing.
///
/// # Errors
/// The message of clap or `check`.
pub fn parse<P: Parser, E: Display>(
    command: &mut Command,
    arguments: impl IntoIterator<Item = OsString>,
    check: impl FnOnce(&P) -> Result<(), E>,
) -> Result<P, clap::Error> {
    let parsed = P::from_arg_matches(&matches(command, arguments)?)?;
    check(&parsed)
        .map_err(|message| command.error(clap::error::ErrorKind::ArgumentConflict, message))?;
    Ok(parsed)
}

/// Parses the arguments with the rule for dashes, for flags that are known only at run time.
///
/// # Errors
/// The message of clap.
pub fn matches(
    command: &mut Command,
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<ArgMatches, clap::Error> {
    // Adds `--help` and `--version`.
    command.build();
    let arguments = with_two_dashes(command, arguments);
    command.try_get_matches_from_mut(arguments)
}

/// Applies the rule for single-dash flags. `-`, and everything after `--`, is unchanged. A name
/// that neither is a long flag nor begins with a short one, or that is an anagram of a long one,
/// gets its second dash too: clap then suggests a similar long flag.
pub fn with_two_dashes(
    command: &Command,
    arguments: impl IntoIterator<Item = OsString>,
) -> Vec<OsString> {
    let is_long = |name: &str| {
        command.get_arguments().any(|flag| {
            flag.get_long() == Some(name)
                || flag.get_all_aliases().is_some_and(|all| all.contains(&name))
        })
    };
    // A flag whose value may begin with a dash takes the next word as its value, which is left
    // unchanged.
    let takes_any_word = |text: &str| {
        let mut letters = text.strip_prefix('-').unwrap_or_default().chars();
        let (letter, rest) = (letters.next(), letters.next());
        let short =
            command.get_arguments().find(|flag| letter.is_some() && flag.get_short() == letter);
        rest.is_none() && short.is_some_and(Arg::is_allow_hyphen_values_set)
    };
    let is_short = |letter: char| {
        let short = command.get_arguments().find(|flag| flag.get_short() == Some(letter));
        short.is_some_and(|flag| !flag.is_allow_hyphen_values_set())
    };
    // `-otp` is more likely a misspelt `-opt` than the output `tp`.
    let is_scrambled = |name: &str| {
        let sorted = |text: &str| {
            let mut letters: Vec<char> = text.chars().collect();
            letters.sort_unstable();
            letters
        };
        let letters = sorted(name);
        let mut longs = command.get_arguments().filter_map(Arg::get_long);
        longs.any(|long| long.len() == name.len() && sorted(long) == letters)
    };
    let mut arguments = arguments.into_iter();
    let mut rewritten: Vec<OsString> = arguments.by_ref().take(1).collect();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            rewritten.push(argument);
            break;
        }
        let text = argument.to_string_lossy();
        if takes_any_word(&text) {
            rewritten.push(argument);
            rewritten.extend(arguments.next());
            continue;
        }
        let one_dash =
            text.strip_prefix('-').filter(|rest| !rest.is_empty() && !rest.starts_with('-'));
        let becomes_long = one_dash.is_some_and(|rest| {
            let name = rest.split_once('=').map_or(rest, |(name, _)| name);
            is_long(name) || is_scrambled(name) || !rest.chars().next().is_some_and(is_short)
        });
        if becomes_long {
            let mut long = OsString::from("-");
            long.push(&argument);
            rewritten.push(long);
        } else {
            rewritten.push(argument);
        }
    }
    rewritten.extend(arguments);
    rewritten
}
