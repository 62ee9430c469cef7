//! Makes random programs whose values have element types.
//!
//! As in other random programs, each part is evaluated as soon as it is made, and kept if it has a
//! value.

use super::evaluate::{Evaluator, Scope};
use super::value::{Type, Value};
use crate::program::{
    Argument, Declaration, Expression, Function, Kind, Operator, Program, Statement, Subscript,
};
use crate::random::Random;

/// The most elements of a value.
const MOST_ELEMENTS: usize = 40;

/// The most operations of a statement.
const STEPS: usize = 1500;

/// Loops and conditionals within each other.
const MOST_DEPTH: usize = 2;

/// Texts with all escapes, and with what begins none.
const TEXTS: [&str; 9] = [
    "x =",
    "two\nlines",
    "a\tb",
    "\"quoted\"",
    "C:\\new\\table",
    "\\",
    "\\n",
    "100% \u{e4} %d\n",
    "",
];

/// Integers to which no float is equal, and others at the ends of what there is.
pub(super) const LARGE: [i64; 10] = [
    9_007_199_254_740_993,
    -9_007_199_254_740_993,
    9_007_199_254_740_995,
    4_611_686_018_427_387_905,
    -4_611_686_018_427_387_907,
    i64::MAX,
    i64::MIN,
    i64::MIN + 1,
    1_000_000_007,
    72_057_594_037_927_937,
];

/// The properties of a finished function.
pub(super) struct Callable {
    pub(super) name: String,
    /// The arguments that its body was made for.
    pub(super) samples: Vec<Value>,
}

pub(super) struct Generator<'r> {
    pub(super) random: &'r mut Random,
    program: Program,
    pub(super) callables: Vec<Callable>,
    /// The variables of loops, and what they count to.
    pub(super) loops: Vec<(String, usize)>,
    depth: usize,
    /// Numbers of names.
    names: usize,
    /// Whether the statements are those of `main`: values in it have one type each.
    is_main: bool,
}

pub(super) fn call(name: &'static str, arguments: Vec<Expression>) -> Expression {
    Expression::builtin(name, arguments)
}

pub(super) fn variable(name: &str) -> Expression {
    Expression::Variable(name.to_owned())
}

/// Makes a program with a function `main`.
pub(super) fn generate(random: &mut Random) -> Program {
    let program = Program::default();
    let mut this = Generator {
        random,
        program,
        callables: vec![],
        loops: vec![],
        depth: 0,
        names: 0,
        is_main: false,
    };
    for _ in 0..this.random.weighted(&[20, 45, 35]) {
        this.add_function();
    }
    this.is_main = true;
    let (mut body, mut scope) = (vec![], Scope::new());
    for _ in 0..3 {
        this.add_variable(&mut body, &mut scope);
    }
    for _ in 0..this.random.between(3, 8) {
        this.add_statement(&mut body, &mut scope);
    }
    for (name, _) in scope.clone() {
        if this.random.chance(60) {
            this.add(Statement::print(variable(&name)), &mut body, &mut scope);
        }
    }
    let main = Function { name: "main".to_owned(), parameters: vec![], body };
    this.program.functions.push(main);
    let mut program = this.program;
    random.shuffle(&mut program.functions);
    program
}

