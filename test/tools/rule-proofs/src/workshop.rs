//! The components of programs: a context with all dialects, and random types, attributes and values
//! in it.

use crate::probe::ProbeDialect;
use mlir_lite::Context;
use mlir_lite::attributes::{ApInt, Attribute, DenseElements, NamedAttribute};
use mlir_lite::context::OpName;
use mlir_lite::dialects::context_with_all;
use mlir_lite::interpreter::Value;
use mlir_lite::ir::op_def::{OpDef, TraitFlags};
use mlir_lite::scalar::Float;
use mlir_lite::text::{float, parse_attributes};
use mlir_lite::types::{FloatKind, Type, TypeKind, element_count};
use mlir_lite_diagnostics::Diagnostics;
use random_ir::generate::{ATTRIBUTES, TYPES, registered_ops};
use random_programs::random::Random;

/// A context with all dialects of the project, and objects that are often needed in it.
pub struct Workshop {
    /// The context.
    pub ctx: Context,
    /// All registered ops, by name.
    pub ops: Vec<&'static OpDef>,
    /// Attributes of many kinds.
    pub attributes: Vec<Attribute>,
    types: Vec<Type>,
    /// Flags of arithmetic, by the names of the attributes that hold them.
    flags: Vec<(&'static str, Attribute)>,
}

/// Types of the project's own dialects, and attributes of which constants of them are made.
const OWN_TYPES: [&str; 2] =
    ["!toy.struct<tensor<2xf64>, tensor<f64>>", "!toy.struct<tensor<3xf64>>"];
const OWN_ATTRIBUTES: [&str; 3] = [
    "[dense<[1.0, -0.0]> : tensor<2xf64>, dense<2.5> : tensor<f64>]",
    "[dense<[0.0, 3.0, 0x7FF8000000000000]> : tensor<3xf64>]",
    "[1.0 : f64, -0.0 : f64]",
];

const FLAGS: [(&str, &str); 7] = [
    ("fastmath", "#arith.fastmath<fast>"),
    ("fastmath", "#arith.fastmath<nnan,nsz>"),
    ("fastmath", "#arith.fastmath<contract>"),
    ("fastmath", "#arith.fastmath<nnan,ninf,nsz,arcp>"),
    ("overflowFlags", "#arith.overflow<nsw>"),
    ("overflowFlags", "#arith.overflow<nuw>"),
    ("overflowFlags", "#arith.overflow<nsw, nuw>"),
];

impl Workshop {
    /// With the dialects of the project, and those that `load` adds.
    pub fn new(load: fn(&Context)) -> Self {
        let ctx = context_with_all();
        toy_dialect::register(&ctx);
        ctx.load::<ProbeDialect>();
        load(&ctx);
        ctx.set_threads(1);
        let ops = registered_ops(&ctx);
        let mut workshop =
            Self { ctx, ops, attributes: Vec::new(), types: Vec::new(), flags: Vec::new() };
        let ctx = &workshop.ctx;
        workshop.types = TYPES
            .iter()
            .chain(&OWN_TYPES)
            .filter_map(|text| workshop.read(text)?.as_type(ctx))
            .collect();
        workshop.attributes = ATTRIBUTES
            .iter()
            .chain(&OWN_ATTRIBUTES)
            .filter_map(|text| workshop.read(text))
            .collect();
        workshop.flags = FLAGS
            .into_iter()
            .filter_map(|(name, text)| Some((name, workshop.read(text)?)))
            .collect();
        workshop
    }

    /// Attributes by which an op of that name promises something.
    pub fn promises(&self, name: OpName, random: &mut Random) -> Vec<NamedAttribute> {
        let mut chosen = Vec::new();
        for property in self.ctx.op_info(name).upstream_properties().attrs {
            let fitting: Vec<Attribute> = self
                .flags
                .iter()
                .filter(|(name, _)| *name == property.name)
                .map(|(_, value)| *value)
                .collect();
            if random.chance(75) {
                chosen.extend(
                    random.pick(&fitting).map(|&value| (self.ctx.ident(property.name), value)),
                );
            }
        }
        chosen
    }

