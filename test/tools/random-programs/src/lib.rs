//! Random valid Toy programs, and an evaluator that shares no code with the compiler.
//!
//! A program is made as a tree (`program`), written down as source text (`writer`), and evaluated
//! as that same tree (`evaluator`), so the expected output depends neither on a parser nor on
//! anything else of the compiler. The output of the compiled program has to be exactly that.
//!
//! The programs use the whole language: all builtin functions in all forms, loops (of no iteration,
//! too) and conditionals, jumps out of them, assignments, subscripts; functions (in any order,
//! generic in the shapes of their arguments, with and without a result), variables with and without
//! a shape, literals of rank 0 to 4, lists of computed elements, all operators with their
//! precedence and broadcasting, `transpose`, structs within structs, composite initialisers, member
//! access, `print` at every rank, comments and unusual white space. They are small: tens of lines,
//! tensors of at most a hundred or so elements; or they compute with tensors that are large enough
//! for blocks and vectors ([`generate_large`]). Much of what they print is multiplied by a power of
//! two, so that all bits are seen.
//!
//! In some programs an access is out of range ([`generate_risky`]): they are refused, or end there.
//! Programs on all element types have an evaluator of their own ([`generate_typed`]).
//!
//! [`ir`] makes random IR, for transformations to be compared on, and [`symbols`] modules with
//! nested symbol tables.

mod accesses;
mod builtins;
mod calls;
mod conditionals;
mod einsum;
mod erf;
mod evaluator;
mod expressions;
mod forms;
mod gathers;
mod generator;
pub mod ir;
mod jumps;
mod notation;
mod npy;
mod numbers;
mod odd_calls;
mod printed_lines;
mod program;
pub mod random;
mod ranges;
mod rearranged;
mod recursion;
mod reductions;
mod risks;
mod shorthands;
pub mod symbols;
mod tensor;
mod typed;
mod visit;
mod writer;

use std::collections::{BTreeMap, BTreeSet};

pub use builtins::{Builtin, Parameter, ParameterKind, TABLE as BUILTINS};
use generator::{Files, Size};

/// A valid Toy program, and its output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GeneratedProgram {
    /// The program's text.
    pub source: String,
    /// The arguments that it is called with.
    pub arguments: Vec<String>,
    /// The files that it reads: their names and contents.
    pub inputs: BTreeMap<String, Vec<u8>>,
    /// The bytes that running it writes to standard output.
    pub expected_output: String,
    /// The files that it writes, as [`describe_file`] describes them.
    pub expected_files: BTreeMap<String, String>,
    /// How it ends.
    pub outcome: Outcome,
    /// In which forms it calls builtin functions: `sum(a, axis =)`, `zeros: sizes is a list`.
    pub forms: BTreeSet<String>,
}

/// How a program ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// Well.
    #[default]
    Finishes,
    /// It is refused, with one of these messages about a part of an access.
    Refused {
        /// The lines and columns, from 1 onwards, at which the words of the access begin.
        places: BTreeSet<(usize, usize)>,
        /// The possible messages.
        messages: BTreeSet<String>,
    },
    /// An access ends it when it runs.
    Fails {
        /// The lines and columns, from 1 onwards, at which the words of the access begin.
        places: BTreeSet<(usize, usize)>,
        /// The message.
        message: String,
    },
}

/// A program that may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddProgram {
    /// The program's text.
    pub source: String,
    /// The output; none if it is to be refused.
    pub expected_output: Option<String>,
}

/// Makes the program of this seed: always the same one. It needs no files.
///
/// ```
/// let program = random_programs::generate(7);
/// assert!(program.source.contains("main"));
/// assert_eq!(program, random_programs::generate(7));
/// ```
///
/// # Panics
/// Where the generator has made a program that does not evaluate, which would be a mistake in this
/// crate.
pub fn generate(seed: u64) -> GeneratedProgram {
    make(seed, Size::Small, Files::None)
}

/// As [`generate`], for a program that may read and write files, and have arguments.
///
/// # Panics
/// As [`generate`].
pub fn generate_with_files(seed: u64) -> GeneratedProgram {
    make(seed, Size::Small, Files::Some)
}

/// As [`generate`], with few statements on tensors of some thousand elements.
///
/// # Panics
/// As [`generate`].
pub fn generate_large(seed: u64) -> GeneratedProgram {
    make(seed, Size::Large, Files::None)
}

