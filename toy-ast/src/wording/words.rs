//! Lists the expected tokens in messages.

use crate::syntax_error::{Expected, ExpectedSet};

/// "a, b or c".
pub(super) fn words(expected: ExpectedSet) -> String {
    let mut expected = expected;
    // Where something can end, tokens that would only continue it are not listed, unless they are
    // alone.
    if [Expected::Semi, Expected::Comma, Expected::RParen, Expected::RBrace]
        .iter()
        .any(|e| expected.contains(*e))
        && !expected.contains(Expected::Expression)
    {
        expected = expected.without(Expected::LParen);
    }
    if expected.contains(Expected::Expression) {
        // A prefix `-` begins an expression.
        expected = expected.without(Expected::Operator);
    }
    let list: Vec<&str> = expected.iter().map(word).collect();
    match list.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

fn word(expected: Expected) -> &'static str {
    match expected {
        Expected::Expression => "an expression",
        Expected::Statement => "a statement",
        Expected::FunctionName => "a function's name",
        Expected::StructName => "a struct's name",
        Expected::VariableName => "a variable's name",
        Expected::Parameter => "a parameter",
        Expected::MemberName => "a member's name",
        Expected::Member => "a member",
        Expected::Dimension => "a size",
        Expected::Operator => "an operator",
        Expected::Def => "`def`",
        Expected::Struct => "`struct`",
        Expected::In => "`in`",
        Expected::Colon => "`:`",
        Expected::RBracket => "`]`",
        Expected::Assign => "`=`",
        Expected::LParen => "`(`",
        Expected::Lt => "`<`",
        Expected::Gt => "`>`",
        Expected::LBrace => "`{`",
        Expected::Comma => "`,`",
        Expected::Semi => "`;`",
        Expected::RParen => "`)`",
        Expected::RBrace => "`}`",
        Expected::Other => "something else",
    }
}
