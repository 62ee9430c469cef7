//! Computations of shapes: values that may be errors, constraints, regions that rely on them, and
//! functions and libraries that compute shapes.

use random_programs::random::Random;

const SHAPE: &str = "!shape.shape";
const SIZE: &str = "!shape.size";
const EXTENTS: &str = "tensor<?xindex>";
const INDEX: &str = "index";
const WITNESS: &str = "!shape.witness";

/// Writes the ops of a function.
struct Shapes<'r> {
    random: &'r mut Random,
    text: String,
    /// Names and types of values.
    values: Vec<(String, &'static str)>,
    next: usize,
    /// The prefix of names of ops.
    prefix: &'static str,
}

/// A function on shapes, one of the dialect, and a library.
pub(super) fn functions(random: &mut Random, number: usize) -> String {
    let parameters = format!("(%a: {SHAPE}, %b: {SHAPE}, %s: {SIZE}, %t: {EXTENTS}, %i: {INDEX})");
    let of_std = body(random, "shape.", "return");
    let of_shape = body(random, "", "return");
    let of_library = body(random, "", "return");
    format!(
        "func.func private @shapes{number}{parameters} -> {SHAPE} {{\n{of_std}}}\n\
         shape.func private @shape_function{number}{parameters} -> {SHAPE} {{\n{of_shape}}}\n\
         shape.function_library @library{number} {{\n  func @of{parameters} -> {SHAPE} {{\n\
         {of_library}  }}\n}} mapping {{fuzz.shaped = @of}}\n"
    )
}

fn body(random: &mut Random, prefix: &'static str, end: &str) -> String {
    let values = [("%a", SHAPE), ("%b", SHAPE), ("%s", SIZE), ("%t", EXTENTS), ("%i", INDEX)];
    let values = values.map(|(name, ty)| (name.to_owned(), ty)).to_vec();
    let mut shapes = Shapes { random, text: String::new(), values, next: 0, prefix };
    for _ in 0..shapes.random.between(3, 14) {
        shapes.op();
    }
    let result = shapes.value(SHAPE);
    shapes.text += &format!("  {end} {result} : {SHAPE}\n");
    shapes.text
}