/// As [`generate_with_files`], for a program with an access that may be out of range; how the
/// program ends is in its outcome.
///
/// # Panics
/// As [`generate`].
pub fn generate_risky(seed: u64) -> GeneratedProgram {
    let mut random = random::Random::new(seed);
    // Most of the programs that do not fail when they run are made again.
    let mut tries = random.below(6);
    loop {
        let program = match random.chance(25) {
            true => {
                let program = generator::generate_program(&mut random, Size::Small, Files::Some);
                risks::change_an_access(&program, &mut random)
            }
            false => Some(generator::generate_risky_program(&mut random, Files::Some)),
        };
        // With another index, a program may have another shape somewhere that does not fit.
        if let Some(program) = program
            && let Ok(made) = finish(program, seed, &mut random)
        {
            if tries == 0 || matches!(made.outcome, Outcome::Fails { .. }) {
                return made;
            }
            tries -= 1;
        }
    }
}

/// As [`generate`], for a program on all element types, with masks and exact integers.
///
/// # Panics
/// Never; it makes programs until one has no error.
pub fn generate_typed(seed: u64) -> GeneratedProgram {
    let mut random = random::Random::new(seed);
    let (program, expected_output, forms) = typed::generate_program(&mut random);
    GeneratedProgram {
        source: writer::write(&program, &mut random),
        expected_output,
        forms,
        ..GeneratedProgram::default()
    }
}

/// Makes a program of one statement with arguments of any kind, which may be wrong.
pub fn generate_odd(seed: u64) -> OddProgram {
    let mut random = random::Random::new(seed);
    loop {
        let program = odd_calls::generate_program(&mut random);
        let source = writer::write(&program, &mut random);
        let expected_output = match evaluator::run(&program) {
            Ok(effects) if effects.error.is_none() => Some(effects.output),
            // Risky programs are the test of errors that are found when a program runs.
            Ok(_) => continue,
            // Programs that run too long are skipped.
            Err(evaluator::Invalid::TooLong) => continue,
            Err(_) => None,
        };
        return OddProgram { source, expected_output };
    }
}

/// Describes what is in a file that a program has written; none if it is not an array of doubles.
pub fn describe_file(bytes: &[u8]) -> Option<String> {
    npy::describe(bytes)
}

fn make(seed: u64, size: Size, files: Files) -> GeneratedProgram {
    let mut random = random::Random::new(seed);
    let mut program = generator::generate_program(&mut random, size, files);
    shorthands::add(&mut program, &mut random);
    match finish(program, seed, &mut random) {
        Ok(made) => made,
        Err((invalid, source)) => {
            panic!("seed {seed} makes an invalid program ({invalid:?}):\n{source}")
        }
    }
}

