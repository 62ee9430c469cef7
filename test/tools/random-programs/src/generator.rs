//! Generates random valid programs: their structs, functions and statements.
//!
//! Functions are generic in the shapes of their arguments, so whether a call is valid depends on
//! its arguments. The generator therefore works with values: a function is generated for sample
//! arguments, each statement is evaluated as soon as it is generated, and a call is kept if
//! evaluating it succeeds. A function calls only those generated before it, so there is no
//! recursion; at the end the functions are put in a random order.

use crate::builtins;
use crate::evaluator::{Evaluator, Scope, Value};
use crate::expressions::{literal_of_shape, number, random_shape};
use crate::numbers::shifted;
use crate::program::{
    Argument, Declaration, Expression, Function, Initializer, Input, Kind, Operator, Program,
    Statement, Struct, Subscript,
};
use crate::random::Random;
use crate::tensor::Tensor;

/// The maximum number of operations of a statement: keeps programs small, also when all calls are
/// inlined.
const STEPS_PER_STATEMENT: usize = 60;

/// The longest literal, in elements, that is looked for.
const MOST_IN_LITERALS: usize = 81;

/// 2 to the power of 60: for a number of at least 2 to the power of -8, multiplied by it, `print`
/// shows all bits.
const MAGNIFICATION: &str = "1152921504606846976";

/// How large tensors are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    /// Up to a hundred or so elements.
    Small,
    /// Some thousands.
    Large,
}

/// A loop that statements are made for.
pub(crate) struct Loop {
    pub(crate) variable: String,
    /// The first iteration, and the one after the last.
    pub(crate) rounds: (i64, i64),
}

/// The properties of a finished function that are known when calls of it are made.
pub(crate) struct Callable {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Kind>,
    /// The arguments that the body was made for.
    pub(crate) samples: Vec<Value>,
    /// None for a function that returns nothing.
    pub(crate) result: Option<Kind>,
    /// Whether its numbers are only used as indices, and may depend on loop variables.
    pub(crate) takes_indices: bool,
}

/// A program in the making.
pub(crate) struct Generator<'r> {
    pub(crate) random: &'r mut Random,
    pub(crate) program: Program,
    pub(crate) callables: Vec<Callable>,
    pub(crate) size: Size,
    /// Those around the statement that is made.
    pub(crate) loops: Vec<Loop>,
    /// Loops and conditionals around it.
    pub(crate) depth: usize,
    /// Variables and parameters with numbers that are known at compile time.
    pub(crate) numbers: Vec<String>,
    /// Whether an access that may be out of range is still to be added.
    pub(crate) wants_risk: bool,
    /// Whether statements may jump: not where a program is made to be out of range.
    pub(crate) jumps: bool,
    /// The variables that count the iterations of `while`.
    pub(crate) counters: Vec<String>,
}

/// Whether programs read and write files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Files {
    None,
    Some,
}

/// Makes a program with a function `main` that prints something.
pub(crate) fn generate_program(random: &mut Random, size: Size, files: Files) -> Program {
    generate(random, size, files, false)
}

/// Makes a program in which an access may be out of range, in `main` or in another function.
pub(crate) fn generate_risky_program(random: &mut Random, files: Files) -> Program {
    generate(random, Size::Small, files, true)
}

fn generate(random: &mut Random, size: Size, files: Files, wants_risk: bool) -> Program {
    let mut generator = Generator::new(random, size);
    (generator.wants_risk, generator.jumps) = (wants_risk, !wants_risk);
    if files == Files::Some {
        generator.add_files();
    }
    for index in 0..generator.random.weighted(&[30, 35, 35]) {
        generator.add_struct(index);
    }
    for index in 0..generator.random.weighted(&[15, 25, 30, 20, 10]) {
        generator.add_function(index);
    }
    if generator.random.chance(30) {
        generator.add_index_function(9);
    }
    if generator.random.chance(25) {
        generator.add_recursive_function(8);
    }
    generator.add_main();
    let Generator { random, mut program, .. } = generator;
    random.shuffle(&mut program.functions);
    program
}

