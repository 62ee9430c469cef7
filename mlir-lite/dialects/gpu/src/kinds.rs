//! The type of tokens, the address spaces of memory, and the keywords of ops.

use mlir_lite::ir::prelude::*;
use mlir_lite::text::print_type;
use mlir_lite::types::TypeKind;

/// `!gpu.async.token`: work of a device that other work can wait for.
#[type_def(name = "gpu.async.token")]
#[derive(Copy)]
pub struct AsyncTokenType;

/// GPU address space
///
/// `#gpu.address_space<workgroup>`: which threads share a memory.
#[enum_attr(name = "gpu.address_space")]
pub enum AddressSpace {
    /// All threads.
    #[case("global")]
    Global = 1,
    /// The threads of a block.
    #[case("workgroup")]
    Workgroup = 2,
    /// None: each thread has its own.
    #[case("private")]
    Private = 3,
}

/// a dimension, either 'x', 'y', or 'z'
#[enum_attr(name = "gpu.dim", bare)]
pub enum Dimension {
    /// The first one.
    #[case("x")]
    X = 0,
    /// The second one.
    #[case("y")]
    Y = 1,
    /// The third one.
    #[case("z")]
    Z = 2,
}

/// built-in reduction operations supported by gpu.allreduce
#[enum_attr(name = "gpu.all_reduce_op", bare)]
pub enum AllReduceOperation {
    /// A sum.
    #[case("add")]
    Add = 0,
    /// A product.
    #[case("mul")]
    Mul = 1,
    /// The smaller one of unsigned integers.
    #[case("minui")]
    MinUI = 2,
    /// The smaller one of signed integers.
    #[case("minsi")]
    MinSI = 3,
    /// The smaller float; a number if only the other one is NaN.
    #[case("minnumf")]
    MinNumF = 4,
    /// The greater one of unsigned integers.
    #[case("maxui")]
    MaxUI = 5,
    /// The greater one of signed integers.
    #[case("maxsi")]
    MaxSI = 6,
    /// The greater float; a number if only the other one is NaN.
    #[case("maxnumf")]
    MaxNumF = 7,
    /// The bits that both have.
    #[case("and")]
    And = 8,
    /// The bits that one of them has.
    #[case("or")]
    Or = 9,
    /// The bits that exactly one of them has.
    #[case("xor")]
    Xor = 10,
    /// The smaller float; NaN if one of them is NaN.
    #[case("minimumf")]
    MinimumF = 11,
    /// The greater float; NaN if one of them is NaN.
    #[case("maximumf")]
    MaximumF = 12,
}

impl AllReduceOperation {
    /// Whether it combines floats.
    pub fn is_of_floats(self) -> bool {
        let floats = [Self::MinNumF, Self::MaxNumF, Self::MinimumF, Self::MaximumF];
        self.is_of_all() || floats.contains(&self)
    }

    /// Whether it combines integers.
    pub fn is_of_integers(self) -> bool {
        self.is_of_all() || !self.is_of_floats()
    }

    /// Checks that values of a type can be combined.
    pub(crate) fn check_type(self, ctx: &Context, ty: Type) -> Result<(), String> {
        let fits = if ty.is_float(ctx) { self.is_of_floats() } else { self.is_of_integers() };
        let (word, ty) = (self.stringify(), print_type(ctx, ty));
        let message = format!("`{word}` reduction operation is not compatible with type '{ty}'");
        if fits { Ok(()) } else { Err(message) }
    }

    fn is_of_all(self) -> bool {
        matches!(self, Self::Add | Self::Mul)
    }
}

/// Indexing modes supported by gpu.shuffle.
#[enum_attr(name = "gpu.shuffle_mode", bare)]
pub enum ShuffleMode {
    /// The lane whose number differs by these bits.
    #[case("xor")]
    Xor = 0,
    /// A lane with a greater number.
    #[case("down")]
    Down = 1,
    /// A lane with a smaller number.
    #[case("up")]
    Up = 2,
    /// The lane of this number.
    #[case("idx")]
    Idx = 3,
}

/// Which thread's value all threads of a subgroup get.
#[enum_attr(name = "gpu.broadcast", bare)]
pub enum Broadcast {
    /// That of the first one that is there.
    #[case("first_active_lane")]
    FirstActiveLane = 0,
    /// That of the one whose number is given.
    #[case("specific_lane")]
    SpecificLane = 1,
}

mlir_lite::type_constraints! {
    /// A number of threads or blocks.
    pub LaunchIndex = "index or 32-bit signless integer or 64-bit signless integer",
        |_ctx, ty| [Type::INDEX, Type::I32, Type::I64].contains(&ty);
    /// Memory of unknown rank.
    pub UnrankedMemRef = "unranked.memref of any type values",
        |ctx, ty| matches!(ty.kind(ctx), TypeKind::UnrankedMemRef { .. });
    /// A number that threads can combine.
    pub IntegerOrFloat = "Integer or Float",
        |ctx, ty| ty.is_integer(ctx) || ty.is_float(ctx);
    /// Numbers that threads exchange.
    pub Numbers = "Integer or Float or fixed-length vector of Integer or Float values of ranks 1",
        |ctx, ty| {
            let element = ty.element_or_self(ctx);
            let is_number = element.is_integer(ctx) || element.is_float(ctx);
            let is_row = matches!(ty.kind(ctx), TypeKind::Vector { shape, scalable, .. }
                if shape.len() == 1 && !scalable.contains(&true));
            is_number && (ty == element || is_row)
        };
    /// Bytes of the memory of a block.
    pub ByteMemRef = "1D memref of 8-bit signless integer values",
        |ctx, ty| matches!(ty.kind(ctx), TypeKind::MemRef { shape, element, .. }
            if shape.len() == 1 && *element == Type::I8);
}

mlir_lite::attr_constraints! {
    /// A list of attributes.
    pub Dictionaries = "Array of dictionary attributes", starts LIST,
        |ctx, attr| attr.as_array(ctx).is_some();
}

pub(crate) fn register_kinds(dialect: &mut DialectRegistration<'_>) {
    dialect.ty::<AsyncTokenType>();
    dialect.attribute::<AddressSpace>();
    dialect.attribute::<Dimension>();
    dialect.attribute::<AllReduceOperation>();
    dialect.attribute::<ShuffleMode>();
    dialect.attribute::<Broadcast>();
    dialect.attribute::<crate::LoopDimMapAttr>();
}
