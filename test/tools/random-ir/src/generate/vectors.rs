//! Ops on vectors whose types have to fit each other: parts, products, reductions and transfers.

use super::types::{Container, Scalar, Ty};
use super::writer::{Buffer, Value, Writer};

/// The maps of products of matrices.
const PRODUCT: &str = "indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, \
    affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], \
    iterator_types = [\"parallel\", \"parallel\", \"reduction\"]";

fn vector(shape: &[usize], element: Scalar) -> Ty {
    Ty { container: Container::Vector, shape: shape.to_vec(), element }
}

impl Writer<'_> {
    pub(super) fn fitting_vector_op(&mut self) {
        let element = match self.random.chance(50) {
            true => Scalar::any_integer(self.random),
            false => Scalar::any_float(self.random),
        };
        match self.random.below(9) {
            0 => self.reduction(element),
            1 => self.multi_reduction(element),
            2 => self.scan(element),
            3 => self.interleaved(element),
            4 => self.inserted_slice(element),
            5 => self.elements(element),
            6 => self.contraction(element),
            7 => self.transfer(),
            _ => self.packed(),
        }
    }

    /// How numbers are combined.
    fn kind(&mut self, element: Scalar) -> &'static str {
        let kinds: &[&'static str] = match element.is_float() {
            true => &["add", "mul", "maximumf", "minimumf", "maxnumf", "minnumf"],
            false => &["add", "mul", "and", "or", "xor", "maxsi", "maxui", "minsi", "minui"],
        };
        self.random.pick(kinds).copied().unwrap_or("add")
    }

    /// `%x = TEXT`
    fn define_by(&mut self, text: &str, ty: &Ty) -> Value {
        let name = self.fresh();
        self.line(&format!("{name} = {text}"));
        self.add(&name, ty)
    }

    fn reduction(&mut self, element: Scalar) {
        let (ty, kind) = (vector(&[self.random.between(1, 5)], element), self.kind(element));
        let (source, number) = (self.value(&ty), Ty::scalar(element));
        let acc = match self.random.chance(50) {
            true => format!(", {}", self.value(&number).name),
            false => String::new(),
        };
        let (ty, element) = (ty.text(), number.text());
        let op = format!("vector.reduction <{kind}>, {}{acc} : {ty} into {element}", source.name);
        if self.random.chance(60) {
            self.define_by(&op, &number);
            return;
        }
        let mask_type = vector(&source.ty.shape, Scalar::Int(1));
        let mask = self.value(&mask_type);
        let (mask, mask_type) = (mask.name, mask_type.text());
        let masked = format!("vector.mask {mask} {{ {op} }} : {mask_type} -> {element}");
        self.define_by(&masked, &number);
    }

    fn multi_reduction(&mut self, element: Scalar) {
        let (source_type, kind) = (vector(&[2, 3], element), self.kind(element));
        let dimension = self.random.below(2);
        let acc_type = vector(&[if dimension == 0 { 3 } else { 2 }], element);
        let (source, acc) = (self.value(&source_type), self.value(&acc_type));
        let text = format!(
            "vector.multi_reduction <{kind}>, {}, {} [{dimension}] : {} to {}",
            source.name,
            acc.name,
            source_type.text(),
            acc_type.text()
        );
        self.define_by(&text, &acc_type);
    }

    fn scan(&mut self, element: Scalar) {
        let (source_type, kind) = (vector(&[3, 2], element), self.kind(element));
        let dimension = self.random.below(2);
        let initial_type = vector(&[if dimension == 0 { 2 } else { 3 }], element);
        let (source, initial) = (self.value(&source_type), self.value(&initial_type));
        let inclusive = self.random.chance(50);
        let [result, last] = [self.fresh(), self.fresh()];
        self.line(&format!(
            "{result}, {last} = vector.scan <{kind}>, {}, {} {{inclusive = {inclusive}, \
                reduction_dim = {dimension} : i64}} : {}, {}",
            source.name,
            initial.name,
            source_type.text(),
            initial_type.text()
        ));
        self.add(&result, &source_type);
        self.add(&last, &initial_type);
    }

    fn interleaved(&mut self, element: Scalar) {
        let length = self.random.between(1, 3);
        let (half, whole) = (vector(&[length], element), vector(&[2 * length], element));
        if self.random.chance(50) {
            let (even, odd) = (self.value(&half), self.value(&half));
            let types = format!("{} -> {}", half.text(), whole.text());
            let text = format!("vector.interleave {}, {} : {types}", even.name, odd.name);
            self.define_by(&text, &whole);
            return;
        }
        let source = self.value(&whole);
        let [even, odd] = [self.fresh(), self.fresh()];
        let types = format!("{} -> {}", whole.text(), half.text());
        self.line(&format!("{even}, {odd} = vector.deinterleave {} : {types}", source.name));
        self.add(&even, &half);
        self.add(&odd, &half);
    }

    fn inserted_slice(&mut self, element: Scalar) {
        let (part_type, ty) = (vector(&[2], element), vector(&[2, 4], element));
        let (part, whole) = (self.value(&part_type), self.value(&ty));
        let (row, at) = (self.random.below(2), self.random.below(3));
        let text = format!(
            "vector.insert_strided_slice {}, {} {{offsets = [{row}, {at}], strides = [1]}} : {} \
                into {}",
            part.name,
            whole.name,
            part_type.text(),
            ty.text()
        );
        self.define_by(&text, &ty);
    }

    fn elements(&mut self, element: Scalar) {
        let ty = vector(&[3], element);
        let source = self.value(&ty);
        let names = [self.fresh(), self.fresh(), self.fresh()];
        self.line(&format!(
            "{} = vector.to_elements {} : {}",
            names.join(", "),
            source.name,
            ty.text()
        ));
        for name in names {
            self.add(&name, &Ty::scalar(element));
        }
    }

    fn contraction(&mut self, element: Scalar) {
        let kind = match element.is_float() {
            true => "add",
            false => self.kind(element),
        };
        let types = [[2, 3], [3, 2], [2, 2]].map(|shape| vector(&shape, element));
        let [left, right, sum] = &types;
        let (a, b, c) = (self.value(left), self.value(right), self.value(sum));
        let op = format!(
            "vector.contract {{{PRODUCT}, kind = #vector.kind<{kind}>}} {}, {}, {} : {}, {} into \
                {}",
            a.name,
            b.name,
            c.name,
            left.text(),
            right.text(),
            sum.text()
        );
        if self.random.chance(60) {
            self.define_by(&op, sum);
            return;
        }
        let mask_type = vector(&[2, 2, 3], Scalar::Int(1));
        let mask = self.value(&mask_type);
        let (mask, mask_type) = (mask.name, mask_type.text());
        let masked = format!("vector.mask {mask} {{ {op} }} : {mask_type} -> {}", sum.text());
        self.define_by(&masked, sum);
    }

    /// Memory whose elements have bytes of their own, one after the other.
    fn plain_buffer(&mut self, to_write: bool) -> Option<Buffer> {
        self.any_buffer(to_write).filter(|buffer| {
            let has_bytes = !matches!(
                buffer.element,
                Scalar::Complex(_) | Scalar::Index | Scalar::Int(1 | 3 | 13 | 33 | 100)
            );
            has_bytes && buffer.strides.is_none() && !buffer.shape.is_empty()
        })
    }

    fn transfer(&mut self) {
        let to_write = self.random.chance(40);
        let Some(buffer) = self.plain_buffer(to_write) else { return self.computation() };
        let indices: Vec<String> =
            (buffer.shape.clone().into_iter()).map(|limit| self.index_below(limit).name).collect();
        let (memory, memory_type, indices) = (&buffer.name, &buffer.ty, indices.join(", "));
        let ty = vector(&[self.random.between(1, 4)], buffer.element);
        if to_write {
            let value = self.value(&ty).name;
            self.line(&format!(
                "vector.transfer_write {value}, {memory}[{indices}] : {}, {memory_type}",
                ty.text()
            ));
            return;
        }
        let padding = self.value(&Ty::scalar(buffer.element)).name;
        let text = format!(
            "vector.transfer_read {memory}[{indices}], {padding} : {memory_type}, {}",
            ty.text()
        );
        self.define_by(&text, &ty);
    }

    /// An access of the elements whose mask is set, side by side: only the first one is.
    fn packed(&mut self) {
        let Some(buffer) = self.plain_buffer(false) else { return self.computation() };
        let indices: Vec<String> =
            (buffer.shape.clone().into_iter()).map(|limit| self.index_below(limit).name).collect();
        let (memory, memory_type, indices) = (&buffer.name, &buffer.ty, indices.join(", "));
        let (ty, mask_type) = (vector(&[3], buffer.element), vector(&[3], Scalar::Int(1)));
        let first = self.fresh();
        self.line(&format!("{first} = vector.constant_mask [1] : {}", mask_type.text()));
        let mask = self.add(&first, &mask_type).name;
        let others = self.value(&ty).name;
        let text = format!(
            "vector.expandload {memory}[{indices}], {mask}, {others} : {memory_type}, {}, {ty} \
                into {ty}",
            mask_type.text(),
            ty = ty.text()
        );
        self.define_by(&text, &ty);
    }
}