    /// An attribute as text.
    pub fn read(&self, text: &str) -> Option<Attribute> {
        let file = self.ctx.sources().add("attribute", text.to_owned()).ok()?;
        parse_attributes(&self.ctx, &file, &[None], &mut Diagnostics::new()).ok()?.first().copied()
    }

    /// A scalar type: integers of 1 to 128 bits, `index`, and all float formats.
    pub fn any_scalar(&self, random: &mut Random) -> Type {
        match random.below(10) {
            0..5 => self.any_integer(random),
            5 => Type::INDEX,
            _ => self.any_float(random),
        }
    }

    /// An integer type.
    pub fn any_integer(&self, random: &mut Random) -> Type {
        const WIDTHS: [u32; 12] = [1, 1, 2, 7, 8, 16, 32, 32, 64, 64, 65, 128];
        let width = match random.chance(75) {
            true => random.pick(&WIDTHS).copied().unwrap_or(32),
            false => random.between(1, 128) as u32,
        };
        self.ctx.integer_type(width)
    }

    /// A float type.
    pub fn any_float(&self, random: &mut Random) -> Type {
        if random.chance(60) {
            return random
                .pick(&[Type::F16, Type::BF16, Type::F32, Type::F64])
                .copied()
                .unwrap_or(Type::F64);
        }
        let kind = random.pick(&FloatKind::ALL).copied().unwrap_or(FloatKind::F64);
        self.ctx.intern_type(TypeKind::Float(kind))
    }

    /// Any type.
    pub fn any_type(&self, random: &mut Random) -> Type {
        let scalar = self.any_scalar(random);
        match random.below(100) {
            0..55 => scalar,
            55..72 => self.ctx.vector_type(&sizes(random, 1, false), scalar),
            72..85 => self.ctx.tensor_type(&sizes(random, 0, true), scalar),
            85..92 => self.ctx.memref_type(&sizes(random, 0, true), scalar),
            _ => random.pick(&self.types).copied().unwrap_or(scalar),
        }
    }

    /// A type that may be lowered to the llvm dialect.
    pub fn any_lowered_type(&self, random: &mut Random) -> Type {
        let scalar = self.any_scalar(random);
        match random.below(100) {
            0..60 => scalar,
            60..80 => self.ctx.vector_type(&sizes(random, 1, false), scalar),
            80..95 => self.ctx.memref_type(&sizes(random, 0, true), scalar),
            _ => self.ctx.intern_type(TypeKind::Complex(Type::F64)),
        }
    }

    /// The same container of other elements; none if the type has none.
    pub fn with_element(&self, ty: Type, element: Type) -> Option<Type> {
        let ctx = &self.ctx;
        Some(match ty.kind(ctx) {
            TypeKind::Vector { shape, scalable, .. }
                if scalable.is_empty() && element.may_be_in_vectors(ctx) =>
            {
                ctx.vector_type(&shape.clone(), element)
            }
            TypeKind::RankedTensor { shape, encoding: None, .. }
                if element.may_be_in_tensors(ctx) =>
            {
                ctx.tensor_type(&shape.clone(), element)
            }
            TypeKind::UnrankedTensor(_) if element.may_be_in_tensors(ctx) => {
                ctx.unranked_tensor_type(element)
            }
            TypeKind::MemRef { shape, layout: None, memory_space: None, .. }
                if element.may_be_in_memrefs(ctx) =>
            {
                ctx.memref_type(&shape.clone(), element)
            }
            TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_) => element,
            _ => return None,
        })
    }

    /// A type that is like another in some way: it has its shape or its elements.
    pub fn related_type(&self, ty: Type, random: &mut Random) -> Type {
        let ctx = &self.ctx;
        let own = ty.element_or_self(ctx);
        match random.below(8) {
            0..2 => ty,
            2 => own,
            3 => self.with_element(ty, Type::I1).unwrap_or(ty),
            4 => match own.kind(ctx) {
                TypeKind::Integer { .. } => {
                    self.with_element(ty, self.any_integer(random)).unwrap_or(ty)
                }
                TypeKind::Float(_) => self.with_element(ty, self.any_float(random)).unwrap_or(ty),
                _ => ty,
            },
            5 => self.loosened(ty, random),
            6 => self.with_element(self.any_type(random), own).unwrap_or(ty),
            _ => self.with_element(ty, self.any_scalar(random)).unwrap_or(ty),
        }
    }

