//! `arg`: its value is a text, so it has no op; the emitter handles it.

use super::elementwise::*;

pub(super) static BUILTIN: Builtin = Builtin {
    name: "arg",
    is_shadowable: false,
    signatures: &[Signature {
        parameters: &[Parameter::literal("n")],
        emit: super::call::emitted_with_its_use,
    }],
    returns: Returns::Text,
    summary: "The text that the program was given as its argument of this number, counted from 0.",
    details: "Arguments follow `--`: `toyc program.toy -- in.npy out.npy`. The number is written \
        in digits. A program \
              that is compiled to a file takes its arguments when it runs; those that it was \
              compiled with only tell the \
              shapes of files.",
    shape: "A text has none.",
    errors: &[
        ("print(load(arg(2)))", "the program takes 3 arguments: UNUSED UNUSED INPUT.npy; found 0"),
        ("print(arg(0))", "a text is not a value"),
    ],
    example: ("# print(load(arg(0)));", ""),
    ops: &[],
};