/// Writes a program down, and finds out what it does.
fn finish(
    mut program: program::Program,
    seed: u64,
    random: &mut random::Random,
) -> Result<GeneratedProgram, (evaluator::Invalid, String)> {
    let (source, places) = writer::write_marked(&program, random);
    let verdict = match places.is_empty() {
        false => evaluator::verdict(&program).map_err(|invalid| (invalid, source.clone()))?,
        true => accesses::Verdict::Runs,
    };
    let (effects, outcome) = match verdict {
        accesses::Verdict::Refused(messages) => {
            (evaluator::Effects::default(), Outcome::Refused { places, messages })
        }
        accesses::Verdict::Runs => {
            let effects = evaluator::run(&program).map_err(|invalid| (invalid, source.clone()))?;
            let outcome = match &effects.error {
                Some(message) => Outcome::Fails { places, message: message.clone() },
                None => Outcome::Finishes,
            };
            (effects, outcome)
        }
    };
    // More arguments than a program takes are wrong usage.
    program.arguments.truncate(visit::arguments_taken(&program));
    let inputs = program.inputs.iter().enumerate();
    let files = effects.files.iter();
    Ok(GeneratedProgram {
        source,
        outcome,
        inputs: inputs
            .map(|(number, input)| {
                (input.name.clone(), npy::encode(&input.tensor, seed as usize + number))
            })
            .collect(),
        expected_output: effects.output,
        expected_files: files
            .map(|(name, tensor)| (name.clone(), npy::describe_tensor(tensor)))
            .collect(),
        forms: forms::of(&program),
        arguments: program.arguments,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    /// Functions that call themselves until the evaluator gives up need more stack than the thread
    /// of a test has.
    #[test]
    fn deep_calls_are_evaluated_on_a_stack_of_their_own() {
        use program::{Expression, Function, Program, Statement};
        let call = Expression::Call("deeper".to_owned(), vec![]);
        let nested = (0..20).fold(call, |value, _| Expression::Negation(Box::new(value)));
        let function = |name: &str, value: &Expression| Function {
            name: name.to_owned(),
            parameters: vec![],
            body: vec![Statement::Return(Some(value.clone()))],
        };
        let functions = vec![function("main", &nested), function("deeper", &nested)];
        let program = Program { functions, ..Program::default() };
        let small = std::thread::Builder::new().stack_size(1 << 20);
        let run = small.spawn(move || evaluator::run(&program)).expect("a thread starts");
        assert_eq!(run.join().expect("it does not panic"), Err(evaluator::Invalid::TooLong));
    }

    #[test]
    fn a_seed_makes_the_same_program_each_time() {
        for seed in 0..50 {
            assert_eq!(generate(seed), generate(seed));
        }
    }

    #[test]
    fn seeds_make_different_programs() {
        let mut sources: Vec<_> = (0..200).map(|seed| generate(seed).source).collect();
        sources.sort();
        sources.dedup();
        assert_eq!(sources.len(), 200);
    }

    #[test]
    fn programs_are_valid_and_small_and_print_something() {
        for seed in 0..1000 {
            let program = generate(seed);
            let lines = program.source.lines().count();
            assert!(lines <= 120, "seed {seed} has {lines} lines:\n{}", program.source);
            assert!(
                !program.expected_output.is_empty(),
                "seed {seed} prints nothing:\n{}",
                program.source
            );
            assert!(
                program.expected_output.len() < 200_000,
                "seed {seed} prints much:\n{}",
                program.source
            );
        }
    }

    #[test]
    fn accesses_that_are_out_of_range_end_programs_in_each_way() {
        let programs: Vec<_> = (0..400).map(generate_risky).collect();
        let count = |is: fn(&Outcome) -> bool| {
            programs.iter().filter(|program| is(&program.outcome)).count()
        };
        assert!(count(|outcome| matches!(outcome, Outcome::Fails { .. })) > 100);
        assert!(count(|outcome| matches!(outcome, Outcome::Refused { .. })) > 40);
        assert!(count(|outcome| *outcome == Outcome::Finishes) > 40);
        for program in &programs {
            let Outcome::Fails { places, message } = &program.outcome else { continue };
            for (line, column) in places {
                let rest = &program.source.lines().nth(line - 1).unwrap_or_default();
                let rest: String = rest.chars().skip(column - 1).collect();
                assert!(
                    !rest.is_empty() && !rest.starts_with(' '),
                    "{line}:{column}:\n{}",
                    program.source
                );
            }
            assert!(message.contains("dimension of size"), "{message}");
        }
    }

    #[test]
    fn all_functions_get_integers_to_which_no_float_is_equal() {
        let programs: Vec<_> = (0..1500).map(generate_typed).collect();
        let found: BTreeSet<&String> = programs.iter().flat_map(|program| &program.forms).collect();
        // These get no values, or are not called; those of 8 bits have tests of their own.
        let others = [
            "print",
            "format",
            "load",
            "save",
            "plot",
            "arg",
            "zeros",
            "ones",
            "iota",
            "random",
            "eye",
            "arange",
            "linspace",
            "i8",
            "u8",
            "quantize",
            "quantize_u8",
            "dequantize",
        ];
        for builtin in BUILTINS.iter().filter(|builtin| !others.contains(&builtin.name)) {
            for ty in ["f64", "f32", "i64", "large i64", "bool"] {
                let call = format!("{} of {ty}", builtin.name);
                assert!(found.contains(&call), "{call}");
            }
        }
        let sources: String = programs.iter().map(|program| program.source.as_str()).collect();
        for part in ["\\n", "\\t", "\\\"", "\\\\", "[bool(", "if p0 ", "if not ", "while ", " and "]
        {
            assert!(sources.contains(part), "{part}");
        }
    }

    #[test]
    fn the_whole_language_occurs() {
        let sources: String = (0..500).map(|seed| generate(seed).source).collect();
        let parts = [
            "struct ",
            "transpose(",
            "print(",
            "return;",
            "{{",
            "#",
            "-",
            "/",
            ").",
            "[[[[",
            "<2,",
            "e-",
        ];
        let builtins = [
            "abs(", "sqrt(", "exp(", "log(", "pow(", "select(", "min(", "max(", "sum(", "mean(",
            "matmul(", "shape(", "concat(", "zeros(", "ones(", "fill(", "iota(", "random(",
            "einsum(", "axis = ", "dim = ", "pad(", "roll(", "stack(", "diag(", "tril(", "outer(",
            "reshape(",
        ];
        let control =
            ["for i", "if ", "else", " @ ", " < ", " == ", "[:", " in 0:", "in -", "<shape("];
        let jumps = [
            "while ",
            "break;",
            "continue;",
            " and ",
            " or ",
            "not ",
            " += ",
            " *= ",
            ":-2 {",
            ":-1 {",
            "return ",
        ];
        for part in parts.into_iter().chain(builtins).chain(control).chain(jumps) {
            assert!(sources.contains(part), "{part} does not occur");
        }
    }
}