impl Shapes<'_> {
    fn value(&mut self, ty: &str) -> String {
        let fitting: Vec<&String> =
            self.values.iter().filter(|value| value.1 == ty).map(|value| &value.0).collect();
        self.random.pick(&fitting).map_or_else(|| "%a".to_owned(), |name| (*name).clone())
    }

    fn one_of(&mut self, types: &[&'static str]) -> (String, &'static str) {
        let ty = self.random.pick(types).copied().unwrap_or(SHAPE);
        (self.value(ty), ty)
    }

    /// `%x = OP`, after the prefix of the dialect.
    fn define(&mut self, op: &str, ty: &'static str) -> String {
        let (name, prefix) = (format!("%x{}", self.next), self.prefix);
        self.next += 1;
        self.text += &format!("  {name} = {prefix}{op}\n");
        self.values.push((name.clone(), ty));
        name
    }

    fn op(&mut self) {
        match self.random.below(14) {
            0 => {
                let op = self.random.pick(&["add", "mul", "div"]).copied().unwrap_or("add");
                let ((a, a_type), (b, b_type)) =
                    (self.one_of(&[SIZE, INDEX]), self.one_of(&[SIZE, INDEX]));
                self.define(&format!("{op} {a}, {b} : {a_type}, {b_type} -> {SIZE}"), SIZE);
            }
            1 => {
                let (op, ty) = (
                    self.random.pick(&["max", "min"]).copied().unwrap_or("max"),
                    self.random.pick(&[SHAPE, SIZE]).copied().unwrap_or(SHAPE),
                );
                let (a, b) = (self.value(ty), self.value(ty));
                self.define(&format!("{op} {a}, {b} : {ty}, {ty} -> {ty}"), ty);
            }
            2 => {
                let ((a, a_type), (b, b_type)) =
                    (self.one_of(&[SHAPE, EXTENTS]), self.one_of(&[SHAPE, EXTENTS]));
                let op = self.random.pick(&["broadcast", "concat", "any", "meet"]).copied();
                let op = op.unwrap_or("any");
                if op == "meet" && a_type == EXTENTS && b_type == EXTENTS {
                    return;
                }
                self.define(&format!("{op} {a}, {b} : {a_type}, {b_type} -> {SHAPE}"), SHAPE);
            }
            3 => {
                let (a, ty) = self.one_of(&[SHAPE, EXTENTS]);
                let op = self.random.pick(&["rank", "num_elements"]).copied().unwrap_or("rank");
                self.define(&format!("{op} {a} : {ty} -> {SIZE}"), SIZE);
            }
            4 => {
                let ((a, ty), (at, at_type)) =
                    (self.one_of(&[SHAPE, EXTENTS]), self.one_of(&[SIZE, INDEX]));
                self.define(&format!("get_extent {a}, {at} : {ty}, {at_type} -> {SIZE}"), SIZE);
            }
            5 => {
                let ((a, a_type), (b, b_type)) =
                    (self.one_of(&[SIZE, INDEX]), self.one_of(&[SIZE, INDEX]));
                self.define(&format!("from_extents {a}, {b} : {a_type}, {b_type}"), SHAPE);
            }
            6 => {
                let t = self.value(EXTENTS);
                self.define(&format!("from_extent_tensor {t} : {EXTENTS}"), SHAPE);
            }
            7 => {
                let (a, b) = (self.random.below(3), self.random.between(1, 9));
                self.define(&format!("const_shape [{a}, {b}] : {SHAPE}"), SHAPE);
                self.define(&format!("const_size {b}"), SIZE);
            }
            8 => {
                let ((a, ty), (b, other)) =
                    (self.one_of(&[SHAPE, EXTENTS]), self.one_of(&[SHAPE, EXTENTS]));
                let op = self.random.pick(&["cstr_eq", "cstr_broadcastable"]).copied();
                let op = op.unwrap_or("cstr_eq");
                self.define(&format!("{op} {a}, {b} : {ty}, {other}"), WITNESS);
            }
            9 => {
                let passes = self.random.chance(80);
                self.define(&format!("const_witness {passes}"), WITNESS);
                let (a, b) = (self.value(WITNESS), self.value(WITNESS));
                self.define(&format!("assuming_all {a}, {b}"), WITNESS);
            }
            10 => self.assuming(),
            11 => self.reduce(),
            12 => {
                let index = self.value(INDEX);
                self.define(&format!("index_to_size {index}"), SIZE);
            }
            _ => {
                let (name, a, at) = (self.next, self.value(SHAPE), self.value(INDEX));
                self.next += 1;
                self.text += &format!(
                    "  %x{name}, %y{name} = \"shape.split_at\"({a}, {at}) : ({SHAPE}, {INDEX}) -> \
                        ({SHAPE}, {SHAPE})\n"
                );
                self.values.extend([(format!("%x{name}"), SHAPE), (format!("%y{name}"), SHAPE)]);
            }
        }
    }

    fn assuming(&mut self) {
        self.define("const_witness true", WITNESS);
        let (witness, value, size) = (self.value(WITNESS), self.value(SHAPE), self.value(SIZE));
        self.define(
            &format!(
                "assuming {witness} -> ({SHAPE}) {{\n    %in{0} = shape.from_extents {size} : \
                    {SIZE}\n    %c{0} = shape.concat %in{0}, {value} : {SHAPE}, {SHAPE} -> \
                    {SHAPE}\n    shape.assuming_yield %c{0} : {SHAPE}\n  }}",
                self.next
            ),
            SHAPE,
        );
    }

    fn reduce(&mut self) {
        let (shape, init) = (self.value(SHAPE), self.value(SIZE));
        let op = self.random.pick(&["add", "mul"]).copied().unwrap_or("add");
        self.define(
            &format!(
                "reduce({shape}, {init}) : {SHAPE} -> {SIZE} {{\n  ^bb0(%at{0}: {INDEX}, %e{0}: \
                    {SIZE}, %all{0}: {SIZE}):\n    %r{0} = shape.{op} %e{0}, %all{0} : {SIZE}, \
                    {SIZE} -> {SIZE}\n    shape.yield %r{0} : {SIZE}\n  }}",
                self.next
            ),
            SIZE,
        );
    }
}
