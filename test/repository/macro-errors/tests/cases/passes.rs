use mlir_lite::pass::{pass, pass_options};

/// Has no name.
#[pass(each_body)]
struct NoName;

#[pass(name = "no-summary")]
struct NoSummary;

/// Has an option that there is not.
#[pass(name = "unknown-option", anchor = "std.func")]
struct UnknownOption;

/// Has something that is not an option.
#[pass(name = "no-option", "std.func")]
struct NoOption;

/// Is declared twice.
#[pass(name = "twice", each_body, each_body)]
struct Twice;

/// Has a name that cannot be written in a pipeline.
#[pass(name = "two words")]
struct TwoWords;

/// Has an alias that cannot be written in a pipeline.
#[pass(name = "alias", aliases("good", "a,b"))]
struct Alias;

/// Has parameters.
#[pass(name = "parameters")]
struct Parameters<T> {
    value: T,
}

/// Has fields without names.
#[pass(name = "unnamed")]
struct Unnamed(usize);

/// Has an option without a key.
#[pass(name = "no-key")]
struct NoKey {
    /// How often
    #[option]
    times: usize,
}

/// Has an option with a default, but no key.
#[pass(name = "only-default")]
struct OnlyDefault {
    /// How often
    #[option(default = 3)]
    times: usize,
}

/// Has a word that an option does not have.
#[pass(name = "wrong-word")]
struct WrongWord {
    /// How often
    #[option("times", value = 3)]
    times: usize,
}

/// Has an option without a description.
#[pass(name = "undescribed")]
struct Undescribed {
    #[option("times", default = 3)]
    times: usize,
}

/// Has two options of a key.
#[pass(name = "two-of-a-key")]
struct TwoOfAKey {
    /// How often
    #[option("times")]
    times: usize,
    /// How often again
    #[option("times")]
    again: usize,
}

/// Has a field of two kinds.
#[pass(name = "two-kinds")]
struct TwoKinds {
    /// How often
    #[option("times")]
    #[default(4)]
    times: usize,
}

/// Has a statistic that is a number.
#[pass(name = "number")]
struct Number {
    /// How often
    #[statistic("times")]
    TIMES: u64,
}

/// Has an option beside `initialize`.
#[pass(name = "both", initialize)]
struct Both {
    /// How often
    #[option("times")]
    times: usize,
}

/// Has a default beside `initialize`.
#[pass(name = "default", initialize)]
struct InitializedTwice {
    #[default(4)]
    times: usize,
}

/// Has a field that is not an option.
#[pass_options]
struct PlainField {
    times: usize,
}

/// Has options of its own.
#[pass_options(initialize)]
struct OptionsOfOptions {}

fn main() {}
