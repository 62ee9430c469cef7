//! Random valid IR: all kinds of types, attributes and locations, ops of no dialect with regions,
//! blocks, branches and several results, in modules and functions. The same seed gives the same IR.

use mlir_lite::Context;
use mlir_lite::affine::AffineExpr;
use mlir_lite::attributes::{
    ApInt, Attribute, AttributeKind, DenseElements, KnownIdent, SymbolPath,
};
use mlir_lite::dialects::builtin::ModuleOp;
use mlir_lite::dialects::standard::FuncOp;
use mlir_lite::ir::resources::{Resource, Resources};
use mlir_lite::ir::{BlockId, Body, Ident, Location, OperationState, UniquedLocation, ValueId};
use mlir_lite::text::float;
use mlir_lite::types::{DYNAMIC, FloatKind, Signedness, Type, TypeKind};

const MAX_DEPTH: u32 = 3;

pub(crate) struct Generator {
    ctx: Context,
    state: u64,
    symbols: u32,
    /// Those made so far, to be used again.
    distinct: Vec<Attribute>,
}

impl Generator {
    pub(crate) fn new(ctx: &Context, seed: u64) -> Self {
        let state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66;
        Self { ctx: ctx.clone(), state, symbols: 0, distinct: Vec::new() }
    }

    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn many<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }

    // Names and texts

    fn bytes(&mut self) -> Vec<u8> {
        self.many(6, |g| if g.one_in(2) { g.next() as u8 } else { b' ' + (g.next() % 95) as u8 })
    }

    /// Any text, not empty.
    fn text(&mut self) -> String {
        const CHARS: [char; 14] =
            ['a', 'Z', '_', '7', '.', '$', '-', ' ', '"', '\\', '\n', '\0', 'é', '→'];
        let rest = self.many(5, |g| g.pick(&CHARS));
        std::iter::once(self.pick(&CHARS)).chain(rest).collect()
    }

    /// A name that needs no quotes, most of the time; else any text.
    fn name(&mut self) -> String {
        match self.below(4) {
            0 => self.text(),
            1 => format!("dialect.name{}", self.below(9)),
            _ => self
                .pick(&["a", "value", "_x9", "a$b", "true", "loc", "dense", "unit", "x"])
                .to_owned(),
        }
    }

    fn ident(&mut self) -> Ident {
        let name = self.name();
        self.ctx.ident(&name)
    }

    // Types

    fn float_kind(&mut self) -> FloatKind {
        self.pick(&FloatKind::ALL)
    }

    fn float(&mut self) -> Type {
        let kind = self.float_kind();
        self.ctx.intern_type(TypeKind::Float(kind))
    }

    fn integer(&mut self) -> Type {
        let width = self.pick(&[1, 7, 8, 16, 32, 33, 64, 65, 128, 1000]);
        let signedness =
            self.pick(&[Signedness::Signless, Signedness::Signed, Signedness::Unsigned]);
        self.ctx.intern_type(TypeKind::Integer { width, signedness })
    }

    fn scalar(&mut self) -> Type {
        match self.below(3) {
            0 => self.float(),
            1 => Type::INDEX,
            _ => self.integer(),
        }
    }

    fn shape(&mut self, least: i64, dynamic: bool) -> Vec<i64> {
        self.many(3, |g| if dynamic && g.one_in(3) { DYNAMIC } else { least + g.below(4) as i64 })
    }

    fn element(&mut self, depth: u32) -> Type {
        match self.below(5) {
            0 if depth > 0 => self.vector(),
            1 => self.complex(),
            2 => self.opaque_type(),
            _ => self.scalar(),
        }
    }

    fn memref_element(&mut self, depth: u32) -> Type {
        match self.below(5) {
            0 => self.vector(),
            1 => self.complex(),
            2 if depth > 0 => {
                let element = self.memref_element(depth - 1);
                self.ctx.memref_type(&[2, DYNAMIC], element)
            }
            _ => self.scalar(),
        }
    }

    fn complex(&mut self) -> Type {
        let part = if self.one_in(2) { self.float() } else { self.integer() };
        self.ctx.intern_type(TypeKind::Complex(part))
    }

    fn vector(&mut self) -> Type {
        let mut shape = self.shape(1, false);
        shape.push(4);
        let element = self.scalar();
        let scalable: Vec<bool> = shape.iter().map(|_| self.one_in(4)).collect();
        self.ctx.scalable_vector_type(&shape, &scalable, element)
    }

    fn opaque_type(&mut self) -> Type {
        let data = self.pick(&["simple", "with<params, 4>", "deep<[{(a)}], \"x>\">", "a.b<c>"]);
        let dialect = self.ctx.ident("other");
        self.ctx.intern_type(TypeKind::Opaque { dialect, data: data.into() })
    }

    fn ty(&mut self, depth: u32) -> Type {
        if depth == 0 {
            return self.scalar();
        }
        let kind = match self.below(11) {
            0 => return self.vector(),
            1 => return self.complex(),
            2 => return self.opaque_type(),
            3 => TypeKind::None,
            4 => TypeKind::Tuple(self.many(3, |g| g.ty(depth - 1)).into()),
            5 => TypeKind::Function {
                inputs: self.many(2, |g| g.ty(depth - 1)).into(),
                results: self.many(2, |g| g.ty(depth - 1)).into(),
            },
            6 => {
                let encoding = if self.one_in(4) { Some(self.plain_attribute()) } else { None };
                TypeKind::RankedTensor {
                    shape: self.shape(0, true).into(),
                    element: self.element(depth - 1),
                    encoding,
                }
            }
            7 => TypeKind::UnrankedTensor(self.element(depth - 1)),
            8 => {
                let shape = self.shape(0, true);
                let layout = if self.one_in(2) {
                    let dims = shape.len() as u32;
                    let map = self.affine_results(dims, 0, 2);
                    Some(self.ctx.affine_map_attr(self.ctx.affine_map(dims, 0, &map)))
                } else {
                    None
                };
                TypeKind::MemRef {
                    shape: shape.into(),
                    element: self.memref_element(depth - 1),
                    layout: layout.filter(|map| {
                        !map.as_affine_map(&self.ctx).is_some_and(|map| map.is_identity(&self.ctx))
                    }),
                    memory_space: self.memory_space(),
                }
            }
            9 => TypeKind::UnrankedMemRef {
                element: self.memref_element(1),
                memory_space: self.memory_space(),
            },
            _ => return self.scalar(),
        };
        self.ctx.intern_type(kind)
    }

    fn memory_space(&mut self) -> Option<Attribute> {
        let number = 1 + self.below(5) as i64;
        match self.below(4) {
            0 => Some(self.ctx.i64_attr(number)),
            1 => Some(self.ctx.string_attr("shared")),
            _ => None,
        }
    }

    // Affine expressions

    fn affine(&mut self, dims: u32, symbols: u32, depth: u32) -> AffineExpr {
        let ctx = self.ctx.clone();
        if depth == 0 || self.one_in(3) {
            return match self.below(3) {
                0 if dims > 0 => ctx.affine_dim(self.below(dims as usize) as u32),
                1 if symbols > 0 => ctx.affine_symbol(self.below(symbols as usize) as u32),
                _ => ctx.affine_constant(self.below(20) as i64 - 10),
            };
        }
        let a = self.affine(dims, symbols, depth - 1);
        let positive = ctx.affine_constant(1 + self.below(8) as i64);
        match self.below(6) {
            0 => ctx.affine_mul(a, positive),
            1 => ctx.affine_mod(a, positive),
            2 => ctx.affine_floordiv(a, positive),
            3 => ctx.affine_ceildiv(a, positive),
            4 => {
                let b = self.affine(dims, symbols, depth - 1);
                ctx.affine_sub(a, b)
            }
            _ => {
                let b = self.affine(dims, symbols, depth - 1);
                ctx.affine_add(a, b)
            }
        }
    }

    fn affine_results(&mut self, dims: u32, symbols: u32, most: usize) -> Vec<AffineExpr> {
        (0..=self.below(most)).map(|_| self.affine(dims, symbols, 3)).collect()
    }

    // Attributes

    fn integer_attribute(&mut self) -> Attribute {
        let ty = if self.one_in(3) { Type::INDEX } else { self.integer() };
        let width = ty.bit_width(&self.ctx).unwrap_or(64);
        let bytes: Vec<u8> =
            (0..width.div_ceil(8)).map(|_| self.pick(&[0, 1, 0x7f, 0x80, 0xff])).collect();
        self.ctx.apint_attr(ty, ApInt::from_le_bytes(width, &bytes))
    }

    fn float_attribute(&mut self) -> Attribute {
        let kind = self.float_kind();
        let ty = self.ctx.intern_type(TypeKind::Float(kind));
        let value = self.pick(&[0.0, -0.0, 1.0, -2.5, 1e10, 3.25e-4, 0.1, f64::INFINITY]);
        if self.one_in(2)
            && let Some(bits) = float::from_f64(kind, value)
        {
            return self.ctx.float_bits_attr(ty, bits);
        }
        let bits = u128::from(self.next()) << 64 | u128::from(self.next());
        self.ctx.float_bits_attr(ty, bits >> (128 - kind.width()))
    }

    /// An attribute that may be in a type.
    fn plain_attribute(&mut self) -> Attribute {
        let bytes = self.bytes();
        match self.below(3) {
            0 => self.integer_attribute(),
            1 => self.ctx.bytes_attr(&bytes),
            _ => Attribute::UNIT,
        }
    }

    fn dense(&mut self) -> Attribute {
        let element = match self.below(4) {
            0 => self.pick(&[Type::BF16, Type::F16, Type::F32, Type::F64, Type::F80, Type::F128]),
            1 => Type::INDEX,
            2 => self.ctx.intern_type(TypeKind::Complex(Type::F32)),
            _ => self.pick(&[Type::I1, Type::I8, Type::I16, Type::I32, Type::I64]),
        };
        let shape = self.shape(0, false);
        let ty = self.ctx.tensor_type(&shape, element);
        let size = DenseElements::element_size(&self.ctx, element).unwrap_or(1);
        let count = shape.iter().product::<i64>() as usize;
        let splat = count > 0 && self.one_in(3);
        let mask = if element == Type::I1 { 1 } else { 0xff };
        let bytes: Vec<u8> =
            (0..size * if splat { 1 } else { count }).map(|_| self.next() as u8 & mask).collect();
        let all_alike = count > 0 && bytes.chunks(size).all(|chunk| chunk == &bytes[..size]);
        let bytes = if all_alike { bytes[..size].to_vec() } else { bytes };
        self.ctx.dense_attr(DenseElements::new(ty, bytes.into(), all_alike))
    }

    fn attribute(&mut self, depth: u32) -> Attribute {
        let ctx = self.ctx.clone();
        match self.below(if depth == 0 { 9 } else { 15 }) {
            0 => Attribute::UNIT,
            1 => self.integer_attribute(),
            2 => self.float_attribute(),
            3 => ctx.bytes_attr(&self.bytes()),
            4 => ctx.type_attr(self.ty(2)),
            5 => {
                let nested = self.many(2, Self::ident);
                let supers = if self.below(4) == 0 { self.below(4) as u32 } else { 0 };
                ctx.symbol_path_attr(SymbolPath { supers, root: self.ident(), nested: &nested })
            }
            6 => self.dense(),
            7 => {
                let (dims, symbols) = (self.below(3) as u32, self.below(3) as u32);
                let results = self.affine_results(dims, symbols, 3);
                ctx.affine_map_attr(ctx.affine_map(dims, symbols, &results))
            }
            8 => match self.below(4) {
                0 => Attribute::TRUE,
                1 => ctx.i64_array_attr(&self.many(3, |g| g.next() as i64)),
                2 => ctx.i32_array_attr(&self.many(3, |g| g.next() as i32)),
                _ => {
                    let bytes = self.bytes().into();
                    let ty = Some(self.scalar());
                    let ident = KnownIdent::default();
                    ctx.intern_attribute(AttributeKind::String { bytes, ty, ident })
                }
            },
            9 => ctx.dictionary_attr(&self.many(3, |g| (g.ident(), g.attribute(depth - 1)))),
            10 => ctx.intern_attribute(AttributeKind::Location(self.location(2))),
            11 => {
                if !self.distinct.is_empty() && self.one_in(2) {
                    let known = self.distinct.clone();
                    return self.pick(&known);
                }
                let attribute = ctx.distinct_attr(self.attribute(depth - 1));
                self.distinct.push(attribute);
                attribute
            }
            12 => {
                let kind = AttributeKind::DenseResource { key: self.ident(), ty: self.vector() };
                ctx.intern_attribute(kind)
            }
            13 => {
                let data =
                    self.pick(&["simple", "with<params, 4>", "\"any text\"", "1 + [2]"]).into();
                let ty = if self.one_in(3) { Some(self.scalar()) } else { None };
                ctx.intern_attribute(AttributeKind::Opaque {
                    dialect: ctx.ident("other"),
                    data,
                    ty,
                })
            }
            _ => ctx.array_attr(&self.many(4, |g| g.attribute(depth - 1))),
        }
    }

    fn location(&mut self, depth: u32) -> Location {
        let ctx = self.ctx.clone();
        match self.below(if depth == 0 { 2 } else { 6 }) {
            5 => {
                let mut place = || (self.below(100) as u32, self.below(100) as u32);
                let (start, end) = (place(), place());
                ctx.file_range_location(&self.text(), start, end)
            }
            0 => Location::UNKNOWN,
            1 => ctx.file_location(&self.text(), self.below(100) as u32, self.below(100) as u32),
            2 => {
                let child = self.location(depth - 1);
                ctx.location(UniquedLocation::Name { name: self.ident(), child })
            }
            3 => {
                let callee = self.location(depth - 1);
                ctx.call_site_location(callee, self.location(depth - 1))
            }
            _ => {
                let locations = self.many(3, |g| g.location(depth - 1));
                let metadata = if self.one_in(2) { Some(self.attribute(1)) } else { None };
                ctx.fused_location(&locations, metadata)
            }
        }
    }

    // Ops

    /// A module with functions and other ops.
    pub(crate) fn module(&mut self) -> Body {
        let ctx = self.ctx.clone();
        let mut module = ModuleOp::create(&ctx, self.location(2));
        let block = ModuleOp::body_block(&module);
        self.ops(&mut module, block, &mut Vec::new(), MAX_DEPTH);
        for _ in 0..self.below(4) {
            let function = self.function();
            let link = module.create_isolated_op(function, &[], &[]);
            module.append_op(block, link);
        }
        for _ in 0..self.below(4) {
            let (group, key, value) = (self.name(), self.name(), self.resource());
            let external = &mut module.resources_mut().external;
            Resources::group(external, &group).entries.push((key.into(), value));
        }
        module
    }

    fn resource(&mut self) -> Resource {
        match self.below(3) {
            0 => Resource::Bool(self.one_in(2)),
            // A text that begins like a blob is parsed as one.
            1 => Resource::String([&b" "[..], &self.bytes()].concat().into()),
            _ => Resource::Blob { alignment: 1 << self.below(8), data: self.bytes().into() },
        }
    }

    fn symbol(&mut self) -> String {
        self.symbols += 1;
        format!("{}{}", self.name(), self.symbols)
    }

    fn function(&mut self) -> Body {
        let ctx = self.ctx.clone();
        let inputs = self.many(3, |g| g.ty(2));
        let ty = ctx.function_type(&inputs, &[]);
        let name = self.symbol();
        let mut function = FuncOp::create(&ctx, self.location(2), &name, ty);
        let root = function.root();
        for (name, value) in self.many(2, |g| (format!("other.{}", g.below(5)), g.attribute(2))) {
            function.set_attr(root, ctx.ident(&name), value);
        }
        let entry = FuncOp::add_entry_block(&mut function);
        let mut values = function.arguments(entry).to_vec();
        for &argument in &values {
            function.set_argument_location(argument, self.location(2));
        }
        self.ops(&mut function, entry, &mut values, MAX_DEPTH);
        let end = OperationState::new(ctx.op_name("std.return"), self.location(2));
        let end = function.create_op(end);
        function.append_op(entry, end);
        function
    }

    /// Ops of no dialect, which use `values` and add to them.
    fn ops(&mut self, body: &mut Body, block: BlockId, values: &mut Vec<ValueId>, depth: u32) {
        for _ in 0..self.below(5) {
            let name = format!("other.{}", self.pick(&["op", "a.b", "with_$-", "x9"]));
            let mut state = OperationState::new(self.ctx.op_name(&name), self.location(2));
            if !values.is_empty() {
                state.operands = self.many(3, |g| g.pick(values)).into();
            }
            state.result_types = self.many(3, |g| g.ty(3)).into();
            let mut attributes = self.many(3, |g| (g.ident(), g.attribute(3)));
            attributes.sort_by_key(|entry| entry.0);
            attributes.dedup_by_key(|entry| entry.0);
            if self.one_in(3) {
                attributes.push((Ident::PROPERTIES, self.attribute(2)));
            }
            state.attributes = attributes.into();
            let op = body.create_op(state);
            body.append_op(block, op);
            if depth > 0 {
                for _ in 0..self.below(3) {
                    let region = body.add_region(op);
                    self.region(body, region, values, depth - 1);
                }
            }
            values.extend(body.results(op));
        }
    }

    /// Blocks that branch to any but the first; each uses values defined around the region, before
    /// it in the block, and in the first block.
    fn region(
        &mut self,
        body: &mut Body,
        region: mlir_lite::ir::RegionId,
        around: &[ValueId],
        depth: u32,
    ) {
        let mut blocks = Vec::new();
        for _ in 0..self.below(4) {
            let types = self.many(2, |g| g.ty(2));
            let block = body.create_block(region, &types);
            for argument in body.arguments(block).to_vec() {
                body.set_argument_location(argument, self.location(1));
            }
            blocks.push(block);
        }
        let mut seen_by_all = around.to_vec();
        for (i, &block) in blocks.iter().enumerate() {
            let mut values = seen_by_all.clone();
            values.extend_from_slice(body.arguments(block));
            self.ops(body, block, &mut values, depth);
            let mut state = OperationState::new(self.ctx.op_name("other.br"), self.location(1));
            if let [_, targets @ ..] = &blocks[..] {
                for _ in 0..self.below(3).min(targets.len()) {
                    let target = self.pick(targets);
                    state.successors.push((target, Default::default()));
                }
            }
            let end = body.create_op(state);
            body.append_op(block, end);
            if i == 0 {
                seen_by_all = values;
            }
        }
    }
}