impl<'r> Generator<'r> {
    /// A generator of a program without anything.
    pub(crate) fn new(random: &'r mut Random, size: Size) -> Self {
        Self {
            random,
            program: Program::default(),
            callables: vec![],
            size,
            loops: vec![],
            depth: 0,
            numbers: vec![],
            wants_risk: false,
            jumps: false,
            counters: vec![],
        }
    }
}

impl Generator<'_> {
    /// Adds files to read, and arguments, some of which name them.
    fn add_files(&mut self) {
        for index in 0..self.random.between(1, 2) {
            let shape = random_shape(self.random, Size::Small);
            // Whole numbers are the same in each of the formats that files have.
            let elements =
                (0..shape.iter().product()).map(|_| self.random.below(200) as f64 - 100.0);
            let tensor = Tensor { elements: elements.collect(), shape, single: false };
            let name = format!("in{index}.npy");
            if self.random.chance(50) {
                self.program.arguments.push(name.clone());
            }
            self.program.inputs.push(Input { name, tensor });
        }
        if self.random.chance(50) {
            self.program.arguments.push("out0.npy".to_owned());
        }
    }

    fn add_struct(&mut self, index: usize) {
        let members = (0..self.random.between(1, 3))
            .map(|member| Declaration {
                name: format!("{}{member}", ["m", "left_", "x"][index % 3]),
                kind: self.any_kind(),
            })
            .collect();
        self.program.structs.push(Struct {
            name: format!("{}{index}", ["Pair", "Node_", "S"][index % 3]),
            members,
        });
    }

    /// A tensor, or one of the declared structs.
    fn any_kind(&mut self) -> Kind {
        let chance = self.random.chance(40);
        match self.random.pick(&self.program.structs) {
            Some(definition) if chance => Kind::Struct(definition.name.clone()),
            _ => Kind::Tensor,
        }
    }

    /// The kind of a parameter.
    fn parameter_kind(&mut self) -> Kind {
        if self.random.chance(15) { Kind::Number } else { self.any_kind() }
    }

    pub(crate) fn sample(&mut self, kind: &Kind) -> Value {
        let members = match kind {
            Kind::Number => return Value::Tensor(Tensor::number(self.random.between(1, 3) as f64)),
            Kind::Tensor => None,
            Kind::Struct(name) => self.program.struct_named(name).map(|definition| {
                definition.members.iter().map(|member| member.kind.clone()).collect::<Vec<_>>()
            }),
        };
        match (kind, members) {
            (Kind::Struct(name), Some(members)) => {
                let values = members.iter().map(|member| self.sample(member)).collect();
                Value::Struct(name.clone(), values)
            }
            _ => {
                let shape = random_shape(self.random, self.size);
                let elements = vec![1.0; shape.iter().product()];
                Value::Tensor(Tensor { shape, elements, single: false })
            }
        }
    }

    fn add_function(&mut self, index: usize) {
        let name = format!("{}{index}", ["f", "scale_", "helper"][self.random.below(3)]);
        let parameters: Vec<Declaration> = (0..self.random.weighted(&[10, 45, 30, 15]))
            .map(|parameter| Declaration {
                name: format!("p{parameter}"),
                kind: self.parameter_kind(),
            })
            .collect();
        let kinds: Vec<Kind> = parameters.iter().map(|parameter| parameter.kind.clone()).collect();
        let samples: Vec<Value> = kinds.iter().map(|kind| self.sample(kind)).collect();
        let mut scope: Scope = parameters
            .iter()
            .map(|parameter| parameter.name.clone())
            .zip(samples.iter().cloned())
            .collect();

        let numbers = parameters.iter().filter(|parameter| parameter.kind == Kind::Number);
        self.numbers = numbers.map(|parameter| parameter.name.clone()).collect();
        let mut body = Vec::new();
        let result = match self.random.weighted(&[15, 55, 20, 15]) {
            0 => None,
            1 => Some(Kind::Tensor),
            2 => Some(self.any_kind()),
            _ => Some(Kind::Number),
        };
        if result == Some(Kind::Number) {
            if self.random.chance(40) {
                self.add_number(&mut body, &mut scope);
            }
        } else {
            for _ in 0..self.random.below(3) {
                self.add_statement(&mut body, &mut scope, 10);
            }
            if self.wants_risk && self.random.chance(20) {
                self.wants_risk = !self.add_risk(&mut body, &mut scope);
            }
        }
        let result = match result {
            Some(Kind::Number) => {
                let value = self.random.between(1, 4) as i64;
                let value = self.known(&scope, value);
                body.push(Statement::Return(Some(value)));
                Some(Kind::Number)
            }
            Some(Kind::Struct(name)) => {
                let (value, _) = self.struct_value(&name, &mut body, &mut scope);
                self.add_early_return(&mut body, &mut scope, Some(&value));
                body.push(Statement::Return(Some(value)));
                Some(Kind::Struct(name))
            }
            Some(Kind::Tensor) => {
                let (value, _) = self.tensor(&scope, 3);
                self.add_early_return(&mut body, &mut scope, Some(&value));
                body.push(Statement::Return(Some(value)));
                Some(Kind::Tensor)
            }
            None => {
                self.add_early_return(&mut body, &mut scope, None);
                if self.random.chance(40) {
                    body.push(Statement::Return(None));
                }
                None
            }
        };
        self.program.functions.push(Function { name: name.clone(), parameters, body });
        self.callables.push(Callable {
            name,
            parameters: kinds,
            samples,
            result,
            takes_indices: false,
        });
        self.numbers.clear();
    }

    /// Adds a function that takes elements of a tensor at an index which is its argument.
    fn add_index_function(&mut self, index: usize) {
        let name = format!("place_{index}");
        let tensor = Kind::Tensor;
        let sample = self.sample(&tensor);
        let Value::Tensor(Tensor { shape, .. }) = &sample else { return };
        let Some(&size) = shape.first() else { return };
        let place = self.random.below(size.min(3)) as i64;
        let [a, i] = ["a", "i"].map(|name| Expression::Variable(name.to_owned()));
        let subscript = match self.random.chance(60) {
            true => Subscript::At(i),
            false => Subscript::Range(Some(i.clone()), Some(shifted(i, 1))),
        };
        let mut taken = Expression::Index(Box::new(a), vec![subscript]);
        if self.random.chance(50) {
            taken = Expression::binary(Operator::Multiply, taken, self.literal(&[]));
        }
        let parameters = [("a", Kind::Tensor), ("i", Kind::Number)];
        let declare = |(name, kind): (&str, Kind)| Declaration { name: name.to_owned(), kind };
        let parameters: Vec<_> = parameters.into_iter().map(declare).collect();
        let body = vec![Statement::Return(Some(taken))];
        self.program.functions.push(Function { name: name.clone(), parameters, body });
        self.callables.push(Callable {
            name,
            parameters: vec![Kind::Tensor, Kind::Number],
            samples: vec![sample, Value::Tensor(Tensor::number(place as f64))],
            result: Some(Kind::Tensor),
            takes_indices: true,
        });
    }

    fn add_main(&mut self) {
        let mut body = Vec::new();
        let mut scope = Scope::new();
        for _ in 0..self.random.between(2, 7) {
            if self.wants_risk && self.random.chance(30) {
                self.wants_risk = !self.add_risk(&mut body, &mut scope);
            }
            self.add_statement(&mut body, &mut scope, 35);
        }
        if self.wants_risk {
            self.wants_risk = !self.add_risk(&mut body, &mut scope);
        }
        self.use_arguments(&mut body, &scope);
        self.add_early_return(&mut body, &mut scope, None);
        let (value, _) = self.tensor(&scope, 3);
        let value = self.magnified(value);
        let print = self.call_builtin("print", vec![("a", value)]);
        body.push(Statement::Call(print));
        if self.random.chance(20) {
            body.push(Statement::Return(None));
        }
        self.program.functions.push(Function { name: "main".to_owned(), parameters: vec![], body });
    }

    /// Reads and writes files that are arguments of the program, most of them.
    fn use_arguments(&mut self, body: &mut Vec<Statement>, scope: &Scope) {
        for name in self.program.arguments.clone() {
            if self.random.chance(40) {
                continue;
            }
            let is_input = self.program.inputs.iter().any(|input| input.name == name);
            let file = self.file(name.clone());
            body.push(Statement::Call(match is_input {
                true => {
                    let sizes = self.stated_sizes(&name, 50);
                    let arguments = std::iter::once(("file", file)).chain(sizes);
                    let loaded = self.call_builtin("load", arguments.collect());
                    self.call_builtin("print", vec![("a", loaded)])
                }
                false => {
                    let (value, _) = self.tensor(scope, 1);
                    self.call_builtin("save", vec![("file", file), ("a", value)])
                }
            }));
        }
    }

    /// Adds a statement, a `print` with a likelihood of this many per cent, and the names that it
    /// binds.
    pub(crate) fn add_statement(
        &mut self,
        body: &mut Vec<Statement>,
        scope: &mut Scope,
        print_percent: usize,
    ) {
        let name = format!("{}{}", ["v", "t_", "value"][self.random.below(3)], scope.len());
        if self.random.chance(print_percent) {
            if self.random.chance(30) {
                let line = self.printed_line(scope);
                body.push(line);
                return;
            }
            let (value, _) = self.tensor(scope, 3);
            let value = self.magnified(value);
            let print = self.call_builtin("print", vec![("a", value)]);
            body.push(Statement::Call(print));
            return;
        }
        let weight_of_files = if self.program.inputs.is_empty() { 0 } else { 15 };
        match self.random.weighted(&[45, 20, 20, 15, 25, 15, 8, weight_of_files, 15, 10]) {
            0 => {
                let (value, tensor) = self.tensor(scope, 3);
                // A shape may be given where it changes nothing.
                let shape = self
                    .random
                    .chance(20)
                    .then(|| tensor.shape.clone())
                    .filter(|shape| !shape.is_empty());
                let shape = shape.map(|shape| self.sizes(scope, &shape));
                body.push(Statement::Variable { name: name.clone(), shape, value });
                scope.push((name, Value::Tensor(tensor)));
            }
            1 => {
                let (value, tensor) = self.tensor(scope, 2);
                let shape = self.shape_of_count(tensor.elements.len());
                if let Some(tensor) = tensor.reshape(&shape) {
                    let shape = Some(self.sizes(scope, &shape));
                    body.push(Statement::Variable { name: name.clone(), shape, value });
                    scope.push((name, Value::Tensor(tensor)));
                }
            }
            2 => {
                let definition = self
                    .random
                    .pick(&self.program.structs)
                    .map(|definition| definition.name.clone());
                if let Some(struct_name) = definition {
                    self.add_struct_variable(&struct_name, body, scope);
                }
            }
            3 => self.add_call(body, scope),
            4 => self.add_loop(body, scope),
            5 => self.add_conditional(body, scope),
            6 => self.add_number(body, scope),
            8 => self.add_assignment(body, scope),
            9 => self.add_while(body, scope),
            _ if self.random.chance(60) => self.add_picture(body, scope),
            _ => {
                let (value, _) = self.tensor(scope, 2);
                let name = format!("out{}.npy", self.random.below(2));
                let file = self.file(name);
                let save = self.call_builtin("save", vec![("file", file), ("a", value)]);
                body.push(Statement::Call(save));
            }
        }
    }

    /// Adds a picture, with some of its texts.
    fn add_picture(&mut self, body: &mut Vec<Statement>, scope: &Scope) {
        let (value, _) = self.tensor(scope, 2);
        let kind = self.random.pick(&builtins::PICTURES).copied().unwrap_or("line");
        let text = |text: &str| Expression::Text(text.to_owned());
        let mut arguments = vec![("file", text("odd.npy")), ("y", value)];
        for (name, word) in [
            ("kind", kind),
            ("title", "<a> & b"),
            ("xlabel", "x"),
            ("ylabel", ""),
            ("labels", "a, b"),
        ] {
            if self.random.chance(50) {
                arguments.push((name, text(word)));
            }
        }
        let plot = match self.random.chance(30) {
            true => {
                let named = |(name, value)| Argument { name: Some(name), value };
                Expression::Builtin("plot", arguments.into_iter().map(named).collect())
            }
            false => self.call_builtin("plot", arguments),
        };
        body.push(Statement::Call(plot));
    }

    /// Adds a variable with a number that is known at compile time.
    fn add_number(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        let name = format!("n{}", scope.len());
        let number = self.random.between(1, 4) as i64;
        let value = self.known(scope, number);
        body.push(Statement::Variable { name: name.clone(), shape: None, value });
        scope.push((name.clone(), Value::Tensor(Tensor::number(number as f64))));
        self.numbers.push(name);
    }

    /// The value as it is, or so large that its last bits are printed.
    fn magnified(&mut self, value: Expression) -> Expression {
        if self.random.chance(50) {
            return value;
        }
        let factor = Expression::Number(MAGNIFICATION.to_owned());
        Expression::Binary(Operator::Multiply, Box::new(value), Box::new(factor))
    }

    fn add_call(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        let names: Vec<usize> = (0..self.callables.len()).collect();
        let Some(&callable) = self.random.pick(&names) else { return };
        let Some(call) = self.call(callable, scope, 1) else { return };
        let statement = Statement::Call(call);
        if Evaluator::new(&self.program, STEPS_PER_STATEMENT).execute(&statement, scope).is_ok() {
            body.push(statement);
        }
    }

    /// An expression for a struct of this name, declaring a variable if there is none yet.
    fn struct_value(
        &mut self,
        name: &str,
        body: &mut Vec<Statement>,
        scope: &mut Scope,
    ) -> (Expression, Value) {
        if let Some(found) = self.struct_expression(name, scope, 2) {
            return found;
        }
        self.add_struct_variable(name, body, scope)
    }

    fn add_struct_variable(
        &mut self,
        struct_name: &str,
        body: &mut Vec<Statement>,
        scope: &mut Scope,
    ) -> (Expression, Value) {
        let variable = format!("s{}", scope.len());
        let kind = Kind::Struct(struct_name.to_owned());
        let (initializer, value) = self.initializer(&kind, scope, 30);
        body.push(Statement::StructVariable {
            struct_name: struct_name.to_owned(),
            name: variable.clone(),
            value: initializer,
        });
        scope.push((variable.clone(), value.clone()));
        (Expression::Variable(variable), value)
    }

    /// Something to begin a variable or member of this kind with; for a struct an expression, if
    /// there is one, in this many per cent of the cases, else a composite.
    fn initializer(
        &mut self,
        kind: &Kind,
        scope: &Scope,
        expression_percent: usize,
    ) -> (Initializer, Value) {
        let Kind::Struct(name) = kind else {
            let (expression, tensor) = self.tensor(scope, 2);
            return (Initializer::Value(expression), Value::Tensor(tensor));
        };
        if self.random.chance(expression_percent)
            && let Some((expression, value)) = self.struct_expression(name, scope, 2)
        {
            return (Initializer::Value(expression), value);
        }
        let members: Vec<Kind> = match self.program.struct_named(name) {
            Some(definition) => {
                definition.members.iter().map(|member| member.kind.clone()).collect()
            }
            None => vec![],
        };
        let (items, values) =
            members.iter().map(|member| self.initializer(member, scope, 60)).unzip();
        (Initializer::Composite(items), Value::Struct(name.clone(), values))
    }

    /// A shape with this many elements, of rank 1 to 4.
    fn shape_of_count(&mut self, count: usize) -> Vec<usize> {
        let mut shape = Vec::new();
        let mut rest = count;
        for _ in 1..self.random.between(1, 4) {
            let divisors: Vec<usize> =
                (1..=rest).filter(|divisor| rest.is_multiple_of(*divisor)).collect();
            let size = self.random.pick(&divisors).copied().unwrap_or(1);
            shape.push(size);
            rest /= size;
        }
        shape.push(rest);
        self.random.shuffle(&mut shape);
        shape
    }

    /// The value of an expression, if it is valid and not too much work.
    pub(crate) fn evaluate(&self, expression: &Expression, scope: &Scope) -> Option<Value> {
        Evaluator::new(&self.program, STEPS_PER_STATEMENT).value(expression, scope).ok()
    }

    /// The most elements that a value has.
    pub(crate) fn most_elements(&self) -> usize {
        match self.size {
            Size::Small => 81,
            Size::Large => 12_000,
        }
    }

    /// A literal that is a number or a tensor of this shape; a call of `random` if it would be
    /// long.
    pub(crate) fn literal(&mut self, shape: &[usize]) -> Expression {
        match shape {
            [] => Expression::Number(number(self.random)),
            _ if shape.iter().product::<usize>() > MOST_IN_LITERALS => self.random_tensor(shape),
            _ => Expression::Literal(literal_of_shape(self.random, shape)),
        }
    }
}
