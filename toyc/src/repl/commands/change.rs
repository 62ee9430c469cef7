//! `:opt` and `:set`.

use mlir_lite::text::Spelling;
use mlir_lite_diagnostics::{Reported, did_you_mean, nearest};
use toy_dialect::pipeline::Parallelism;

use super::super::session::Session;
use super::Output;
use crate::arguments::threads;
use crate::optimization::Level;

/// A setting that `:set` changes.
#[derive(Debug)]
pub(in crate::repl) struct Setting {
    /// Its name.
    pub(in crate::repl) name: &'static str,
    /// Its values, or a description of them.
    pub(in crate::repl) values: &'static [&'static str],
    /// The description of the setting.
    pub(in crate::repl) help: &'static str,
    get: fn(&Session) -> String,
    /// Sets the value; returns false if it is invalid.
    set: fn(&mut Session, &str) -> bool,
}

/// All settings.
pub(in crate::repl) const SETTINGS: &[Setting] = &[
    Setting {
        name: "elements",
        values: &["NUMBER", "all"],
        help: "larger tensors are shortened when they are shown",
        get: |session| match session.settings.shown_elements {
            usize::MAX => "all".to_owned(),
            number => number.to_string(),
        },
        set: |session, value| {
            let number = if value == "all" { Some(usize::MAX) } else { value.parse().ok() };
            session.settings.shown_elements = number.unwrap_or(session.settings.shown_elements);
            number.is_some()
        },
    },
    Setting {
        name: "names",
        values: &["std", "upstream"],
        help: "the names of ops: those of the std dialect, or those of MLIR 22",
        get: |session| match session.settings.printing.spelling {
            Spelling::Std => "std".to_owned(),
            Spelling::Upstream => "upstream".to_owned(),
        },
        set: |session, value| {
            session.settings.printing.spelling = match value {
                "std" => Spelling::Std,
                "upstream" => Spelling::Upstream,
                _ => return false,
            };
            true
        },
    },
    Setting {
        name: "locations",
        values: &["on", "off"],
        help: "whether IR is shown with its locations in the source",
        get: |session| on_or_off(session.settings.printing.debug_info),
        set: |session, value| switch(&mut session.settings.printing.debug_info, value),
    },
    Setting {
        name: "pager",
        values: &["on", "off"],
        help: "whether a reply longer than the terminal is in a pager: $PAGER, or less",
        get: |session| on_or_off(session.settings.pages),
        set: |session, value| switch(&mut session.settings.pages, value),
    },
    Setting {
        name: "parallel",
        values: &["N", "all", "off"],
        help: "on how many threads loops run that do much",
        get: |session| match session.settings.parallelism {
            None => "off".to_owned(),
            Some(Parallelism { threads: 0, .. }) => "all".to_owned(),
            Some(Parallelism { threads, .. }) => threads.to_string(),
        },
        set: |session, value| {
            let old = session.settings.parallelism;
            let minimum_work = old.map_or(Parallelism::MINIMUM_WORK, |old| old.minimum_work);
            let threads = if value == "off" { None } else { threads(value).ok() };
            let is_value = value == "off" || threads.is_some();
            if is_value {
                session.settings.parallelism =
                    threads.map(|threads| Parallelism { threads, minimum_work });
            }
            is_value
        },
    },
    Setting {
        name: "times",
        values: &["on", "off"],
        help: "whether the time of each entry is shown",
        get: |session| on_or_off(session.settings.shows_times),
        set: |session, value| switch(&mut session.settings.shows_times, value),
    },
];

fn on_or_off(value: bool) -> String {
    if value { "on".to_owned() } else { "off".to_owned() }
}

fn switch(setting: &mut bool, value: &str) -> bool {
    let new = match value {
        "on" => true,
        "off" => false,
        _ => return false,
    };
    *setting = new;
    true
}

pub(super) fn set(
    session: &mut Session,
    argument: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let mut words = argument.split_whitespace();
    let (name, value, rest) = (words.next(), words.next(), words.next());
    let Some(name) = name else {
        for setting in SETTINGS {
            let value = (setting.get)(session);
            out.reply.shown += &format!("{:<10} {value:<9} {}\n", setting.name, setting.help);
        }
        return Ok(());
    };
    let Some(setting) = SETTINGS.iter().find(|setting| setting.name == name) else {
        let near = nearest(name, SETTINGS.iter().map(|setting| setting.name));
        let help = near.map_or("`:set` lists the settings".to_owned(), did_you_mean);
        return Err(out.error(format!("there is no setting '{name}'"), help));
    };
    let usage = format!("enter `:set {name} {}`", setting.values.join("|"));
    match (value, rest) {
        (None, _) => out.reply.shown += &format!("{name} {}\n", (setting.get)(session)),
        (Some(value), None) => {
            if !(setting.set)(session, value) {
                return Err(
                    out.error(format!("'{value}' is not a value of the setting '{name}'"), usage)
                );
            }
        }
        _ => return Err(out.error(format!("the setting '{name}' has one value"), usage)),
    }
    Ok(())
}

pub(super) fn opt(
    session: &mut Session,
    argument: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    session.settings.level = match argument {
        "" => {
            out.reply.shown += match session.settings.level {
                Level::Auto => "code is optimised where it pays (level auto)\n",
                Level::O0 => "code is not optimised (level 0)\n",
                Level::O1 => "code is optimised (level 1)\n",
                Level::O2 => "code is optimised (level 2)\n",
                Level::O3 => "code is optimised (level 3)\n",
            };
            return Ok(());
        }
        "auto" => Level::Auto,
        "off" | "0" => Level::O0,
        "1" => Level::O1,
        "on" | "2" => Level::O2,
        "3" => Level::O3,
        _ => {
            return Err(out.error(
                format!("'{argument}' is not an optimisation level"),
                "enter `:opt on`, `:opt off`, `:opt auto`, or `:opt 0` to `:opt 3`",
            ));
        }
    };
    Ok(())
}