    /// The type with some sizes left open, or given.
    fn loosened(&self, ty: Type, random: &mut Random) -> Type {
        let ctx = &self.ctx;
        let mut change = |shape: &[i64]| -> Vec<i64> {
            let open = mlir_lite::types::DYNAMIC;
            let mut size = |&size: &i64| match random.chance(50) {
                true if size == open => random.between(1, 4) as i64,
                true => open,
                false => size,
            };
            shape.iter().map(&mut size).collect()
        };
        match ty.kind(ctx) {
            TypeKind::RankedTensor { shape, element, encoding: None } => {
                ctx.tensor_type(&change(shape), *element)
            }
            TypeKind::MemRef { shape, element, layout: None, memory_space: None } => {
                ctx.memref_type(&change(shape), *element)
            }
            _ => ty,
        }
    }

    /// A constant of a type; special ones are likely. Tame ones are small, positive and not zero.
    pub fn constant(&self, ty: Type, is_tame: bool, random: &mut Random) -> Option<Attribute> {
        let ctx = &self.ctx;
        match ty.kind(ctx) {
            TypeKind::Integer { .. } | TypeKind::Index => {
                let width = ty.bit_width(ctx).unwrap_or(64);
                let bytes = integer(width, is_tame, random).to_le_bytes();
                Some(ctx.apint_attr(ty, ApInt::from_le_bytes(width, &bytes)))
            }
            TypeKind::Float(kind) => {
                Some(ctx.float_bits_attr(ty, float_bits(*kind, is_tame, random)?))
            }
            TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } => {
                let element = ty.element_type(ctx)?;
                let count = element_count(ty.static_shape(ctx)?)?;
                let size = DenseElements::element_size(ctx, element)?;
                let is_splat = random.chance(50) || count == 1 || ty.is_scalable_vector(ctx);
                let mut data = Vec::new();
                for _ in 0..if is_splat { count.min(1) } else { count } {
                    data.extend(
                        self.element(element, is_tame, random)?
                            .to_le_bytes()
                            .into_iter()
                            .take(size),
                    );
                }
                Some(ctx.dense_attr(DenseElements::new(ty, data.into(), is_splat && count > 0)))
            }
            TypeKind::Complex(part) => {
                let parts = [
                    self.constant(*part, is_tame, random)?,
                    self.constant(*part, is_tame, random)?,
                ];
                Some(ctx.array_attr(&parts))
            }
            _ => None,
        }
    }

    fn element(&self, ty: Type, is_tame: bool, random: &mut Random) -> Option<u128> {
        let ctx = &self.ctx;
        match ty.kind(ctx) {
            TypeKind::Float(kind) => float_bits(*kind, is_tame, random),
            TypeKind::Integer { .. } | TypeKind::Index => {
                Some(integer(ty.bit_width(ctx).unwrap_or(64), is_tame, random))
            }
            TypeKind::Complex(part) => {
                let width = part.bit_width(ctx).filter(|&width| width <= 64)?;
                let (re, im) =
                    (self.element(*part, is_tame, random)?, self.element(*part, is_tame, random)?);
                Some(re | im << (width.div_ceil(8) * 8))
            }
            _ => None,
        }
    }

    /// A value of a type to run a program with; poison if there is none. Dynamic sizes of the type
    /// are `open`.
    pub fn value(&self, ty: Type, open: i64, is_tame: bool, random: &mut Random) -> Value {
        let ctx = &self.ctx;
        match ty.kind(ctx) {
            TypeKind::Integer { .. } | TypeKind::Index => {
                Value::Int(integer(ty.bit_width(ctx).unwrap_or(64), is_tame, random))
            }
            TypeKind::Float(kind) => float_bits(*kind, is_tame, random)
                .map_or(Value::Poison, |bits| Value::number(Float::from_bits(*kind, bits))),
            TypeKind::Complex(part) => {
                let parts = (0..2).map(|_| self.value(*part, open, is_tame, random)).collect();
                Value::aggregate(parts)
            }
            TypeKind::UnrankedTensor(element) => {
                let shape = sizes(random, 0, false);
                let count = shape.iter().product::<i64>();
                let values =
                    (0..count).map(|_| self.value(*element, open, is_tame, random)).collect();
                Value::elements(&shape, values)
            }
            TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } | TypeKind::MemRef { .. } => {
                let Some((shape, element)) = ty.shape(ctx).zip(ty.element_type(ctx)) else {
                    return Value::Poison;
                };
                let shape: Vec<i64> =
                    shape.iter().map(|&size| if size < 0 { open } else { size }).collect();
                let count = element_count(&shape).unwrap_or(0).min(4096);
                let values =
                    (0..count).map(|_| self.value(element, open, is_tame, random)).collect();
                Value::elements(&shape, values)
            }
            _ => Value::Poison,
        }
    }
}

