//! Flags with one dash, as LLVM's tools write them.
//!
//! The rule: `-NAME` is the long flag of that name if there is one (`-opt`, `-emit=mlir`), else a
//! short flag with its value (`-o F`, `-oF`). It is applied to the arguments before clap sees them,
//! so that clap handles everything else.

use std::ffi::OsString;
use std::fmt::Display;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command, Parser};
use mlir_lite_diagnostics::nearest;

use crate::report::report_usage;
use crate::status::Status;

/// The part of a help text about dashes.
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
    let parsed = P::from_arg_matches_mut(&mut matches(command, arguments)?)?;
    check(&parsed).map_err(|message| command.error(ErrorKind::ArgumentConflict, message))?;
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
    command.try_get_matches_from_mut(arguments).map_err(|error| with_related_flags(error, command))
}

/// The most flags that an error suggests.
const MAX_SUGGESTIONS: usize = 4;

/// In an error about an unknown flag, suggests the flags that are related to it, and nothing else.
fn with_related_flags(mut error: clap::Error, command: &Command) -> clap::Error {
    let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    if error.kind() != ErrorKind::UnknownArgument || !unknown.starts_with("--") {
        return error;
    }
    let related = related_flags(unknown.trim_start_matches('-'), command);
    error.remove(ContextKind::Suggested);
    error.remove(ContextKind::SuggestedArg);
    let usage = command.clone().render_usage();
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    if !related.is_empty() {
        let related = related.iter().map(|flag| format!("--{flag}")).collect();
        error.insert(ContextKind::SuggestedArg, ContextValue::Strings(related));
    }
    error
}

/// The flags that begin with a name; otherwise the one that is spelled most similarly; otherwise
/// those that contain all words of the name.
fn related_flags(name: &str, command: &Command) -> Vec<String> {
    let name = name.split_once('=').map_or(name, |(name, _)| name);
    let names: Vec<&str> = command
        .get_arguments()
        .filter(|flag| !flag.is_hide_set())
        .flat_map(|flag| flag.get_long_and_visible_aliases().unwrap_or_default())
        .collect();
    let chosen = |choose: &dyn Fn(&str) -> bool| -> Vec<String> {
        let chosen = names.iter().filter(|name| choose(name));
        chosen.take(MAX_SUGGESTIONS).map(|&name| name.to_owned()).collect()
    };
    if name.len() > 1 {
        let longer = chosen(&|flag| flag.starts_with(name));
        if !longer.is_empty() {
            return longer;
        }
    }
    let all = command.get_arguments().flat_map(|flag| {
        flag.get_long().into_iter().chain(flag.get_all_aliases().unwrap_or_default())
    });
    if let Some(near) = nearest(name, all) {
        return vec![near.to_owned()];
    }
    let words: Vec<&str> = name.split('-').filter(|word| word.len() > 1).collect();
    if words.is_empty() {
        return Vec::new();
    }
    chosen(&|flag| words.iter().all(|word| flag.split('-').any(|part| part == *word)))
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
