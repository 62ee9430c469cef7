//! Memory: allocations, which are filled at once, views of them, and accesses within their bounds.

use super::types::{Container, I32, INDEX, Scalar, Ty};
use super::writer::{Buffer, Value, Writer};
use random_programs::random::Random;

impl Writer<'_> {
    pub(super) fn memory(&mut self) {
        if self.scope.buffers.is_empty() {
            return self.allocation();
        }
        match self.random.weighted(&[5, 30, 24, 14, 4, 5, 5, 3, 3, 8]) {
            0 => self.allocation(),
            1 => self.access(),
            2 => self.affine_access(),
            3 => self.view(),
            4 => self.copy(),
            5 => self.atomic(),
            6 => self.vector_access(),
            7 => self.question(),
            8 => self.hint(),
            _ => self.update(),
        }
    }

    /// A buffer of these elements and sizes; a new one if there is none.
    pub(super) fn writable_buffer(&mut self, element: Scalar, shape: &[usize]) -> Buffer {
        let level = self.level;
        let plain = default_type(shape, element);
        let fitting: Vec<Buffer> = (self.scope.buffers.iter())
            .filter(|it| it.ty == plain && !it.is_constant && it.level == level)
            .cloned()
            .collect();
        match self.random.pick(&fitting) {
            Some(buffer) => buffer.clone(),
            None => self.allocate(element, shape.to_vec(), "memref.alloc", false),
        }
    }

    fn allocation(&mut self) {
        let element = Scalar::any(self.random);
        if self.random.chance(15) && !self.module.globals.is_empty() && !self.has_no_symbols {
            let globals = self.module.globals.clone();
            if let Some(global) = self.random.pick(&globals).cloned() {
                let attributes = format!("name = {}", global.name);
                let names = self.raw(
                    "memref.get_global",
                    &[],
                    &attributes,
                    std::slice::from_ref(&global.ty),
                );
                let level = if global.is_constant { self.level } else { 0 };
                self.has_effects |= !global.is_constant;
                if self.level > 0 && !global.is_constant {
                    return;
                }
                self.scope.buffers.push(Buffer { name: names[0].clone(), level, ..global });
                return;
            }
        }
        let rank = self.random.weighted(&[4, 50, 30, 8]);
        let shape: Vec<usize> =
            (0..rank).map(|_| self.random.between(1, if rank > 2 { 2 } else { 4 })).collect();
        // Memory of the stack in a loop would be too much of it.
        let on_stack = self.depth == 0 && self.random.chance(20);
        let is_open = self.random.chance(25);
        self.allocate(
            element,
            shape,
            if on_stack { "memref.alloca" } else { "memref.alloc" },
            is_open,
        );
    }

    /// Allocates a buffer, and fills it, so that nothing undefined is read from it.
    fn allocate(&mut self, element: Scalar, shape: Vec<usize>, op: &str, is_open: bool) -> Buffer {
        let mut operands = Vec::new();
        let mut dimensions = String::new();
        for &size in &shape {
            if is_open && self.random.chance(60) {
                operands.push(self.number(&size.to_string(), &INDEX));
                dimensions += "?x";
            } else {
                dimensions += &format!("{size}x");
            }
        }
        let ty = format!("memref<{dimensions}{}>", element.text());
        let pairs: Vec<(&str, &str)> =
            operands.iter().map(|value| (value.name.as_str(), "index")).collect();
        let mut attributes = format!("operandSegmentSizes = array<i32: {}, 0>", pairs.len());
        if self.random.chance(15) {
            attributes += ", alignment = 64 : i64";
        }
        let name = self.raw(op, &pairs, &attributes, std::slice::from_ref(&ty)).remove(0);
        self.module.next_root += 1;
        let root = self.module.next_root;
        let level = self.level;
        let buffer = Buffer { ty, level, ..Buffer::whole(name, element, shape, root) };
        self.fill(&buffer);
        self.scope.buffers.push(buffer.clone());
        buffer
    }

    fn fill(&mut self, buffer: &Buffer) {
        let count: usize = buffer.shape.iter().product();
        let value = self.value(&Ty::scalar(buffer.element));
        if count <= 3 || self.random.chance(40) {
            for at in 0..count {
                let mut rest = at;
                let mut subscripts = Vec::new();
                for &size in buffer.shape.iter().rev() {
                    subscripts.push((rest % size).to_string());
                    rest /= size;
                }
                subscripts.reverse();
                let other =
                    if self.random.chance(30) { self.value(&value.ty) } else { value.clone() };
                self.line(&format!(
                    "affine.store {}, {}[{}] : {}",
                    other.name,
                    buffer.name,
                    subscripts.join(", "),
                    buffer.ty
                ));
            }
            return;
        }
        let counters: Vec<String> = buffer.shape.iter().map(|_| self.fresh()).collect();
        for (counter, size) in counters.iter().zip(&buffer.shape) {
            self.line(&format!("affine.for {counter} = 0 to {size} {{"));
        }
        self.line(&format!(
            "affine.store {}, {}[{}] : {}",
            value.name,
            buffer.name,
            counters.join(", "),
            buffer.ty
        ));
        counters.iter().for_each(|_| self.line("}"));
    }

    pub(super) fn any_buffer(&mut self, to_write: bool) -> Option<Buffer> {
        let level = self.level;
        let fitting: Vec<Buffer> = (self.scope.buffers.iter())
            .filter(|it| !to_write || (!it.is_constant && it.level == level))
            .cloned()
            .collect();
        self.random.pick(&fitting).cloned()
    }

    fn subscripts(&mut self, buffer: &Buffer) -> Vec<Value> {
        buffer.shape.iter().map(|&size| self.index_below(size)).collect()
    }

    fn access(&mut self) {
        let to_write = self.random.chance(50);
        let Some(buffer) = self.any_buffer(to_write) else { return self.computation() };
        let subscripts = self.subscripts(&buffer);
        let element = Ty::scalar(buffer.element);
        let mut operands = vec![(buffer.name.as_str(), buffer.ty.as_str())];
        operands.extend(subscripts.iter().map(|value| (value.name.as_str(), "index")));
        if to_write {
            let value = self.value(&element);
            let ty = element.text();
            operands.insert(0, (&value.name, &ty));
            self.raw("memref.store", &operands, "", &[]);
        } else {
            let names = self.raw("memref.load", &operands, "", &[element.text()]);
            self.add(&names[0], &element);
        }
    }

    /// Reads an element, writes to it, and reads it again: only the write distinguishes the reads.
    /// The written value depends on the one that was read, so the result of a loop depends on each
    /// of its iterations.
    fn update(&mut self) {
        let Some(buffer) = self.any_buffer(true) else { return self.computation() };
        let subscripts = self.subscripts(&buffer);
        if self.depth > 2 || self.random.chance(60) {
            return self.update_element(&buffer, &subscripts);
        }
        // The same in a loop.
        let low = self.number("0", &INDEX);
        let high = self.random.between(2, 4).to_string();
        let (high, step) = (self.number(&high, &INDEX), self.number("1", &INDEX));
        let counter = self.fresh();
        self.line(&format!(
            "scf.for {counter} = {} to {} step {} {{",
            low.name, high.name, step.name
        ));
        self.nested(|this| this.update_element(&buffer, &subscripts));
        self.line("}");
        self.update_element(&buffer, &subscripts);
    }

    fn update_element(&mut self, buffer: &Buffer, subscripts: &[Value]) {
        let element = Ty::scalar(buffer.element);
        let ty = element.text();
        let mut place = vec![(buffer.name.as_str(), buffer.ty.as_str())];
        place.extend(subscripts.iter().map(|value| (value.name.as_str(), "index")));
        let first = self.raw("memref.load", &place, "", std::slice::from_ref(&ty)).remove(0);
        let first = self.add(&first, &element);
        let other = self.value(&element);
        let op = match buffer.element {
            Scalar::Complex(_) => "complex.sub",
            element if element.is_float() => "arith.subf",
            _ => "arith.subi",
        };
        let new = self.define(op, &[&first, &other], "", &element);
        let mut operands = vec![(new.name.as_str(), ty.as_str())];
        operands.extend(&place);
        self.raw("memref.store", &operands, "", &[]);
        let second = self.raw("memref.load", &place, "", std::slice::from_ref(&ty)).remove(0);
        self.add(&second, &element);
    }

    /// A subscript for an affine access, below the limit.
    pub(super) fn affine_subscript(&mut self, limit: usize) -> String {
        let counters: Vec<_> =
            self.scope.counters.iter().filter(|it| it.is_affine).cloned().collect();
        if let Some(counter) = self.random.pick(&counters).cloned()
            && self.random.chance(75)
        {
            let name = &counter.name;
            return match self.random.below(5) {
                0 => format!("{name} mod {limit}"),
                1 if counter.limit.div_ceil(2) <= limit => format!("{name} floordiv 2"),
                2 if counter.limit < limit => format!("{name} + {}", limit - counter.limit),
                3 if counter.limit <= limit => format!("-{name} + {}", limit - 1),
                _ if counter.limit <= limit => name.clone(),
                _ => format!("{name} mod {limit}"),
            };
        }
        if let Some(symbol) = self.random.pick(&self.scope.symbols).cloned()
            && self.random.chance(40)
        {
            return format!("symbol({symbol}) mod {limit}");
        }
        self.random.below(limit).to_string()
    }

    fn affine_access(&mut self) {
        let to_write = self.random.chance(50);
        let Some(buffer) = self.any_buffer(to_write) else { return self.computation() };
        let subscripts: Vec<String> =
            buffer.shape.iter().map(|&size| self.affine_subscript(size)).collect();
        let (at, element) = (subscripts.join(", "), Ty::scalar(buffer.element));
        if to_write {
            let value = self.value(&element);
            self.line(&format!(
                "affine.store {}, {}[{at}] : {}",
                value.name, buffer.name, buffer.ty
            ));
        } else {
            let name = self.fresh();
            self.line(&format!("{name} = affine.load {}[{at}] : {}", buffer.name, buffer.ty));
            self.add(&name, &element);
        }
    }

    /// The same memory seen in another way.
    fn view(&mut self) {
        let Some(buffer) = self.any_buffer(false) else { return self.allocation() };
        match self.random.below(8) {
            0..=2 if !buffer.shape.is_empty() => self.subview(&buffer),
            3 if buffer.strides.is_none() && !buffer.shape.is_empty() => self.cast(&buffer),
            4 if buffer.strides.is_none() && buffer.shape.len() == 2 => {
                let (rows, columns) = (buffer.shape[0], buffer.shape[1]);
                let element = buffer.element.text();
                let ty = format!("memref<{columns}x{rows}x{element}, strided<[1, {columns}]>>");
                if buffer.ty != default_type(&buffer.shape, buffer.element) {
                    return self.cast(&buffer);
                }
                let name = self.fresh();
                self.line(&format!(
                    "{name} = memref.transpose {} (i, j) -> (j, i) : {} to {ty}",
                    buffer.name, buffer.ty
                ));
                let shape = vec![columns, rows];
                self.scope.buffers.push(Buffer {
                    name,
                    shape,
                    ty,
                    strides: Some(vec![1, columns]),
                    ..buffer
                });
            }
            5 | 6 if buffer.strides.is_none() => {
                // As one dimension, or two of which one is small.
                let count: usize = buffer.shape.iter().product();
                let from = self.random.below(count.max(1));
                let size = count - from;
                if size == 0 {
                    return;
                }
                let ty = format!(
                    "memref<{size}x{}, strided<[1], offset: {from}>>",
                    buffer.element.text()
                );
                let attributes = format!(
                    "operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: \
                        {from}>, \
                     static_sizes = array<i64: {size}>, static_strides = array<i64: 1>"
                );
                let operand = [(buffer.name.as_str(), buffer.ty.as_str())];
                let name = self
                    .raw(
                        "memref.reinterpret_cast",
                        &operand,
                        &attributes,
                        std::slice::from_ref(&ty),
                    )
                    .remove(0);
                let (shape, strides) = (vec![size], Some(vec![1]));
                self.scope.buffers.push(Buffer {
                    name,
                    shape,
                    ty,
                    strides,
                    offset: from,
                    ..buffer
                });
            }
            _ => self.bytes_as_numbers(),
        }
    }

    fn subview(&mut self, buffer: &Buffer) {
        let base = buffer.strides.clone().unwrap_or_else(|| default_strides(&buffer.shape));
        let (mut shape, mut strides, mut offset) = (Vec::new(), Vec::new(), buffer.offset);
        let (mut offsets, mut steps, mut operands) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_open = buffer.ty.contains("offset: ?");
        let has_open_strides = buffer.ty.contains("strided<[?")
            || buffer.ty.contains("x?x")
            || buffer.ty.contains(", ?]");
        if has_open_strides {
            return self.access();
        }
        for (&size, &stride) in buffer.shape.iter().zip(&base) {
            let first = self.random.below(size);
            let step = self.random.between(1, 2);
            let most = (size - first).div_ceil(step);
            let count = self.random.between(1, most);
            if self.random.chance(25) {
                // The position is known only when it runs.
                let value = self.number(&first.to_string(), &INDEX);
                operands.push(value);
                offsets.push("-9223372036854775808".to_owned());
                is_open = true;
            } else {
                offsets.push(first.to_string());
            }
            offset += first * stride;
            shape.push(count);
            strides.push(stride * step);
            steps.push(step.to_string());
        }
        let list =
            |items: &[usize]| items.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let sizes: String = shape.iter().map(|size| format!("{size}x")).collect();
        let place = match (is_open, offset) {
            (true, _) => ", offset: ?".to_owned(),
            (_, 0) => String::new(),
            (_, offset) => format!(", offset: {offset}"),
        };
        let ty = format!(
            "memref<{sizes}{}, strided<[{}]{place}>>",
            buffer.element.text(),
            list(&strides)
        );
        let attributes = format!(
            "operandSegmentSizes = array<i32: 1, {}, 0, 0>, static_offsets = array<i64: {}>, \
             static_sizes = array<i64: {}>, static_strides = array<i64: {}>",
            operands.len(),
            offsets.join(", "),
            list(&shape),
            steps.join(", ")
        );
        let mut pairs = vec![(buffer.name.as_str(), buffer.ty.as_str())];
        pairs.extend(operands.iter().map(|value| (value.name.as_str(), "index")));
        let name =
            self.raw("memref.subview", &pairs, &attributes, std::slice::from_ref(&ty)).remove(0);
        self.scope.buffers.push(Buffer {
            name,
            shape,
            ty,
            strides: Some(strides),
            offset,
            ..buffer.clone()
        });
    }

    /// The sizes become unknown, or known again.
    fn cast(&mut self, buffer: &Buffer) {
        let sizes: String = (buffer.shape.iter())
            .map(|size| if self.random.chance(50) { "?x".to_owned() } else { format!("{size}x") })
            .collect();
        let ty = format!("memref<{sizes}{}>", buffer.element.text());
        let operand = [(buffer.name.as_str(), buffer.ty.as_str())];
        let name = self.raw("memref.cast", &operand, "", std::slice::from_ref(&ty)).remove(0);
        self.scope.buffers.push(Buffer { name, ty, ..buffer.clone() });
    }

    /// Numbers in memory that was allocated as bytes.
    fn bytes_as_numbers(&mut self) {
        let element = *self
            .random
            .pick(&[Scalar::Int(32), Scalar::F32, Scalar::F64, Scalar::Int(8)])
            .unwrap_or(&Scalar::F32);
        let size = self.random.between(1, 3);
        let shift = 8 * self.random.below(2);
        let bytes = shift + size * element.width() as usize / 8;
        let memory = self
            .raw(
                "memref.alloc",
                &[],
                "operandSegmentSizes = array<i32: 0, 0>",
                &[format!("memref<{bytes}xi8>")],
            )
            .remove(0);
        let shift = self.number(&shift.to_string(), &INDEX);
        let from = format!("memref<{bytes}xi8>");
        let operands = [(memory.as_str(), from.as_str()), (&shift.name, "index")];
        let name =
            self.raw("memref.view", &operands, "", &[default_type(&[size], element)]).remove(0);
        self.module.next_root += 1;
        let root = self.module.next_root;
        let buffer = Buffer { level: self.level, ..Buffer::whole(name, element, vec![size], root) };
        self.fill(&buffer);
        self.scope.buffers.push(buffer);
    }

    fn copy(&mut self) {
        let Some(to) = self.any_buffer(true) else { return self.computation() };
        // Buffers that overlap may not be copied.
        let fitting: Vec<Buffer> = (self.scope.buffers.iter())
            .filter(|it| it.element == to.element && it.shape == to.shape && it.root != to.root)
            .cloned()
            .collect();
        let Some(from) = self.random.pick(&fitting).cloned() else { return self.access() };
        self.raw("memref.copy", &[(&from.name, &from.ty), (&to.name, &to.ty)], "", &[]);
    }

    fn atomic(&mut self) {
        let Some(buffer) = self.any_buffer(true) else { return self.computation() };
        let element = Ty::scalar(buffer.element);
        let kinds: &[&str] = match buffer.element {
            Scalar::Int(8 | 32 | 64) => {
                &["addi", "assign", "maxs", "maxu", "mins", "minu", "muli", "ori", "andi"]
            }
            Scalar::F32 | Scalar::F64 => &["addf", "assign", "mulf", "maximumf", "minimumf"],
            _ => return self.access(),
        };
        let kind = *self.random.pick(kinds).unwrap_or(&"assign");
        let value = self.value(&element);
        let subscripts = self.subscripts(&buffer);
        let ty = element.text();
        if self.random.chance(50) {
            let name = self.fresh();
            let at: Vec<&str> = subscripts.iter().map(|value| value.name.as_str()).collect();
            self.line(&format!(
                "{name} = memref.atomic_rmw {kind} {}, {}[{}] : ({ty}, {}) -> {ty}",
                value.name,
                buffer.name,
                at.join(", "),
                buffer.ty
            ));
            self.add(&name, &element);
        } else {
            let (name, current) = (self.fresh(), self.fresh());
            let at: Vec<&str> = subscripts.iter().map(|value| value.name.as_str()).collect();
            self.line(&format!(
                "{name} = memref.generic_atomic_rmw {}[{}] : {} {{",
                buffer.name,
                at.join(", "),
                buffer.ty
            ));
            self.line(&format!("^bb0({current}: {ty}):"));
            self.nested(|this| {
                let current = this.add(&current, &element);
                let op = if element.element.is_float() { "arith.mulf" } else { "arith.xori" };
                let other = this.value(&element);
                let next = this.define(op, &[&current, &other], "", &element);
                this.emit("memref.atomic_yield", &[&next], "", &[]);
            });
            self.line("}");
            self.add(&name, &element);
        }
    }

    fn vector_access(&mut self) {
        let to_write = self.random.chance(50);
        let fits = |buffer: &Buffer| {
            buffer.strides.is_none() && !buffer.shape.is_empty() && buffer.element != Scalar::Index
        };
        let Some(buffer) = self.any_buffer(to_write).filter(fits) else { return self.access() };
        if let Scalar::Complex(_) | Scalar::Int(1 | 3 | 13 | 100) = buffer.element {
            return self.access();
        }
        let last = buffer.shape[buffer.shape.len() - 1];
        let length = self.random.between(1, last);
        let vector =
            Ty { container: Container::Vector, shape: vec![length], element: buffer.element };
        let mut limits = buffer.shape.clone();
        if let Some(limit) = limits.last_mut() {
            *limit = last - length + 1;
        }
        let vector_text = vector.text();
        if self.random.chance(50) {
            let at: Vec<String> =
                limits.iter().map(|&limit| self.affine_subscript(limit)).collect();
            let at = at.join(", ");
            if to_write {
                let value = self.value(&vector);
                self.line(&format!(
                    "affine.vector_store {}, {}[{at}] : {}, {vector_text}",
                    value.name, buffer.name, buffer.ty
                ));
            } else {
                let name = self.fresh();
                self.line(&format!(
                    "{name} = affine.vector_load {}[{at}] : {}, {vector_text}",
                    buffer.name, buffer.ty
                ));
                self.add(&name, &vector);
            }
            return;
        }
        let subscripts: Vec<Value> = limits.iter().map(|&limit| self.index_below(limit)).collect();
        let mut operands = vec![(buffer.name.as_str(), buffer.ty.as_str())];
        operands.extend(subscripts.iter().map(|value| (value.name.as_str(), "index")));
        if to_write {
            let value = self.value(&vector);
            operands.insert(0, (&value.name, &vector_text));
            self.raw("vector.store", &operands, "", &[]);
        } else {
            let names = self.raw("vector.load", &operands, "", std::slice::from_ref(&vector_text));
            self.add(&names[0], &vector);
        }
    }

    /// A size or the number of dimensions.
    fn question(&mut self) {
        let Some(buffer) = self.any_buffer(false) else { return self.computation() };
        if buffer.shape.is_empty() || self.random.chance(20) {
            let names =
                self.raw("memref.rank", &[(&buffer.name, &buffer.ty)], "", &["index".to_owned()]);
            self.add(&names[0], &INDEX);
            return;
        }
        let at = self.random.below(buffer.shape.len());
        let at = self.number(&at.to_string(), &INDEX);
        let operands = [(buffer.name.as_str(), buffer.ty.as_str()), (&at.name, "index")];
        let names = self.raw("memref.dim", &operands, "", &["index".to_owned()]);
        self.add(&names[0], &INDEX);
    }

    /// An op that changes no value.
    fn hint(&mut self) {
        let Some(buffer) = self.any_buffer(false) else { return self.computation() };
        match self.random.below(3) {
            0 => {
                let subscripts = self.subscripts(&buffer);
                let mut operands = vec![(buffer.name.as_str(), buffer.ty.as_str())];
                operands.extend(subscripts.iter().map(|value| (value.name.as_str(), "index")));
                let attributes = "isDataCache = true, isWrite = false, localityHint = 2 : i32";
                self.raw("memref.prefetch", &operands, attributes, &[]);
            }
            1 if !buffer.shape.is_empty() => {
                let at: Vec<String> =
                    buffer.shape.iter().map(|&size| self.affine_subscript(size)).collect();
                self.line(&format!(
                    "affine.prefetch {}[{}], read, locality<3>, data : {}",
                    buffer.name,
                    at.join(", "),
                    buffer.ty
                ));
            }
            _ => {
                let value = self.value(&I32);
                let limit = self.number("-2147483648", &I32);
                let always = self.define(
                    "arith.cmpi",
                    &[&value, &limit],
                    "predicate = 5 : i64",
                    &super::types::I1,
                );
                self.emit("cf.assert", &[&always], "msg = \"never printed\"", &[]);
            }
        }
    }
}