impl Generator<'_> {
    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub(super) fn ty(&mut self) -> Type {
        Type::ALL[self.random.weighted(&[25, 15, 35, 25])]
    }

    pub(super) fn shape(&mut self) -> Vec<usize> {
        let rank = self.random.weighted(&[20, 40, 30, 10]);
        (0..rank).map(|_| self.random.between(1, 4)).collect()
    }

    pub(super) fn evaluate(&self, expression: &Expression, scope: &Scope) -> Option<Value> {
        let value = Evaluator::new(&self.program, STEPS).value(expression, scope)?;
        (value.elements.len() <= MOST_ELEMENTS).then_some(value)
    }

    /// Adds a statement if it can be executed.
    fn add(&mut self, statement: Statement, body: &mut Vec<Statement>, scope: &mut Scope) -> bool {
        let mut after = scope.clone();
        let done = Evaluator::new(&self.program, STEPS).execute(&statement, &mut after).is_some();
        // In a loop or a conditional, variables keep their shapes and types.
        let keeps =
            |((_, old), (_, new)): (&(String, Value), &(String, Value))| new.has_form_of(old);
        if !done || (self.depth > 0 && !scope.iter().zip(&after).all(keeps)) {
            return false;
        }
        *scope = after;
        body.push(statement);
        true
    }

    /// A function with conditions on its parameters.
    fn add_function(&mut self) {
        let name = self.name("f");
        let samples: Vec<Value> = (0..self.random.between(1, 3))
            .filter_map(|_| {
                let shape = self.shape();
                let ty = self.ty();
                let literal = self.literal(&shape, ty);
                self.evaluate(&literal, &Scope::new())
            })
            .collect();
        let names: Vec<String> = (0..samples.len()).map(|index| format!("p{index}")).collect();
        let mut scope: Scope = names.iter().cloned().zip(samples.iter().cloned()).collect();
        let parameters =
            names.iter().map(|name| Declaration { name: name.clone(), kind: Kind::Tensor });
        let parameters = parameters.collect();
        let mut body = vec![];
        for _ in 0..self.random.between(1, 2) {
            self.add_conditional(&mut body, &mut scope);
            if self.random.chance(50) {
                self.add_statement(&mut body, &mut scope);
            }
        }
        let (result, value) = self.expression(&scope, 2);
        if self.random.chance(50) {
            let condition = self.condition(&scope);
            let (early, other) = self.of_form(&value, &scope);
            if other.is_compared == value.is_compared && self.evaluate(&condition, &scope).is_some()
            {
                let then = vec![Statement::Return(Some(early))];
                body.push(Statement::If { condition, then, otherwise: vec![] });
            }
        }
        body.push(Statement::Return(Some(result)));
        self.program.functions.push(Function { name: name.clone(), parameters, body });
        self.callables.push(Callable { name, samples });
    }

    /// An expression of the shape and type of a value.
    fn of_form(&mut self, value: &Value, scope: &Scope) -> (Expression, Value) {
        for _ in 0..3 {
            let (other, found) = self.expression(scope, 1);
            if found.has_form_of(value) {
                return (other, found);
            }
        }
        let literal = self.literal(&value.shape, value.ty);
        let found = self.evaluate(&literal, scope).unwrap_or_else(|| value.clone());
        (literal, found)
    }

    fn add_statement(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        match self.random.weighted(&[20, 20, 12, 15, 25, 8, 15, 5, 8]) {
            0 => self.add_variable(body, scope),
            1 => self.add_print(body, scope),
            2 => self.add_assignment(body, scope),
            3 => self.add_element_assignment(body, scope),
            4 => self.add_masked_assignment(body, scope),
            5 => self.add_loop(body, scope),
            6 => self.add_conditional(body, scope),
            7 => self.add_while(body, scope),
            _ if self.is_main => self.add_sum(body, scope),
            _ => self.add_variable(body, scope),
        }
    }

    fn add_variable(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        let name = self.name("v");
        let (mut value, found) = self.expression(scope, 3);
        let mut shape = None;
        if self.random.chance(35) {
            let mut sizes: Vec<Expression> = match self.random.chance(50) && !found.shape.is_empty()
            {
                true => found.shape.iter().map(|size| Expression::number(*size as i64)).collect(),
                false => vec![],
            };
            if sizes.is_empty() || self.random.chance(70) {
                let ty = self.ty();
                if ty == Type::Integer && self.random.chance(50) {
                    value = self.integers(&found.shape);
                }
                sizes.push(variable(ty.name()));
            }
            shape = Some(sizes);
        }
        self.add(Statement::Variable { name, shape, value }, body, scope);
    }

    fn add_print(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        let mut arguments = vec![];
        for _ in 0..self.random.weighted(&[0, 50, 30, 20]) {
            let value = match self.random.chance(35) {
                true => Expression::Text(TEXTS[self.random.below(TEXTS.len())].to_owned()),
                false => self.expression(scope, 2).0,
            };
            arguments.push(Argument { name: None, value });
        }
        self.add(Statement::Call(Expression::Builtin("print", arguments)), body, scope);
    }

    /// A variable that may be assigned: no parameter of a loop.
    fn target(&mut self, scope: &Scope, has_elements: bool) -> Option<(String, Value)> {
        let is_loop = |name: &String| {
            self.loops.iter().any(|(variable, _)| variable == name) || name.starts_with('c')
        };
        let candidates: Vec<_> = scope
            .iter()
            .filter(|(name, value)| !is_loop(name) && (!has_elements || !value.shape.is_empty()))
            .collect();
        self.random.pick(&candidates).map(|found| (*found).clone())
    }

    fn add_assignment(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        let Some((name, old)) = self.target(scope, false) else { return };
        let operator = self.assigning();
        let value = match operator {
            Some(_) => self.operand(&old, scope, 1),
            None => self.of_form(&old, scope).0,
        };
        self.add(Statement::Assign(name, operator, value), body, scope);
    }

    fn assigning(&mut self) -> Option<Operator> {
        let operators = [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide];
        match self.random.chance(45) {
            true => self.random.pick(&operators).copied(),
            false => None,
        }
    }

    fn add_element_assignment(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        let Some((name, old)) = self.target(scope, true) else { return };
        let subscripts = self.subscripts(&old.shape);
        let target = Expression::Index(Box::new(variable(&name)), subscripts);
        let Some(taken) = self.evaluate(&target, scope) else { return };
        let value = self.operand(&taken, scope, 1);
        let operator = self.assigning();
        self.add(Statement::AssignElements { target, operator, value }, body, scope);
    }

    /// `a[m] = v`
    fn add_masked_assignment(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        for _ in 0..3 {
            let Some((name, old)) = self.target(scope, true) else { return };
            let mask = self.mask(&name, &old, scope);
            let target = Expression::Index(Box::new(variable(&name)), vec![Subscript::At(mask)]);
            let operator = self.assigning();
            let value = match self.random.chance(15) {
                true => variable(&name),
                false => self.operand(&old, scope, 1),
            };
            if self.add(Statement::AssignElements { target, operator, value }, body, scope) {
                return;
            }
        }
    }

    /// A mask of the shape of a variable, or of its leading dimensions.
    fn mask(&mut self, name: &str, of: &Value, scope: &Scope) -> Expression {
        let named: Vec<Expression> = scope
            .iter()
            .filter(|(_, value)| {
                value.is_mask() && !value.shape.is_empty() && of.shape.starts_with(&value.shape)
            })
            .map(|(name, _)| variable(name))
            .collect();
        let mut base = variable(name);
        if of.shape.len() > 1 && self.random.chance(40) {
            let name = ["any", "all", "max", "sum"][self.random.below(4)];
            base = self.along(name, base, -1);
        }
        let base = match self.evaluate(&base, scope) {
            Some(value) if self.random.chance(80) => {
                let operator = self.pick(&Operator::COMPARISONS);
                let other = self.operand(&value, scope, 0);
                Expression::binary(operator, base, other)
            }
            _ => call("bool", vec![base]),
        };
        match self.random.below(10) {
            0 => Expression::Not(Box::new(base)),
            1 | 2 if !named.is_empty() => {
                let operator = self.pick(&Operator::LOGICAL);
                let other = self.random.pick(&named).cloned().unwrap_or_else(|| base.clone());
                Expression::binary(operator, base, other)
            }
            3 | 4 => self.random.pick(&named).cloned().unwrap_or(base),
            _ => base,
        }
    }

    fn add_loop(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        if self.depth >= MOST_DEPTH {
            return;
        }
        let name = self.name("i");
        let count = self.random.between(1, 3);
        self.loops.push((name.clone(), count));
        let mut inside = scope.clone();
        inside.push((name.clone(), Value::number(0.0)));
        let statements = self.block(&mut inside);
        self.loops.pop();
        let to = match self.random.chance(40) {
            true => call("i64", vec![Expression::number(count as i64)]),
            false => Expression::number(count as i64),
        };
        let (variable, from) = (name, Expression::number(0));
        self.add(Statement::For { variable, from, to, step: None, body: statements }, body, scope);
    }

    /// A variable that starts in a number without a type, and a loop that adds numbers of one.
    fn add_sum(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        let (mut term, mut value) = self.expression(scope, 1);
        if !value.shape.is_empty() {
            term = call("sum", vec![term]);
            let Some(sum) = self.evaluate(&term, scope) else { return };
            value = sum;
        }
        let name = self.name("s");
        if matches!(value.ty, Type::Integer | Type::Single) {
            self.program.starts.insert(name.clone(), value.ty.name());
        }
        let start = Expression::number(self.random.below(9) as i64 - 2);
        let operator = self.pick(&[Operator::Add, Operator::Subtract, Operator::Multiply]);
        let mut added = Statement::Assign(name.clone(), Some(operator), term);
        if self.random.chance(30) {
            let (condition, then) = (self.condition(scope), vec![added]);
            added = Statement::If { condition, then, otherwise: vec![] };
        }
        let to = Expression::number(self.random.below(4) as i64);
        let (variable, from) = (self.name("i"), Expression::number(0));
        let sum = Statement::For { variable, from, to, step: None, body: vec![added] };
        let defined = Statement::Variable { name: name.clone(), shape: None, value: start };
        let (mut both, mut inside) = (vec![], scope.clone());
        if self.add(defined, &mut both, &mut inside) && self.add(sum, &mut both, &mut inside) {
            body.append(&mut both);
            *scope = inside;
        } else {
            self.program.starts.remove(&name);
        }
    }

    fn add_while(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        if self.depth >= MOST_DEPTH {
            return;
        }
        // The counter is an integer that begins where floats are no longer exact.
        let name = self.name("c");
        let first = LARGE[self.random.below(5)];
        let value = call("i64", vec![Expression::number(first)]);
        self.add(Statement::Variable { name: name.clone(), shape: None, value }, body, scope);
        let end = call("i64", vec![Expression::number(first + self.random.between(1, 3) as i64)]);
        let mut condition = Expression::binary(Operator::Less, variable(&name), end);
        if self.random.chance(40) {
            let other = self.condition(scope);
            condition = Expression::binary(Operator::And, condition, other);
        }
        let mut statements = self.block(&mut scope.clone());
        statements.push(Statement::Assign(name, Some(Operator::Add), Expression::number(1)));
        self.add(Statement::While { condition, body: statements }, body, scope);
    }

    fn add_conditional(&mut self, body: &mut Vec<Statement>, scope: &mut Scope) {
        if self.depth >= MOST_DEPTH {
            return;
        }
        let condition = self.condition(scope);
        let then = self.block(&mut scope.clone());
        let otherwise = match self.random.chance(50) {
            true => self.block(&mut scope.clone()),
            false => vec![],
        };
        self.add(Statement::If { condition, then, otherwise }, body, scope);
    }

    fn block(&mut self, scope: &mut Scope) -> Vec<Statement> {
        let mut body = vec![];
        self.depth += 1;
        for _ in 0..self.random.between(1, 3) {
            self.add_statement(&mut body, scope);
        }
        self.depth -= 1;
        body
    }

    /// A number, most often of a parameter or a variable.
    fn condition(&mut self, scope: &Scope) -> Expression {
        let named = self.random.pick(scope).cloned();
        let (base, value) = match named.filter(|_| self.random.chance(80)) {
            Some((name, value)) => (variable(&name), value),
            None => self.expression(scope, 1),
        };
        let (base, value) = match value.shape[..] {
            [] => (base, value),
            _ => {
                let name = ["any", "all", "max", "sum", "min"][self.random.below(5)];
                let reduced = call(name, vec![base]);
                let found = self.evaluate(&reduced, scope).unwrap_or(value);
                (reduced, found)
            }
        };
        let condition = match self.random.chance(70) {
            true => {
                let operator = self.pick(&Operator::COMPARISONS);
                let other = self.literal_number(value.ty);
                Expression::binary(operator, base, other)
            }
            false => base,
        };
        match self.random.weighted(&[65, 15, 20]) {
            0 => condition,
            1 => Expression::Not(Box::new(condition)),
            _ => {
                let operator = self.pick(&Operator::LOGICAL);
                let other = self.condition(scope);
                Expression::binary(operator, condition, other)
            }
        }
    }
}
