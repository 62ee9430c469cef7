//! Makes random valid programs: their structs, functions and statements.
//!
//! Functions are generic in the shapes of their arguments, so whether a call is valid depends on its arguments. The
//! generator therefore works with values: a function is made for sample arguments, each statement is evaluated as soon as
//! it is made, and a call is kept if evaluating it succeeds. A function calls only those made before it, so there is no
//! recursion; only then are the functions put in a random order.

use crate::evaluator::{Evaluator, Scope, Value};
use crate::expressions::{literal_of_shape, number, random_shape};
use crate::program::{
    Declaration, Expression, Function, Initializer, Kind, Operator, Program, Statement, Struct,
};
use crate::random::Random;
use crate::tensor::Tensor;

/// The operations that a statement may lead to: keeps programs, and what they become when all calls are inlined, small.
const STEPS_PER_STATEMENT: usize = 60;

/// The longest literal, in elements, that is looked for.
const MOST_IN_LITERALS: usize = 81;

/// 2 to the power of 60: of a number from 2 to the power of -8 on, multiplied by it, `print` shows all bits.
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
    /// The first round, and the one behind the last.
    pub(crate) rounds: (i64, i64),
}

/// What is known about a finished function when calls of it are made.
pub(crate) struct Callable {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Kind>,
    /// The arguments that the body was made for.
    pub(crate) samples: Vec<Value>,
    /// None for a function that returns nothing.
    pub(crate) result: Option<Kind>,
}

/// A program in the making.
pub(crate) struct Generator<'r> {
    pub(crate) random: &'r mut Random,
    pub(crate) program: Program,
    pub(crate) callables: Vec<Callable>,
    pub(crate) size: Size,
    /// Those around the statement that is made.
    pub(crate) loops: Vec<Loop>,
    /// Loops and choices around it.
    pub(crate) depth: usize,
}

/// Makes a program with a function `main` that prints something.
pub(crate) fn generate_program(random: &mut Random, size: Size) -> Program {
    let (program, callables, loops) = (Program::default(), Vec::new(), Vec::new());
    let mut generator = Generator { random, program, callables, size, loops, depth: 0 };
    for index in 0..generator.random.weighted(&[30, 35, 35]) {
        generator.add_struct(index);
    }
    for index in 0..generator.random.weighted(&[15, 25, 30, 20, 10]) {
        generator.add_function(index);
    }
    generator.add_main();
    let Generator { random, mut program, .. } = generator;
    random.shuffle(&mut program.functions);
    program
}