/// Whether an op has nothing but operands, attributes and results, and may be made anywhere.
pub fn is_simple(def: &OpDef) -> bool {
    let flags = def.traits.iter().fold(TraitFlags::NONE, |flags, it| flags.union(it.flags));
    def.regions.is_empty()
        && def.successors.is_empty()
        && !flags.contains(TraitFlags::TERMINATOR)
        && !flags.contains(TraitFlags::SYMBOL)
}

/// Sizes of at least `least` dimensions.
fn sizes(random: &mut Random, least: usize, may_be_open: bool) -> Vec<i64> {
    let rank = if random.chance(70) { 1 } else { random.between(least, 3) };
    let size = |_| match may_be_open && random.chance(35) {
        true => mlir_lite::types::DYNAMIC,
        // Sizes that are open are usually 2 where a program is run.
        false if random.chance(40) => 2,
        false => random.between(1, 4) as i64,
    };
    (0..rank).map(size).collect()
}

/// The bits of an integer: small ones, extreme ones, or any.
fn integer(width: u32, is_tame: bool, random: &mut Random) -> u128 {
    let mask = u128::MAX >> (128 - width.clamp(1, 128));
    if is_tame {
        return (1 + random.below(3) as u128) & mask;
    }
    let smallest = (mask >> 1) + 1;
    let special = [
        0,
        1,
        mask,
        smallest,
        smallest - 1,
        smallest >> 1,
        u128::from(width),
        u128::from(width - 1),
    ];
    mask & match random.below(10) {
        0..4 => random.pick(&special).copied().unwrap_or(0),
        4..8 => (random.below(9) as u128).wrapping_sub(2 * u128::from(random.chance(20))),
        _ => (0..8).fold(0, |bits, _| bits << 16 | random.below(1 << 16) as u128),
    }
}

/// The bits of a float in its format: special ones, plain ones, or any.
fn float_bits(kind: FloatKind, is_tame: bool, random: &mut Random) -> Option<u128> {
    const PLAIN: [f64; 12] =
        [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, 3.25, -7.0, 100.0, 1e10, 1.0 / 3.0, -2.5];
    const SPECIAL: [f64; 6] =
        [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 0.0, -0.0, f64::MIN_POSITIVE];
    let mask = u128::MAX >> (128 - kind.width());
    let rounded = |value: f64| float::from_f64(kind, value);
    // The interpreter does not tell NaNs apart.
    let one_nan = |bits: u128| {
        // The leading digit that `f80` writes follows from the exponent.
        let bits = match kind {
            FloatKind::F80 if bits >> 64 & 0x7FFF == 0 => bits & !(1 << 63),
            FloatKind::F80 => bits | 1 << 63,
            _ => bits,
        };
        if Float::from_bits(kind, bits).is_nan() { rounded(f64::NAN) } else { Some(bits) }
    };
    if is_tame {
        return rounded([1.0, 1.5, 2.0, 3.0][random.below(4)]);
    }
    match random.below(10) {
        0..5 => rounded(random.pick(&PLAIN).copied().unwrap_or(0.0)).or_else(|| rounded(1.0)),
        5..7 => rounded(random.pick(&SPECIAL).copied().unwrap_or(0.0)).or_else(|| rounded(1.0)),
        // The least and the largest numbers.
        7 => one_nan([1, mask >> 1, mask, mask & !1][random.below(4)]),
        _ => one_nan(mask & (0..8).fold(0, |bits, _| bits << 16 | random.below(1 << 16) as u128)),
    }
}
