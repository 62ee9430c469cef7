//! Writes a program as text: mostly as a person would, sometimes with superfluous parentheses,
//! comments in unusual positions and unusual white space, none of which changes the program's
//! meaning.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::{
    Expression, Function, Initializer, Kind, Literal, Operator, Program, Statement, Struct,
    Subscript,
};
use crate::random::Random;

/// Comments with text that might confuse a lexer.
const COMMENTS: [&str; 6] = [
    "# the next step",
    "#",
    "# def main() { print(1); }",
    "## \"}])\" ;",
    "# größer ≥ 0",
    "#\tvar",
];

/// The program's text.
pub(crate) fn write(program: &Program, random: &mut Random) -> String {
    write_marked(program, random).0
}

/// The program's text, and the lines and columns at which the words of the last marked access
/// begin.
pub(crate) fn write_marked(
    program: &Program,
    random: &mut Random,
) -> (String, BTreeSet<(usize, usize)>) {
    let mut writer = Writer::new(random, 8);
    for function in &program.functions {
        let names = function.parameters.iter().map(|parameter| parameter.name.clone());
        writer.parameters.insert(function.name.clone(), names.collect());
    }
    let is_plain = |function: &&Function| {
        function.parameters.iter().all(|parameter| !matches!(parameter.kind, Kind::Struct(_)))
    };
    let plain = program.functions.iter().filter(is_plain);
    writer.plain = Some(plain.map(|function| function.name.clone()).collect());
    for definition in &program.structs {
        writer.write_struct(definition);
    }
    for (name, value) in &program.constants {
        writer.tokens(&["var", name]);
        writer.equals();
        writer.write_expression(value, Binding::Or);
        writer.token(";");
        writer.new_line();
    }
    for function in &program.functions {
        writer.write_function(function, program.defaults.get(&function.name));
    }
    if writer.is_swapping {
        writer.text.push_str("def swapped(x, y) { return y, x; }\n");
    }
    for count in &writer.handing {
        let names: Vec<String> = (0..*count).map(|index| format!("x_{index}")).collect();
        let names = names.join(", ");
        writer.text += &format!("def handing{count}(f, {names}) {{ return f({names}); }}\n");
    }
    (writer.text, writer.marks)
}

/// A text in quotes, with escapes for what needs them.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '"' | '\\' => quoted.extend(['\\', character]),
            _ => quoted.push(character),
        }
    }
    quoted + "\""
}

/// How tightly an expression binds; an operand must not bind less tightly than its operator
/// requires.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Or,
    And,
    Not,
    Comparison,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Prefix,
    Power,
    Postfix,
}

impl Binding {
    fn of_operator(operator: Operator) -> Self {
        match operator {
            Operator::Add | Operator::Subtract => Self::Sum,
            Operator::Multiply
            | Operator::Divide
            | Operator::FloorDivide
            | Operator::Remainder
            | Operator::MatMul => Self::Product,
            Operator::Power => Self::Power,
            Operator::BitAnd => Self::BitAnd,
            Operator::BitOr => Self::BitOr,
            Operator::BitXor => Self::BitXor,
            Operator::ShiftLeft | Operator::ShiftRight => Self::Shift,
            Operator::And => Self::And,
            Operator::Or => Self::Or,
            _ => Self::Comparison,
        }
    }

    fn of(expression: &Expression) -> Self {
        match expression {
            Expression::Binary(operator, ..) => Self::of_operator(*operator),
            Expression::Negation(_) | Expression::Inversion(_) => Self::Prefix,
            Expression::Not(_) => Self::Not,
            Expression::Marked(marked) => Self::of(marked),
            _ => Self::Postfix,
        }
    }

    /// The precedence that the right operand of a left-associative operator has to have.
    fn tighter(self) -> Self {
        match self {
            Self::Or => Self::And,
            Self::And => Self::Not,
            Self::Not => Self::Comparison,
            Self::Comparison => Self::BitOr,
            Self::BitOr => Self::BitXor,
            Self::BitXor => Self::BitAnd,
            Self::BitAnd => Self::Shift,
            Self::Shift => Self::Sum,
            Self::Sum => Self::Product,
            Self::Product => Self::Prefix,
            Self::Prefix => Self::Power,
            // The right operand of `**` may have a sign, or be another power.
            Self::Power => Self::Prefix,
            Self::Postfix => Self::Postfix,
        }
    }
}

struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    /// The blocks that are open.
    indentation: usize,
    /// Unusual line breaks are limited, so that programs stay short.
    line_breaks_left: usize,
    /// Whether a marked access is written.
    is_marking: bool,
    /// The lines and the columns at which its words begin, both from 1 onwards.
    marks: BTreeSet<(usize, usize)>,
    /// The names of the parameters of each function.
    parameters: BTreeMap<String, Vec<String>>,
    /// Whether the function that returns two values was called.
    is_swapping: bool,
    /// The functions of tensors, where a call may be one by a function that is handed them.
    plain: Option<BTreeSet<String>>,
    /// The numbers of arguments with which functions are handed on.
    handing: BTreeSet<usize>,
}

impl<'r> Writer<'r> {
    fn new(random: &'r mut Random, line_breaks_left: usize) -> Self {
        let text = String::new();
        Self {
            random,
            text,
            indentation: 0,
            line_breaks_left,
            is_marking: false,
            marks: BTreeSet::new(),
            parameters: BTreeMap::new(),
            is_swapping: false,
            plain: Some(BTreeSet::new()),
            handing: BTreeSet::new(),
        }
    }
}

impl Writer<'_> {
    /// Writes a token, and perhaps something unusual after it.
    fn token(&mut self, token: &str) {
        // Words and numbers must not grow together.
        let joins = |character: char| {
            character.is_ascii_alphanumeric() || character == '_' || character == '.'
        };
        if self.text.ends_with(joins)
            && token.starts_with(joins)
            && token != "."
            && !self.text.ends_with('.')
        {
            self.text.push(' ');
        }
        if self.is_marking {
            let before = self.text.rsplit('\n').next().unwrap_or_default();
            self.marks.insert((self.text.matches('\n').count() + 1, before.chars().count() + 1));
        }
        self.text.push_str(token);
        if self.line_breaks_left > 0 && self.random.chance(1) {
            self.line_breaks_left -= 1;
            match self.random.below(3) {
                0 => self.text.push('\n'),
                1 => self.text.push_str("\r\n\t"),
                _ => {
                    self.text.push(' ');
                    self.comment();
                    self.text.push('\n');
                }
            }
        } else if self.random.chance(2) {
            self.text.push_str(self.random.pick(&[" ", "  ", "\t"]).copied().unwrap_or(" "));
        }
    }

    fn tokens(&mut self, tokens: &[&str]) {
        for token in tokens {
            self.token(token);
        }
    }

    fn space(&mut self) {
        if !self.text.ends_with(char::is_whitespace) && !self.random.chance(5) {
            self.text.push(' ');
        }
    }

    fn comment(&mut self) {
        self.text.push_str(self.random.pick(&COMMENTS).copied().unwrap_or("#"));
    }

    fn new_line(&mut self) {
        if self.random.chance(3) {
            self.text.push(' ');
            self.comment();
        }
        self.text.push('\n');
        self.text.push_str(&"  ".repeat(self.indentation));
    }

    fn write_struct(&mut self, definition: &Struct) {
        self.tokens(&["struct", &definition.name]);
        self.space();
        self.token("{");
        self.indentation += 1;
        for member in &definition.members {
            self.new_line();
            self.token(match &member.kind {
                Kind::Tensor | Kind::Number => "var",
                Kind::Struct(name) => name,
            });
            self.tokens(&[&member.name, ";"]);
        }
        self.indentation -= 1;
        self.new_line();
        self.token("}");
        self.new_line();
    }

    /// `default` is the value of the last parameter where a call gives none.
    fn write_function(&mut self, function: &Function, default: Option<&Expression>) {
        self.tokens(&["def", &function.name, "("]);
        for (index, parameter) in function.parameters.iter().enumerate() {
            self.separator(index);
            if let Kind::Struct(name) = &parameter.kind {
                self.token(name);
            }
            self.token(&parameter.name);
            if let Some(default) = default.filter(|_| index + 1 == function.parameters.len()) {
                self.equals();
                self.write_expression(default, Binding::Or);
            }
        }
        self.token(")");
        self.space();
        self.token("{");
        self.write_block(&function.body);
        self.new_line();
    }

    /// Statements and the brace after them.
    fn write_block(&mut self, statements: &[Statement]) {
        self.indentation += 1;
        for statement in statements {
            self.new_line();
            self.write_statement(statement);
            let has_block = matches!(
                statement,
                Statement::For { .. } | Statement::While { .. } | Statement::If { .. }
            );
            if !has_block {
                self.token(";");
            }
        }
        self.indentation -= 1;
        self.new_line();
        self.token("}");
    }

    /// The right side of an assignment, with its sign.
    fn write_assigned(&mut self, operator: Option<Operator>, value: &Expression) {
        self.space();
        self.token(match operator {
            None => "=",
            Some(Operator::Add) => "+=",
            Some(Operator::Subtract) => "-=",
            Some(Operator::Multiply) => "*=",
            Some(_) => "/=",
        });
        self.space();
        self.write_expression(value, Binding::Or);
    }

    fn write_statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Variable { name, shape, value } => {
                self.tokens(&["var", name]);
                if let Some(shape) = shape {
                    self.token("<");
                    for (index, size) in shape.iter().enumerate() {
                        self.separator(index);
                        // In parentheses, the name of an element type would be a variable.
                        match size {
                            Expression::Variable(name) => self.token(name),
                            size => self.write_expression(size, Binding::Sum),
                        }
                    }
                    self.token(">");
                }
                self.equals();
                self.write_expression(value, Binding::Or);
            }
            Statement::Unpack { names, values } => self.write_unpacked(names, values),
            Statement::StructVariable { struct_name, name, value } => {
                self.tokens(&[struct_name, name]);
                self.equals();
                self.write_initializer(value);
            }
            Statement::Call(call) => self.write_call_without_result(call),
            Statement::Assign(name, operator, value) => {
                self.token(name);
                self.write_assigned(*operator, value);
            }
            Statement::AssignElements { target, operator, value } => {
                self.write_expression_as_is(target);
                self.write_assigned(*operator, value);
            }
            Statement::Break => self.token("break"),
            Statement::Continue => self.token("continue"),
            Statement::While { condition, body } => {
                self.token("while");
                self.space();
                self.write_expression(condition, Binding::Or);
                self.space();
                self.token("{");
                self.write_block(body);
            }
            Statement::For { variable, from, to, step, body } => {
                self.tokens(&["for", variable, "in"]);
                self.space();
                self.write_expression(from, Binding::Sum);
                self.token(":");
                self.write_expression(to, Binding::Sum);
                if let Some(step) = step {
                    self.token(":");
                    self.write_expression(step, Binding::Sum);
                }
                self.space();
                self.token("{");
                self.write_block(body);
            }
            Statement::If { condition, then, otherwise } => {
                self.token("if");
                self.space();
                self.write_expression(condition, Binding::Or);
                self.space();
                self.token("{");
                self.write_block(then);
                if !otherwise.is_empty() {
                    self.space();
                    self.tokens(&["else", "{"]);
                    self.write_block(otherwise);
                }
            }
            Statement::Return(value) => {
                self.token("return");
                if let Some(value) = value {
                    self.space();
                    self.write_expression(value, Binding::Or);
                }
            }
        }
    }

    fn equals(&mut self) {
        self.space();
        self.token("=");
        self.space();
    }

    /// Writes the separator before the item of this index in a list.
    fn separator(&mut self, index: usize) {
        if index > 0 {
            self.token(",");
            self.space();
        }
    }

    fn write_initializer(&mut self, initializer: &Initializer) {
        match initializer {
            Initializer::Value(value) => self.write_expression(value, Binding::Or),
            Initializer::Composite(items) => {
                self.token("{");
                for (index, item) in items.iter().enumerate() {
                    self.separator(index);
                    self.write_initializer(item);
                }
                self.token("}");
            }
        }
    }

    /// Writes an operand, in parentheses if it holds together less tightly than wanted.
    fn write_expression(&mut self, expression: &Expression, wanted: Binding) {
        let parentheses = Binding::of(expression) < wanted || self.random.chance(4);
        if parentheses {
            self.token("(");
        }
        self.write_expression_as_is(expression);
        if parentheses {
            self.token(")");
        }
    }

    fn write_sizes(&mut self, sizes: &[Option<usize>]) {
        for (index, size) in sizes.iter().enumerate() {
            self.token(if index == 0 { "<" } else { "," });
            self.token(&size.map_or("?".to_owned(), |size| size.to_string()));
        }
        self.token(">");
    }

    fn write_expression_as_is(&mut self, expression: &Expression) {
        match expression {
            Expression::Number(text) | Expression::Variable(text) => self.token(text),
            Expression::Literal(items) => self.write_literal(items),
            Expression::Member(base, member) => {
                self.write_expression(base, Binding::Postfix);
                self.tokens(&[".", member]);
            }
            Expression::Negation(operand) => {
                self.token("-");
                self.write_expression(operand, Binding::Prefix);
            }
            Expression::Inversion(operand) => {
                self.token("~");
                self.write_expression(operand, Binding::Prefix);
            }
            Expression::Not(operand) => {
                self.token("not");
                self.space();
                self.write_expression(operand, Binding::Not);
            }
            Expression::List(elements) => {
                self.token("[");
                self.write_arguments("", elements);
                self.token("]");
            }
            Expression::Binary(operator, left, right) => {
                let binding = Binding::of_operator(*operator);
                // Comparisons do not follow each other.
                let leftmost = match binding {
                    Binding::Comparison => Binding::BitOr,
                    Binding::Power => Binding::Postfix,
                    binding => binding,
                };
                self.write_expression(left, leftmost);
                self.space();
                self.token(operator.symbol());
                self.space();
                self.write_expression(right, binding.tighter());
            }
            Expression::Call(name, arguments) => self.write_call(name, arguments),
            Expression::Builtin(name, arguments) => {
                self.tokens(&[name, "("]);
                for (index, argument) in arguments.iter().enumerate() {
                    self.separator(index);
                    if let Some(name) = argument.name {
                        self.token(name);
                        self.equals();
                    }
                    self.write_expression(&argument.value, Binding::Or);
                }
                self.token(")");
            }
            Expression::Text(text) => self.token(&quoted(text)),
            Expression::Sizes(sizes) => self.write_sizes(sizes),
            Expression::Marked(marked) => {
                self.marks.clear();
                self.is_marking = true;
                self.write_expression_as_is(marked);
                self.is_marking = false;
            }
            Expression::Index(base, subscripts) => {
                // In a list, a literal with a space before its subscripts lacks a comma.
                let in_parentheses = matches!(**base, Expression::Literal(_) | Expression::List(_));
                if in_parentheses {
                    self.token("(");
                }
                self.write_expression(base, Binding::Postfix);
                if in_parentheses {
                    self.token(")");
                }
                self.token("[");
                for (index, subscript) in subscripts.iter().enumerate() {
                    self.separator(index);
                    self.write_subscript(subscript);
                }
                self.token("]");
            }
        }
    }

    /// A function without a result is not handed to one that returns it.
    fn write_call_without_result(&mut self, call: &Expression) {
        let plain = self.plain.take();
        self.write_expression_as_is(call);
        self.plain = plain;
    }

    /// A call, sometimes by a function that is handed the called one, or a `lambda` that calls it.
    fn write_call(&mut self, name: &str, arguments: &[Expression]) {
        let is_plain = self.plain.as_ref().is_some_and(|plain| plain.contains(name));
        let parameters = self.parameters.get(name).cloned().unwrap_or_default();
        let is_complete = !arguments.is_empty() && arguments.len() == parameters.len();
        if !is_plain || !is_complete || self.is_marking || !self.random.chance(20) {
            self.tokens(&[name, "("]);
            self.write_arguments(name, arguments);
            self.token(")");
            return;
        }
        // A variable that is an argument may be one that the `lambda` uses from around it.
        let kept = |(index, argument): (usize, &Expression)| match argument {
            Expression::Variable(variable) if index > 0 => Some(variable.clone()),
            _ => None,
        };
        let form = self.random.below(3);
        let captured: Vec<Option<String>> = match form {
            2 => arguments.iter().enumerate().map(kept).collect(),
            _ => vec![None; arguments.len()],
        };
        let handed = captured.iter().filter(|captured| captured.is_none()).count();
        self.handing.insert(handed);
        self.token(&format!("handing{handed}"));
        self.token("(");
        if form == 0 {
            self.token(name);
        } else {
            let names: Vec<String> =
                (0..arguments.len()).map(|index| format!("p_{index}")).collect();
            let own = names.iter().zip(&captured).filter(|(_, captured)| captured.is_none());
            let own: Vec<&str> = own.map(|(name, _)| name.as_str()).collect();
            let inner = names.iter().zip(&captured);
            let inner: Vec<&str> =
                inner.map(|(name, captured)| captured.as_deref().unwrap_or(name)).collect();
            self.text.push_str(&format!("lambda {}: {name}({})", own.join(", "), inner.join(", ")));
        }
        for (argument, _) in arguments.iter().zip(&captured).filter(|(_, it)| it.is_none()) {
            self.separator(1);
            self.write_expression(argument, Binding::Or);
        }
        self.token(")");
    }

    /// Two variables for the results of a function: its arguments in reverse.
    fn write_unpacked(&mut self, [first, second]: &[String; 2], values: &[Expression]) {
        self.is_swapping = true;
        self.tokens(&["var", first, ",", second]);
        self.equals();
        self.tokens(&["swapped", "("]);
        self.write_arguments("swapped", values);
        self.token(")");
    }

    /// The last arguments of a call, or all of them, may be given by name.
    fn write_arguments(&mut self, function: &str, arguments: &[Expression]) {
        let names = self.parameters.get(function).cloned().unwrap_or_default();
        let by_position = match self.random.chance(30) {
            true => self.random.below(arguments.len() + 1),
            false => arguments.len(),
        };
        for (index, argument) in arguments.iter().enumerate() {
            self.separator(index);
            if let Some(name) = names.get(index).filter(|_| index >= by_position) {
                self.token(name);
                self.equals();
            }
            self.write_expression(argument, Binding::Or);
        }
    }

    fn write_subscript(&mut self, subscript: &Subscript) {
        match subscript {
            Subscript::At(place) => self.write_expression(place, Binding::Sum),
            Subscript::Range(from, to) => {
                if let Some(from) = from {
                    self.write_expression(from, Binding::Sum);
                }
                self.token(":");
                if let Some(to) = to {
                    self.write_expression(to, Binding::Sum);
                }
            }
            Subscript::Rest => self.token("..."),
            Subscript::Steps(from, to, step) => {
                self.write_subscript(&Subscript::Range(from.clone(), to.clone()));
                self.token(":");
                self.write_expression(&Expression::number(*step), Binding::Sum);
            }
        }
    }

    fn write_literal(&mut self, items: &[Literal]) {
        self.token("[");
        for (index, item) in items.iter().enumerate() {
            self.separator(index);
            match item {
                Literal::Number(text) => self.token(text),
                Literal::List(items) => self.write_literal(items),
            }
        }
        self.token("]");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn negation(operand: Expression) -> Expression {
        Expression::Negation(Box::new(operand))
    }

    fn binary(operator: Operator, left: Expression, right: Expression) -> Expression {
        Expression::Binary(operator, Box::new(left), Box::new(right))
    }

    fn variable(name: &str) -> Expression {
        Expression::Variable(name.to_owned())
    }

    /// The expression's text without white space, from a seed that adds no parentheses and
    /// comments.
    fn written(expression: &Expression) -> String {
        let candidates = (0..100).map(|seed| {
            let mut random = Random::new(seed);
            let mut writer = Writer::new(&mut random, 0);
            writer.write_expression(expression, Binding::Sum);
            writer.text.retain(|character| !character.is_whitespace());
            writer.text
        });
        candidates.min_by_key(String::len).unwrap_or_default()
    }

    #[test]
    fn parentheses_keep_the_tree() {
        use Operator::{Add, Divide, Multiply, Subtract};
        let (a, b, c) = (|| variable("a"), || variable("b"), || variable("c"));
        assert_eq!(written(&binary(Add, a(), binary(Multiply, b(), c()))), "a+b*c");
        assert_eq!(written(&binary(Multiply, binary(Add, a(), b()), c())), "(a+b)*c");
        assert_eq!(written(&binary(Subtract, binary(Subtract, a(), b()), c())), "a-b-c");
        assert_eq!(written(&binary(Subtract, a(), binary(Subtract, b(), c()))), "a-(b-c)");
        assert_eq!(written(&binary(Add, a(), binary(Add, b(), c()))), "a+(b+c)");
        assert_eq!(written(&binary(Divide, a(), binary(Multiply, b(), c()))), "a/(b*c)");
        assert_eq!(written(&binary(Multiply, a(), negation(b()))), "a*-b");
        assert_eq!(written(&negation(binary(Multiply, a(), b()))), "-(a*b)");
        assert_eq!(written(&negation(negation(a()))), "--a");
    }

    #[test]
    fn members_belong_to_what_is_tightest() {
        let member = |base| Expression::Member(Box::new(base), "x".to_owned());
        assert_eq!(written(&negation(member(variable("a")))), "-a.x");
        assert_eq!(written(&member(member(Expression::Call("f".to_owned(), vec![])))), "f().x.x");
    }

    #[test]
    fn words_and_numbers_stay_apart() {
        for seed in 0..100 {
            let mut random = Random::new(seed);
            let mut writer = Writer::new(&mut random, 0);
            writer.write_statement(&Statement::Return(Some(Expression::Number(".5".to_owned()))));
            assert!(!writer.text.contains("return."), "{}", writer.text);
        }
    }
}
