//! Casts between floats, quantized numbers and integers, with one scale or several, and the other
//! ops of the quant dialect that keep the values of a program.

use super::types::{Container, Scalar, Ty};
use super::writer::{Value, Writer};

/// The integers of a quantized type.
struct Storage {
    text: String,
    width: u32,
    min: i64,
    max: i64,
}

impl Writer<'_> {
    pub(super) fn quantized(&mut self) {
        let element = Scalar::any_float(self.random);
        let container = match self.features().tensors && self.random.chance(60) {
            true => Container::Tensor,
            false => Container::None,
        };
        let shape = match container {
            Container::Tensor => {
                self.random.pick(&[&[4][..], &[2, 3], &[2, 4]]).map_or(vec![], |it| it.to_vec())
            }
            _ => Vec::new(),
        };
        let ty = Ty { container, shape, element };
        // MLIR 22 has only the casts.
        if self.features().registered && self.random.chance(30) {
            return self.observed(&ty);
        }
        let storage = self.storage();
        let parameters = self.scheme(&storage, &ty);
        let number = format!("!quant.uniform<{}:{}{parameters}>", storage.text, element.text());
        let quantized = match container {
            Container::None => number,
            _ => ty.text().replace(&format!("{}>", element.text()), &format!("{number}>")),
        };
        let real = self.value(&ty);
        let (real_type, stored) = (ty.text(), ty.with_element(Scalar::Int(storage.width)));
        let stored_type = stored.text();
        let cast = self.quant_cast("quant.qcast", (&real.name, &real_type), &quantized);
        let integers = self.quant_cast("quant.scast", (&cast, &quantized), &stored_type);
        self.add(&integers, &stored);
        let again = self.quant_cast("quant.scast", (&integers, &stored_type), &quantized);
        let back = self.quant_cast("quant.dcast", (&again, &quantized), &real_type);
        self.add(&back, &ty);
        if self.random.chance(30) {
            self.quant_cast("quant.qcast", (&back, &real_type), &quantized);
        }
    }

    fn quant_cast(&mut self, op: &str, from: (&str, &str), to: &str) -> String {
        self.raw(op, &[from], "", &[to.to_owned()]).swap_remove(0)
    }

    fn storage(&mut self) -> Storage {
        let width = *self.random.pick(&[8, 8, 8, 4, 3, 16, 32]).unwrap_or(&8);
        let is_signed = self.random.chance(50);
        let count = 1i64 << width;
        let (mut min, mut max) =
            if is_signed { (-count / 2, count / 2 - 1) } else { (0, count - 1) };
        let mut text = format!("{}{width}", if is_signed { "i" } else { "u" });
        if self.random.chance(30) {
            (min, max) = (min + 1, max - 1);
            text += &format!("<{min}:{max}>");
        }
        Storage { text, width, min, max }
    }

    fn scale(&mut self, storage: &Storage) -> String {
        let scale = self.random.pick(&["0.1", "0.5", "3.0", "1.0e-3", "1.0"]);
        let scale = scale.copied().unwrap_or("1.0");
        let points = [storage.min, storage.max, 0.clamp(storage.min, storage.max)];
        format!("{scale}:{}", self.random.pick(&points).copied().unwrap_or(0))
    }

    /// The text after the expressed type.
    fn scheme(&mut self, storage: &Storage, ty: &Ty) -> String {
        let scales = |writer: &mut Self, count: usize| -> Vec<String> {
            (0..count).map(|_| writer.scale(storage)).collect()
        };
        match (self.random.below(3), &ty.shape[..]) {
            (1, shape) if !shape.is_empty() => {
                let axis = self.random.below(shape.len());
                format!(":{axis}, {{{}}}", scales(self, shape[axis]).join(", "))
            }
            (2, &[rows, columns]) => {
                let block = if columns % 2 == 0 { 2 } else { columns };
                let row = |writer: &mut Self| scales(writer, columns / block).join(", ");
                let rows: Vec<String> = (0..rows).map(|_| format!("{{{}}}", row(self))).collect();
                format!(":{{0:1, 1:{block}}}, {{{}}}", rows.join(", "))
            }
            _ => format!(", {}", self.scale(storage)),
        }
    }

    /// Ops that observe or simulate, and a region.
    fn observed(&mut self, ty: &Ty) {
        let source = self.value(ty);
        let key = format!("statsKey = \"{}\"", self.random.below(3));
        self.define("quant.stats_ref", &[&source], &key, ty);
        let tensor = Ty { container: Container::Tensor, shape: vec![2, 3], element: Scalar::F32 };
        if self.features().tensors {
            self.simulated(&tensor);
        }
    }

    fn simulated(&mut self, tensor: &Ty) {
        let source = self.value(tensor);
        let bits = "num_bits = 8 : i64, is_signed = true";
        let range = "min = -1.0 : f32, max = 2.5 : f32";
        let rounded =
            self.define("quant.const_fake_quant", &[&source], &format!("{range}, {bits}"), tensor);
        let ranges = "min = [-1.0 : f32, 0.0 : f32], max = [1.0 : f32, 9.0 : f32], axis = 0";
        let op = "quant.const_fake_quant_per_axis";
        let rounded = self.define(op, &[&rounded], &format!("{ranges} : i64, {bits}"), tensor);
        self.kernel(&rounded, tensor);
    }

    fn kernel(&mut self, input: &Value, tensor: &Ty) {
        let (name, text) = (self.fresh(), tensor.text());
        self.line(&format!(
            "{name} = \"quant.region\"({}) <{{input_specs = [f32], output_specs = [f32], \
             logical_kernel = \"copy\"}}> ({{",
            input.name
        ));
        self.line(&format!("^bb0(%x: {text}):"));
        self.line(&format!("\"quant.return\"(%x) : ({text}) -> ()"));
        self.line(&format!("}}) : ({text}) -> {text}"));
        self.add(&name, tensor);
    }
}
