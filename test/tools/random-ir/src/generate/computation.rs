//! Ops that compute: arithmetic, comparisons, conversions, mathematics, complex numbers, vectors
//! and tensors.
//!
//! None of them is undefined for its operands: divisors are made positive, distances of shifts
//! small.

use super::types::{Container, I1, I32, INDEX, Scalar, Ty};
use super::writer::{Value, Writer};

const INTEGER: [&str; 12] = [
    "arith.addi",
    "arith.subi",
    "arith.muli",
    "arith.andi",
    "arith.ori",
    "arith.xori",
    "arith.maxsi",
    "arith.minsi",
    "arith.maxui",
    "arith.minui",
    "arith.addi",
    "arith.subi",
];
const DIVISIONS: [&str; 6] = [
    "arith.divsi",
    "arith.divui",
    "arith.remsi",
    "arith.remui",
    "arith.floordivsi",
    "arith.ceildivsi",
];
const FLOAT: [&str; 9] = [
    "arith.addf",
    "arith.subf",
    "arith.mulf",
    "arith.divf",
    "arith.remf",
    "arith.maximumf",
    "arith.minimumf",
    "arith.maxnumf",
    "arith.minnumf",
];
/// These give the same bits everywhere.
const EXACT: [&str; 8] = [
    "math.absf",
    "math.ceil",
    "math.floor",
    "math.sqrt",
    "math.trunc",
    "math.roundeven",
    "math.round",
    "arith.negf",
];
const INEXACT: [&str; 22] = [
    "math.exp",
    "math.exp2",
    "math.expm1",
    "math.log",
    "math.log2",
    "math.log10",
    "math.log1p",
    "math.sin",
    "math.cos",
    "math.tan",
    "math.tanh",
    "math.sinh",
    "math.cosh",
    "math.atan",
    "math.asin",
    "math.acos",
    "math.rsqrt",
    "math.cbrt",
    "math.atan",
    "math.asinh",
    "math.acosh",
    "math.atanh",
];
const INTEGER_UNARY: [&str; 4] = ["math.ctpop", "math.ctlz", "math.cttz", "math.absi"];