impl Generator<'_> {
    fn add_struct(&mut self, index: usize) {
        let members = (0..self.random.between(1, 3))
            .map(|member| Declaration {
                name: format!("{}{member}", ["m", "left_", "x"][index % 3]),
                kind: self.any_kind(),
            })
            .collect();
        self.program
            .structs
            .push(Struct { name: format!("{}{index}", ["Pair", "Node_", "S"][index % 3]), members });
    }

    /// A tensor, or one of the structs that there are.
    fn any_kind(&mut self) -> Kind {
        let chance = self.random.chance(40);
        match self.random.pick(&self.program.structs) {
            Some(definition) if chance => Kind::Struct(definition.name.clone()),
            _ => Kind::Tensor,
        }
    }

    fn sample(&mut self, kind: &Kind) -> Value {
        let members = match kind {
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
                Value::Tensor(Tensor { shape, elements })
            }
        }
    }

    fn add_function(&mut self, index: usize) {
        let name = format!("{}{index}", ["f", "scale_", "helper"][self.random.below(3)]);
        let parameters: Vec<Declaration> = (0..self.random.weighted(&[10, 45, 30, 15]))
            .map(|parameter| Declaration { name: format!("p{parameter}"), kind: self.any_kind() })
            .collect();
        let kinds: Vec<Kind> = parameters.iter().map(|parameter| parameter.kind.clone()).collect();
        let samples: Vec<Value> = kinds.iter().map(|kind| self.sample(kind)).collect();
        let mut scope: Scope =
            parameters.iter().map(|parameter| parameter.name.clone()).zip(samples.iter().cloned()).collect();

        let mut body = Vec::new();
        for _ in 0..self.random.below(3) {
            self.add_statement(&mut body, &mut scope, 10);
        }
        let result = match self.random.weighted(&[15, 60, 25]) {
            0 => None,
            1 => Some(Kind::Tensor),
            _ => Some(self.any_kind()),
        };
        let result = match result {
            Some(Kind::Struct(name)) => {
                let (value, _) = self.struct_value(&name, &mut body, &mut scope);
                body.push(Statement::Return(Some(value)));
                Some(Kind::Struct(name))
            }
            Some(Kind::Tensor) => {
                let (value, _) = self.tensor(&scope, 3);
                body.push(Statement::Return(Some(value)));
                Some(Kind::Tensor)
            }
            None => {
                if self.random.chance(40) {
                    body.push(Statement::Return(None));
                }
                None
            }
        };
        self.program.functions.push(Function { name: name.clone(), parameters, body });
        self.callables.push(Callable { name, parameters: kinds, samples, result });
    }

    fn add_main(&mut self) {
        let mut body = Vec::new();
        let mut scope = Scope::new();
        for _ in 0..self.random.between(2, 7) {
            self.add_statement(&mut body, &mut scope, 35);
        }
        let (value, _) = self.tensor(&scope, 3);
        let value = self.magnified(value);
        body.push(Statement::Print(value));
        if self.random.chance(20) {
            body.push(Statement::Return(None));
        }
        self.program.functions.push(Function { name: "main".to_owned(), parameters: vec![], body });
    }

    /// Adds a statement, a `print` with a likelihood of so many per cent, and what it binds.
    pub(crate) fn add_statement(
        &mut self,
        body: &mut Vec<Statement>,
        scope: &mut Scope,
        print_percent: usize,
    ) {
        let name = format!("{}{}", ["v", "t_", "value"][self.random.below(3)], scope.len());
        if self.random.chance(print_percent) {
            let (value, _) = self.tensor(scope, 3);
            let value = self.magnified(value);
            body.push(Statement::Print(value));
            return;
        }
        match self.random.weighted(&[45, 20, 20, 15, 20, 15]) {
            0 => {
                let (value, tensor) = self.tensor(scope, 3);
                // A shape may be given where it changes nothing.
                let shape =
                    self.random.chance(20).then(|| tensor.shape.clone()).filter(|shape| !shape.is_empty());
                body.push(Statement::Variable { name: name.clone(), shape, value });
                scope.push((name, Value::Tensor(tensor)));
            }
            1 => {
                let (value, tensor) = self.tensor(scope, 2);
                let shape = self.shape_of_count(tensor.elements.len());
                if let Some(tensor) = tensor.reshape(&shape) {
                    body.push(Statement::Variable { name: name.clone(), shape: Some(shape), value });
                    scope.push((name, Value::Tensor(tensor)));
                }
            }
            2 => {
                let definition =
                    self.random.pick(&self.program.structs).map(|definition| definition.name.clone());
                if let Some(struct_name) = definition {
                    self.add_struct_variable(&struct_name, body, scope);
                }
            }
            3 => self.add_call(body, scope),
            4 => self.add_loop(body, scope),
            _ => self.add_choice(body, scope),
        }
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

    /// Something to begin a variable or member of this kind with; for a struct an expression, if there is one, in so many
    /// per cent of the cases, else a composite.
    fn initializer(&mut self, kind: &Kind, scope: &Scope, expression_percent: usize) -> (Initializer, Value) {
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
            Some(definition) => definition.members.iter().map(|member| member.kind.clone()).collect(),
            None => vec![],
        };
        let (items, values) = members.iter().map(|member| self.initializer(member, scope, 60)).unzip();
        (Initializer::Composite(items), Value::Struct(name.clone(), values))
    }

    /// A shape with so many elements, of rank 1 to 4.
    fn shape_of_count(&mut self, count: usize) -> Vec<usize> {
        let mut shape = Vec::new();
        let mut rest = count;
        for _ in 1..self.random.between(1, 4) {
            let divisors: Vec<usize> = (1..=rest).filter(|divisor| rest.is_multiple_of(*divisor)).collect();
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

    /// A literal that is a number or a tensor of this shape; a call of `random` if it would be long.
    pub(crate) fn literal(&mut self, shape: &[usize]) -> Expression {
        match shape {
            [] => Expression::Number(number(self.random)),
            _ if shape.iter().product::<usize>() > MOST_IN_LITERALS => self.random_tensor(shape),
            _ => Expression::Literal(literal_of_shape(self.random, shape)),
        }
    }
}