/// A function that starts transfers between memories, which no engine runs.
pub(super) fn transfers(random: &mut Random) -> String {
    let (size, tag) = (random.between(1, 4), random.below(2));
    format!(
        "func.func @transfers(%from: memref<4x8xf32>, %to: memref<16xf32, 1>, %at: index) {{
  %tag = memref.alloc() : memref<2xi32>
  %n = arith.constant {size} : index
  %zero = arith.constant 0 : index
  affine.for %i = 0 to 4 {{
    affine.dma_start %from[%i, 2], %to[%i * 2], %tag[{tag}], %n : memref<4x8xf32>, memref<16xf32, \
    1>, memref<2xi32>
    affine.dma_wait %tag[{tag}], %n : memref<2xi32>
  }}
  memref.dma_start %from[%zero, %at], %to[%at], %n, %tag[%zero] : memref<4x8xf32>, memref<16xf32, \
  1>, memref<2xi32>
  memref.dma_wait %tag[%zero], %n : memref<2xi32>
  return
}}
"
    )
}

/// The type without a layout.
pub(super) fn default_type(shape: &[usize], element: Scalar) -> String {
    let sizes: String = shape.iter().map(|size| format!("{size}x")).collect();
    format!("memref<{sizes}{}>", element.text())
}

fn default_strides(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    for at in (1..shape.len()).rev() {
        strides[at - 1] = strides[at] * shape[at];
    }
    strides
}
