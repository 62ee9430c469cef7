//! `format`: what it gives is part of the op that prints it, so it has no op of its own.

use super::elementwise::*;

pub(super) static BUILTIN: Builtin = Builtin {
    name: "format",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[Parameter::tensor("x"), Parameter::text("style")],
        emit: super::call::emitted_with_its_use,
    }],
    returns: Returns::Printed,
    summary: "A value in another form, as an argument of `print`.",
    details: "The style is a text like `\".3f\"` or `\"+10.2e\"`, as in Python's `format`: a `+` \
        if numbers above 0 have a sign, the least number of columns, a point with the number of \
        digits, and `f` for numbers without an exponent, `e` for numbers with one, or `g` for \
        whichever is shorter, each as in C's `printf`. All parts may be left out; without a \
        letter, numbers are those of `print` with `digits=`. The numbers of a tensor have one \
        width. Only `print` takes the result: a text is not a value of its own.",
    shape: "It has none.",
    errors: &[
        ("print(format(1, \".3d\"))", "the style \".3d\" ends with 'd'"),
        ("format(1, \".3f\") + 1", "the result of 'format' is not a value"),
    ],
    example: (
        "print(\"rate\", format(0.5, \".3f\"));\n\
            print(format([1, 20], \"6.2f\"), format(1e6, \".1e\"));",
        "rate 0.500\n[  1.00  20.00] 1.0e+06\n",
    ),
    ops: &[],
};