impl Writer<'_> {
    /// An op of one of the entries; those that do not fit here become another one.
    fn choose(&mut self, from: &[&'static str]) -> &'static str {
        self.random.pick(from).copied().unwrap_or("arith.addi")
    }

    pub(super) fn computation(&mut self) {
        match self.random.weighted(&[34, 16, 10, 8, 12, 6, 5, 8, 4, 3, 4]) {
            0 => self.integer_op(),
            1 => self.float_op(),
            2 => self.comparison(),
            3 => self.selection(),
            4 => self.conversion(),
            5 => self.mathematics(),
            6 => self.complex_op(),
            7 if !self.features().lowers && self.random.chance(50) => self.fitting_vector_op(),
            7 => self.vector_or_tensor_op(),
            8 => self.extended(),
            10 if !self.features().lowers => self.quantized(),
            _ => {
                let ty = self.any_type();
                self.constant(&ty);
            }
        }
    }

    /// Two operands that are now and then the same.
    fn pair(&mut self, ty: &Ty) -> (Value, Value) {
        let first = self.value(ty);
        let second = if self.random.chance(14) { first.clone() } else { self.value(ty) };
        (first, second)
    }

    fn integer_op(&mut self) {
        let element = Scalar::any_integer(self.random);
        let ty = self.contained(element);
        match self.random.below(10) {
            0 | 1 if element.width() > 3 => {
                let op = self.choose(&DIVISIONS);
                let dividend = self.value(&ty);
                let divisor = self.positive(&ty);
                self.define(op, &[&dividend, &divisor], "", &ty);
            }
            2 if element.width() > 3 && element.width() <= 64 => {
                let op = self.choose(&["arith.ceildivui", "arith.divui", "arith.remui"]);
                let dividend = self.value(&ty);
                let divisor = self.positive(&ty);
                self.define(op, &[&dividend, &divisor], "", &ty);
            }
            3 | 4 if element.width() > 3 => {
                let op = self.choose(&["arith.shli", "arith.shrsi", "arith.shrui"]);
                let value = self.value(&ty);
                let distance = if self.random.chance(50) {
                    let number = self.random.below(element.width().min(70) as usize);
                    self.number(&Self::as_signed(number, element.width()), &ty)
                } else {
                    let (any, mask) = (self.value(&ty), self.number("3", &ty));
                    self.define("arith.andi", &[&any, &mask], "", &ty)
                };
                self.define(op, &[&value, &distance], "", &ty);
            }
            _ => {
                let op = self.choose(&INTEGER);
                let (a, b) = self.pair(&ty);
                self.define(op, &[&a, &b], "", &ty);
            }
        }
    }

    /// The number as an integer of that width is written.
    fn as_signed(number: usize, width: u32) -> String {
        let limit = 1i128 << (width.min(100) - 1);
        (number as i128).min(limit - 1).to_string()
    }

    /// A value from 1 to 7.
    fn positive(&mut self, ty: &Ty) -> Value {
        if self.random.chance(60) {
            let number = self.random.between(1, 7);
            return self.number(&number.to_string(), ty);
        }
        let any = self.value(ty);
        let (mask, one) = (self.number("7", ty), self.number("1", ty));
        let low = self.define("arith.andi", &[&any, &mask], "", ty);
        self.define("arith.ori", &[&low, &one], "", ty)
    }

    fn float_op(&mut self) {
        let element = Scalar::any_float(self.random);
        let ty = self.contained(element);
        let op = self.choose(&FLOAT);
        // A remainder of a large number takes long.
        let (a, b) = self.pair(&ty);
        self.define(op, &[&a, &b], "", &ty);
    }

    fn comparison(&mut self) {
        let mut element = Scalar::any(self.random);
        if matches!(element, Scalar::Complex(_)) {
            element = Scalar::F64;
        }
        let ty = self.contained(element);
        let (a, b) = self.pair(&ty);
        let result = ty.with_element(Scalar::Int(1));
        if element.is_float() {
            let predicate = self.random.below(16);
            self.define(
                "arith.cmpf",
                &[&a, &b],
                &format!("predicate = {predicate} : i64"),
                &result,
            );
        } else {
            let predicate = self.random.below(10);
            self.define(
                "arith.cmpi",
                &[&a, &b],
                &format!("predicate = {predicate} : i64"),
                &result,
            );
        }
    }

    fn selection(&mut self) {
        let ty = self.any_type();
        let elementwise = !ty.is_scalar() && self.random.chance(50);
        let condition = if elementwise {
            self.value(&ty.with_element(Scalar::Int(1)))
        } else {
            self.condition()
        };
        let (a, b) = self.pair(&ty);
        self.define("arith.select", &[&condition, &a, &b], "", &ty);
    }

    fn conversion(&mut self) {
        let from = Scalar::any_integer(self.random);
        let to = Scalar::any_integer(self.random);
        let shape = self.contained(from);
        let (from_ty, to_ty) = (shape.with_element(from), shape.with_element(to));
        match (from, to, self.random.below(8)) {
            (Scalar::Int(a), Scalar::Int(b), 0..=3) if a != b => {
                let value = self.value(&from_ty);
                let op = if a < b {
                    self.choose(&["arith.extsi", "arith.extui"])
                } else {
                    "arith.trunci"
                };
                self.define(op, &[&value], "", &to_ty);
            }
            (Scalar::Int(_), Scalar::Index, _) | (Scalar::Index, Scalar::Int(_), _) => {
                let value = self.value(&from_ty);
                let op = self.choose(&["arith.index_cast", "arith.index_castui"]);
                self.define(op, &[&value], "", &to_ty);
            }
            (Scalar::Int(_), _, 4 | 5) => {
                let float = Scalar::any_float(self.random);
                let value = self.value(&from_ty);
                let op = self.choose(&["arith.sitofp", "arith.uitofp"]);
                self.define(op, &[&value], "", &shape.with_element(float));
            }
            (_, _, 6) => {
                let pairs =
                    [(32, Scalar::F32), (64, Scalar::F64), (16, Scalar::F16), (16, Scalar::BF16)];
                let (width, float) = *self.random.pick(&pairs).unwrap_or(&pairs[0]);
                let (integer, float) =
                    (shape.with_element(Scalar::Int(width)), shape.with_element(float));
                // The bits of a NaN are not defined: only integers become floats.
                let value = self.value(&integer);
                self.define("arith.bitcast", &[&value], "", &float);
            }
            (_, _, 7) => {
                // In range of the integer: a small one that was a float for a while.
                let small = self.value(&shape.with_element(Scalar::Int(8)));
                let float = shape.with_element(
                    *self.random.pick(&[Scalar::F32, Scalar::F64]).unwrap_or(&Scalar::F32),
                );
                let there = self.define("arith.sitofp", &[&small], "", &float);
                let to = *self
                    .random
                    .pick(&[Scalar::Int(32), Scalar::Int(64), Scalar::Int(9)])
                    .unwrap_or(&Scalar::Int(32));
                self.define("arith.fptosi", &[&there], "", &shape.with_element(to));
                let there = self.define("arith.uitofp", &[&small], "", &float);
                self.define("arith.fptoui", &[&there], "", &shape.with_element(to));
            }
            _ => {
                let order = [Scalar::F16, Scalar::F32, Scalar::F64];
                let (a, b) = (self.random.below(3), self.random.below(3));
                if a == b {
                    return self.float_op();
                }
                let value = self.value(&shape.with_element(order[a]));
                let op = if a < b { "arith.extf" } else { "arith.truncf" };
                self.define(op, &[&value], "", &shape.with_element(order[b]));
            }
        }
    }

    fn mathematics(&mut self) {
        let exact = self.features().exact;
        match self.random.below(10) {
            0 | 1 => {
                let element = *self
                    .random
                    .pick(&[Scalar::Int(8), Scalar::Int(32), Scalar::Int(64)])
                    .unwrap_or(&Scalar::Int(32));
                let ty = self.contained(element);
                let op = self.choose(&INTEGER_UNARY);
                let value = self.value(&ty);
                self.define(op, &[&value], "", &ty);
            }
            2 => {
                let element =
                    *self.random.pick(&[Scalar::F32, Scalar::F64]).unwrap_or(&Scalar::F32);
                let ty = self.contained(element);
                let values: Vec<Value> = (0..3).map(|_| self.value(&ty)).collect();
                self.define("math.fma", &[&values[0], &values[1], &values[2]], "", &ty);
            }
            3 => {
                let element =
                    *self.random.pick(&[Scalar::F32, Scalar::F64]).unwrap_or(&Scalar::F32);
                let ty = self.contained(element);
                let (a, b) = self.pair(&ty);
                let ops: &[&'static str] = if exact {
                    &["math.copysign"]
                } else {
                    &["math.copysign", "math.atan2", "math.powf"]
                };
                let op = self.choose(ops);
                self.define(op, &[&a, &b], "", &ty);
            }
            4 => {
                let element =
                    *self.random.pick(&[Scalar::F32, Scalar::F64]).unwrap_or(&Scalar::F32);
                let ty = self.contained(element);
                let op =
                    self.choose(&["math.isnan", "math.isinf", "math.isfinite", "math.isnormal"]);
                let value = self.value(&ty);
                self.define(op, &[&value], "", &ty.with_element(Scalar::Int(1)));
            }
            5 => {
                let element = *self
                    .random
                    .pick(&[Scalar::Int(32), Scalar::Int(64)])
                    .unwrap_or(&Scalar::Int(32));
                let ty = Ty::scalar(element);
                let base = self.value(&ty);
                let exponent = self.random.below(5);
                let exponent = self.number(&exponent.to_string(), &ty);
                self.define("math.ipowi", &[&base, &exponent], "", &ty);
            }
            _ => {
                let element =
                    *self.random.pick(&[Scalar::F32, Scalar::F64]).unwrap_or(&Scalar::F32);
                let ty = self.contained(element);
                let op = if exact || self.random.chance(40) {
                    self.choose(&EXACT)
                } else {
                    self.choose(&INEXACT)
                };
                let value = self.value(&ty);
                self.define(op, &[&value], "", &ty);
            }
        }
    }

    fn complex_op(&mut self) {
        let element = Scalar::Complex(self.random.chance(50));
        let (ty, part) = (Ty::scalar(element), Ty::scalar(element.part()));
        match self.random.below(8) {
            0 => {
                let (a, b) = self.pair(&part);
                self.define("complex.create", &[&a, &b], "", &ty);
            }
            1 | 2 => {
                let value = self.value(&ty);
                let op = self.choose(&["complex.re", "complex.im"]);
                self.define(op, &[&value], "", &part);
            }
            3 => {
                let (a, b) = self.pair(&ty);
                let op = self.choose(&["complex.eq", "complex.neq"]);
                self.define(op, &[&a, &b], "", &I1);
            }
            4 => {
                let value = self.value(&ty);
                self.define("complex.neg", &[&value], "", &ty);
            }
            5 if !self.features().exact => {
                if self.random.chance(50) {
                    let value = self.value(&ty);
                    self.define("complex.abs", &[&value], "", &part);
                } else {
                    let (a, b) = self.pair(&ty);
                    let op = self.choose(&["complex.mul", "complex.div"]);
                    self.define(op, &[&a, &b], "", &ty);
                }
            }
            _ => {
                let (a, b) = self.pair(&ty);
                let op = self.choose(&["complex.add", "complex.sub"]);
                self.define(op, &[&a, &b], "", &ty);
            }
        }
    }

    /// Ops with two results.
    fn extended(&mut self) {
        let element = *self
            .random
            .pick(&[Scalar::Int(8), Scalar::Int(32), Scalar::Int(64), Scalar::Int(13)])
            .unwrap_or(&Scalar::Int(32));
        let ty = Ty::scalar(element);
        let (a, b) = self.pair(&ty);
        match self.random.below(3) {
            0 => self.emit("arith.addui_extended", &[&a, &b], "", &[ty, I1]),
            1 => self.emit("arith.mulsi_extended", &[&a, &b], "", &[ty.clone(), ty]),
            _ => self.emit("arith.mului_extended", &[&a, &b], "", &[ty.clone(), ty]),
        };
    }

    fn vector_or_tensor_op(&mut self) {
        let element = Scalar::any(self.random);
        match self.random.below(if self.features().tensors { 8 } else { 2 }) {
            0 => {
                let ty = Ty {
                    container: Container::Vector,
                    shape: vec![self.random.between(1, 4)],
                    element,
                };
                let value = self.value(&Ty::scalar(element));
                self.define("vector.broadcast", &[&value], "", &ty);
            }
            1 => {
                let length = self.random.between(1, 4);
                let ty = Ty { container: Container::Vector, shape: vec![length], element };
                let (a, b) = self.pair(&ty);
                let lanes = if self.features().lowers { length } else { self.random.between(1, 5) };
                let mask: Vec<String> =
                    (0..lanes).map(|_| self.random.below(2 * length).to_string()).collect();
                let result = Ty { shape: vec![lanes], ..ty };
                self.define(
                    "vector.shuffle",
                    &[&a, &b],
                    &format!("mask = array<i64: {}>", mask.join(", ")),
                    &result,
                );
            }
            2 => {
                let shape =
                    self.random.pick(&[vec![2], vec![3], vec![2, 2]]).cloned().unwrap_or_default();
                let values: Vec<Value> =
                    (0..shape.iter().product()).map(|_| self.value(&Ty::scalar(element))).collect();
                let operands: Vec<&Value> = values.iter().collect();
                let ty = Ty { container: Container::Tensor, shape, element };
                self.define("tensor.from_elements", &operands, "", &ty);
            }
            3 | 4 => {
                let ty = Ty { container: Container::Tensor, shape: vec![2, 2], element };
                let tensor = self.value(&ty);
                let (i, j) = (self.index_below(2), self.index_below(2));
                if self.random.chance(50) {
                    self.define("tensor.extract", &[&tensor, &i, &j], "", &Ty::scalar(element));
                } else {
                    let value = self.value(&Ty::scalar(element));
                    self.define("tensor.insert", &[&value, &tensor, &i, &j], "", &ty);
                }
            }
            5 => {
                let value = self.value(&Ty::scalar(element));
                let ty = Ty { container: Container::Tensor, shape: vec![3], element };
                self.define("tensor.splat", &[&value], "", &ty);
            }
            6 => self.tensor_slice(element),
            _ => self.tensor_of_unknown_size(element),
        }
    }

    fn tensor_slice(&mut self, element: Scalar) {
        let ty = Ty { container: Container::Tensor, shape: vec![3], element };
        let small = Ty { shape: vec![2], ..ty.clone() };
        let offset = self.random.below(2);
        let attributes = |segments: &str| {
            format!(
                "operandSegmentSizes = array<i32: {segments}, 0, 0, 0>, static_offsets = \
                    array<i64: {offset}>, \
                 static_sizes = array<i64: 2>, static_strides = array<i64: 1>"
            )
        };
        let tensor = self.value(&ty);
        if self.random.chance(50) {
            self.define("tensor.extract_slice", &[&tensor], &attributes("1"), &small);
        } else {
            let part = self.value(&small);
            self.define("tensor.insert_slice", &[&part, &tensor], &attributes("1, 1"), &ty);
        }
    }

    /// A tensor whose type leaves the size open, and a query of its size.
    fn tensor_of_unknown_size(&mut self, element: Scalar) {
        let ty = Ty { container: Container::Tensor, shape: vec![3], element };
        let open = format!("tensor<?x{}>", element.text());
        let name = if self.random.chance(50) {
            let tensor = self.value(&ty);
            let text = ty.text();
            self.raw("tensor.cast", &[(&tensor.name, &text)], "", std::slice::from_ref(&open))
                .remove(0)
        } else {
            let size = self.number("3", &INDEX);
            let (name, at) = (self.fresh(), self.fresh());
            self.line(&format!("{name} = \"tensor.generate\"({}) ({{", size.name));
            self.line(&format!("^bb0({at}: index):"));
            self.nested(|this| {
                this.level += 1;
                this.add(&at, &INDEX);
                this.body(2);
                let value = this.value(&Ty::scalar(element));
                this.emit("tensor.yield", &[&value], "", &[]);
                this.level -= 1;
            });
            self.line(&format!("}}) : (index) -> {open}"));
            name
        };
        let zero = self.number("0", &INDEX);
        let size = self.raw(
            "tensor.dim",
            &[(&name, &open), (&zero.name, "index")],
            "",
            &["index".to_owned()],
        );
        self.add(&size[0], &INDEX);
        let rank = self.raw("tensor.rank", &[(&name, &open)], "", &["index".to_owned()]);
        self.add(&rank[0], &INDEX);
        let back = self.raw("tensor.cast", &[(&name, &open)], "", &[ty.text()]);
        self.add(&back[0], &ty);
    }

    /// An index below the limit, which is positive.
    pub(super) fn index_below(&mut self, limit: usize) -> Value {
        let fitting: Vec<String> = self
            .scope
            .counters
            .iter()
            .filter(|it| it.limit <= limit)
            .map(|it| it.name.clone())
            .collect();
        if let Some(name) = self.random.pick(&fitting).filter(|_| limit > 0).cloned()
            && self.random.chance(50)
        {
            return Value { name, ty: INDEX };
        }
        if self.random.chance(60) {
            let index = self.random.below(limit);
            return self.number(&index.to_string(), &INDEX);
        }
        if self.random.chance(20) {
            let any = self.value(&I32);
            let any = self.define("arith.index_castui", &[&any], "", &INDEX);
            let limit = self.number(&limit.to_string(), &INDEX);
            return self.define("arith.remui", &[&any, &limit], "", &INDEX);
        }
        let any = self.value(&INDEX);
        let limit = self.number(&limit.to_string(), &INDEX);
        self.define("arith.remui", &[&any, &limit], "", &INDEX)
    }
}
