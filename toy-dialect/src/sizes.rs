//! Sizes of dimensions: numbers, or expressions of sizes that the caller of a function decides, or
//! the contents of a file.
//!
//! Such a size is `?` in the type of a tensor, and the type's encoding is a map that gives all of
//! its sizes from symbols: `tensor<?x3xf64, affine_map<()[s0, s1] -> (s0 + s1, 3)>>`. Symbol number
//! k is the size with that number that the caller of the exported function decides, or, after
//! these, one that a file has. All functions that it calls have the same symbols.

use mlir_lite::affine::{AffineExpr, AffineExprKind, AffineMap};
use mlir_lite::ir::prelude::*;
use mlir_lite::types::{DYNAMIC, TypeKind};

/// The attribute of a function that says what the sizes which a caller decides have to be.
pub(crate) const REQUIRED: &str = "toy.required";

/// The attribute of an exported function with the names of the sizes that its caller decides.
pub(crate) const NAMES: &str = "toy.size_names";

/// The attribute of a function with the names of the sizes that files have, which come after those
/// that its caller decides.
pub(crate) const FILE_SIZES: &str = "toy.file_sizes";

/// The most elements of a tensor whose sizes are not known when a program is compiled: no address
/// is beyond them.
pub const MOST_ELEMENTS: i64 = 1 << 58;

/// Ops whose elements are the sizes of a tensor.
#[op_interface]
pub(crate) trait GivesSizes {
    /// The tensor.
    fn of_tensor(op: View<'_, Self>) -> ValueId;
}

/// The size of a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// A number.
    Known(i64),
    /// An expression of symbols, which is linear and not a constant.
    Symbolic(AffineExpr),
}

/// The sizes of a tensor.
pub(crate) type Sizes = SmallVec<[Size; 4]>;

impl From<i64> for Size {
    fn from(size: i64) -> Self {
        Self::Known(size)
    }
}

/// The sizes of a tensor that is at hand.
pub(crate) fn known(shape: &[i64]) -> Sizes {
    shape.iter().copied().map(Size::Known).collect()
}

impl Size {
    /// The sum of two sizes.
    pub(crate) fn plus(self, ctx: &Context, other: Self) -> Self {
        Self::of(ctx, ctx.affine_add(self.expression(ctx), other.expression(ctx)))
    }

    /// The size that an expression of symbols is.
    pub(crate) fn of(ctx: &Context, expression: AffineExpr) -> Self {
        expression.as_constant(ctx).map_or(Self::Symbolic(expression), Self::Known)
    }

    /// The expression of symbols.
    pub(crate) fn expression(self, ctx: &Context) -> AffineExpr {
        match self {
            Self::Known(size) => ctx.affine_constant(size),
            Self::Symbolic(expression) => expression,
        }
    }

    /// The number, if it is known.
    pub(crate) fn known(self) -> Option<i64> {
        match self {
            Self::Known(size) => Some(size),
            Self::Symbolic(_) => None,
        }
    }

    /// The size in a type.
    pub(crate) fn in_type(self) -> i64 {
        self.known().unwrap_or(DYNAMIC)
    }
}

/// The sizes of a tensor, if they are known or expressions of symbols.
pub(crate) fn sizes_of(ctx: &Context, ty: Type) -> Option<Sizes> {
    if let Some(shape) = ty.static_shape(ctx) {
        return Some(shape.iter().copied().map(Size::Known).collect());
    }
    let TypeKind::RankedTensor { encoding: Some(encoding), shape, .. } = ty.kind(ctx) else {
        return None;
    };
    let sizes = encoding.as_affine_map(ctx)?.results(ctx);
    let sizes: Sizes = sizes.iter().map(|size| Size::of(ctx, *size)).collect();
    (sizes.len() == shape.len()).then_some(sizes)
}

/// Sizes in the Toy language's syntax, `<2, 3>`; those that a caller decides have the names that
/// the exported function has for them.
pub(crate) fn shown_sizes(op: OpRef<'_>, sizes: &[Size]) -> String {
    let ctx = op.context();
    let names = names_of_sizes(op.body().as_op());
    let shown = |size: &Size| {
        let size = LinearSize::of(ctx, size.expression(ctx));
        size.map_or_else(|| "?".to_owned(), |size| size.text(&names))
    };
    format!("<{}>", sizes.iter().map(shown).collect::<Vec<_>>().join(", "))
}

/// The names of the sizes that are not known when a function is compiled, by their numbers.
fn names_of_sizes(function: OpRef<'_>) -> Vec<String> {
    [NAMES, FILE_SIZES].iter().flat_map(|list| names_in(function, list)).collect()
}

/// The number of the first size that a file has, in a function that loads one, or is called by one
/// that does.
pub(crate) fn first_file_size(function: OpRef<'_>) -> Option<u32> {
    function.attr_named(FILE_SIZES).map(|_| names_for_caller(function).len() as u32)
}

/// The names of the sizes that the caller of an exported function decides, if it is one, or called
/// by one.
pub(crate) fn names_for_caller(function: OpRef<'_>) -> Vec<String> {
    names_in(function, NAMES)
}

/// The names in an attribute of a function.
fn names_in(function: OpRef<'_>, attribute: &str) -> Vec<String> {
    let ctx = function.context();
    let names = function.attr_named(attribute).and_then(|names| names.as_array(ctx));
    let names = names.unwrap_or_default().iter();
    names.filter_map(|name| Some(name.as_str(ctx)?.to_owned())).collect()
}

/// Gives a called function the names of the sizes that are not known, for messages.
pub(crate) fn pass_on_size_names(caller: &Body, called: &mut Body) {
    for attribute in [NAMES, FILE_SIZES] {
        if let Some(names) = caller.as_op().attr_named(attribute) {
            let (root, name) = (called.root(), called.context().ident(attribute));
            called.set_attr(root, name, names);
        }
    }
}

/// The sizes of a value, all of which are known or expressions of symbols; none if they are not.
pub(crate) fn known_sizes(tensor: ValueRef<'_>) -> Sizes {
    sizes_of(tensor.context(), tensor.ty()).unwrap_or_default()
}

/// The type of a tensor of these sizes.
pub(crate) fn tensor_of_sizes(ctx: &Context, sizes: &[Size], element: Type) -> Type {
    let shape: SmallVec<[i64; 4]> = sizes.iter().map(|size| size.in_type()).collect();
    if !shape.contains(&DYNAMIC) {
        return ctx.tensor_type(&shape, element);
    }
    let expressions: Vec<AffineExpr> = sizes.iter().map(|size| size.expression(ctx)).collect();
    let encoding = ctx.affine_map_attr(map_of_sizes(ctx, &expressions));
    ctx.tensor_type_with_encoding(&shape, element, encoding)
}

/// The map that gives sizes from the symbols in them.
pub(crate) fn map_of_sizes(ctx: &Context, sizes: &[AffineExpr]) -> AffineMap {
    let symbols = sizes.iter().map(|size| symbols_in(ctx, *size)).max().unwrap_or(0);
    ctx.affine_map(0, symbols, sizes)
}

/// Whether the sizes of these tensors give all sizes that are in them: each is that of a dimension,
/// or differs from one by a number and sizes that are found before.
pub(crate) fn give_their_symbols(ctx: &Context, tensors: impl IntoIterator<Item = Type>) -> bool {
    let sizes = tensors.into_iter().flat_map(|ty| sizes_of(ctx, ty).unwrap_or_default());
    let sizes = sizes.map(|size| LinearSize::of(ctx, size.expression(ctx)));
    let Some(sizes): Option<Vec<LinearSize>> = sizes.collect() else { return false };
    let found = LinearSize::solved(&sizes);
    let is_found = |symbol: u32| found.iter().any(|(own, _)| *own == symbol);
    sizes.iter().flat_map(|size| &size.terms).all(|term| is_found(term.0))
}

/// Whether sizes of a tensor are decided by a caller.
pub(crate) fn is_symbolic(ctx: &Context, ty: Type) -> bool {
    ty.static_shape(ctx).is_none() && sizes_of(ctx, ty).is_some()
}

/// The number above those of all symbols in the sizes of a tensor; 0 if there are none.
pub(crate) fn symbols_of(ctx: &Context, ty: Type) -> u32 {
    let sizes = sizes_of(ctx, ty).unwrap_or_default();
    sizes.iter().map(|size| symbols_in(ctx, size.expression(ctx))).max().unwrap_or(0)
}

/// The number above those of all symbols in an expression.
fn symbols_in(ctx: &Context, expression: AffineExpr) -> u32 {
    match expression.kind(ctx) {
        AffineExprKind::Symbol(number) => number + 1,
        AffineExprKind::Dim(_) | AffineExprKind::Constant(_) => 0,
        AffineExprKind::Add(a, b)
        | AffineExprKind::Mul(a, b)
        | AffineExprKind::Mod(a, b)
        | AffineExprKind::FloorDiv(a, b)
        | AffineExprKind::CeilDiv(a, b) => symbols_in(ctx, a).max(symbols_in(ctx, b)),
    }
}

/// A linear expression of symbols: `constant + sum of factor * symbol`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LinearSize {
    /// The number that is added.
    pub constant: i64,
    /// Numbers of symbols with their factors, none of which is 0, in increasing order.
    pub terms: Vec<(u32, i64)>,
}

impl From<i64> for LinearSize {
    fn from(constant: i64) -> Self {
        Self { constant, terms: Vec::new() }
    }
}

impl LinearSize {
    /// The size with this number among those that the caller decides.
    #[must_use]
    pub fn symbol(number: u32) -> Self {
        Self { constant: 0, terms: vec![(number, 1)] }
    }

    /// The size of a dimension.
    pub(crate) fn size(&self, ctx: &Context) -> Size {
        let sum = self.terms.iter().fold(ctx.affine_constant(self.constant), |sum, term| {
            let (symbol, factor) = (ctx.affine_symbol(term.0), ctx.affine_constant(term.1));
            ctx.affine_add(sum, ctx.affine_mul(symbol, factor))
        });
        Size::of(ctx, sum)
    }

    /// The expression, if it is linear and its numbers are not too large.
    pub(crate) fn of(ctx: &Context, expression: AffineExpr) -> Option<Self> {
        match expression.kind(ctx) {
            AffineExprKind::Constant(constant) => Some(constant.into()),
            AffineExprKind::Symbol(number) => Some(Self::symbol(number)),
            AffineExprKind::Add(a, b) => Self::of(ctx, a)?.plus(&Self::of(ctx, b)?, 1),
            AffineExprKind::Mul(a, b) => {
                Self::default().plus(&Self::of(ctx, a)?, b.as_constant(ctx)?)
            }
            _ => None,
        }
    }

    /// `self + factor * other`.
    fn plus(mut self, other: &Self, factor: i64) -> Option<Self> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for &(symbol, by) in &other.terms {
            let by = by.checked_mul(factor)?;
            match self.terms.binary_search_by_key(&symbol, |term| term.0) {
                Ok(place) => self.terms[place].1 = self.terms[place].1.checked_add(by)?,
                Err(place) => self.terms.insert(place, (symbol, by)),
            }
        }
        self.terms.retain(|(_, factor)| *factor != 0);
        Some(self)
    }

    /// The symbols that sizes give, each with the place of the size from which it is computed: that
    /// size is the symbol, or differs from it by a number and symbols before it.
    pub(crate) fn solved(sizes: &[Self]) -> Vec<(u32, usize)> {
        let (mut found, mut symbols): (Vec<(u32, usize)>, Vec<u32>) = (Vec::new(), Vec::new());
        let next = |symbols: &[u32]| {
            let given = |(place, size): (usize, &Self)| Some((size.last_unknown(symbols)?, place));
            sizes.iter().enumerate().find_map(given)
        };
        while let Some((symbol, place)) = next(&symbols) {
            found.push((symbol, place));
            symbols.push(symbol);
        }
        found
    }

    /// Two expressions whose difference it is, with factors above 0.
    pub(crate) fn sides(&self) -> [Self; 2] {
        let side = |sign: i64| Self {
            constant: self.constant.saturating_mul(sign).max(0),
            terms: {
                let terms =
                    self.terms.iter().map(|(symbol, by)| (*symbol, by.saturating_mul(sign)));
                terms.filter(|(_, factor)| *factor > 0).collect()
            },
        };
        [side(1), side(-1)]
    }

    /// The only symbol in it that is not among these, if it is a term without a factor.
    fn last_unknown(&self, known: &[u32]) -> Option<u32> {
        let mut unknown = self.terms.iter().filter(|term| !known.contains(&term.0));
        match (unknown.next(), unknown.next()) {
            (Some(&(symbol, 1)), None) => Some(symbol),
            _ => None,
        }
    }

    /// Its value, where symbols have these values; others are 0.
    pub(crate) fn value(&self, symbols: &[(u32, i64)]) -> i64 {
        self.terms.iter().fold(self.constant, |sum, (symbol, factor)| {
            let value =
                symbols.iter().find(|(own, _)| own == symbol).map_or(0, |(_, value)| *value);
            sum.wrapping_add(factor.wrapping_mul(value))
        })
    }

    /// The number, if no symbol is in it.
    #[must_use]
    pub fn known(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The least value for sizes from 1 on, if there is one.
    fn least(&self) -> Option<i64> {
        self.terms.iter().try_fold(self.constant, |least, (_, factor)| match factor {
            1.. => least.checked_add(*factor),
            _ => None,
        })
    }

    /// The text, where symbols have these names: `n + 1`, `2 * n - m`.
    #[must_use]
    pub fn text(&self, names: &[String]) -> String {
        let mut text = String::new();
        for &(symbol, factor) in &self.terms {
            let name = names.get(symbol as usize).map_or("?", |name| name);
            text += match (text.is_empty(), factor < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            match factor.unsigned_abs() {
                1 => text += name,
                times => text += &format!("{times} * {name}"),
            }
        }
        match (text.is_empty(), self.constant) {
            (true, constant) => constant.to_string(),
            (false, 0) => text,
            (false, constant @ ..0) => format!("{text} - {}", constant.unsigned_abs()),
            (false, constant) => format!("{text} + {constant}"),
        }
    }
}

/// The difference of two sizes, if it is linear.
fn difference(ctx: &Context, a: Size, b: Size) -> Option<LinearSize> {
    let [a, b] = [a, b].map(|size| LinearSize::of(ctx, size.expression(ctx)));
    a?.plus(&b?, -1)
}

/// Whether a size is at least another one, however the caller decides.
pub(crate) fn is_at_least(ctx: &Context, a: Size, b: Size) -> bool {
    difference(ctx, a, b).and_then(|difference| difference.least()).is_some_and(|least| least >= 0)
}

/// Sizes that must be equal.
pub(crate) struct Equalities<'c> {
    ctx: &'c Context,
    /// Those whose equality depends on what the caller decides.
    pub(crate) required: Vec<Condition>,
}

impl<'c> Equalities<'c> {
    pub(crate) fn new(ctx: &'c Context) -> Self {
        Self { ctx, required: Vec::new() }
    }

    /// Whether two sizes may be equal. If that depends on the caller, it is required of him.
    pub(crate) fn may_be_equal(&mut self, a: Size, b: Size) -> bool {
        if a == b {
            return true;
        }
        if let (Size::Known(_), Size::Known(_)) = (a, b) {
            return false;
        }
        let [more, less] = [(a, b), (b, a)].map(|(a, b)| difference(self.ctx, a, b));
        if more.as_ref().and_then(LinearSize::known) == Some(0) {
            return true;
        }
        // One of them is always larger.
        let is_positive = |size: &Option<LinearSize>| {
            size.as_ref().and_then(|size| size.least()).is_some_and(|least| least > 0)
        };
        if is_positive(&more) || is_positive(&less) {
            return false;
        }
        self.required.push(Condition::Equal(a, b));
        true
    }
}

/// A condition on the sizes that a caller decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement {
    /// The size that is 0 then, or at least 0.
    pub size: LinearSize,
    /// Whether the size is 0, and not only at least 0.
    pub is_equality: bool,
    /// The place in the source that requires it, as `file:line:column`.
    pub at: String,
}

impl Requirement {
    /// The attribute for conditions: a set of symbols for each, and its place.
    pub(crate) fn attribute<'c>(
        ctx: &Context,
        conditions: impl IntoIterator<Item = (Condition, &'c str)>,
    ) -> Attribute {
        let each = |(condition, at): (Condition, &str)| {
            let (size, is_equality) = condition.size(ctx);
            let set = ctx.integer_set(0, symbols_in(ctx, size), &[(size, is_equality)]);
            ctx.array_attr(&[ctx.integer_set_attr(set), ctx.string_attr(at)])
        };
        ctx.array_attr(&conditions.into_iter().map(each).collect::<Vec<_>>())
    }

    /// The conditions of an attribute.
    pub(crate) fn of_attribute(ctx: &Context, attribute: Attribute) -> Option<Vec<Self>> {
        let each = |condition: &Attribute| {
            let [set, at] = condition.as_array(ctx)? else { return None };
            let set = set.as_integer_set(ctx)?.data(ctx);
            let &(size, is_equality) = set.constraints.first()?;
            let (size, at) = (LinearSize::of(ctx, size)?, at.as_str(ctx)?.to_owned());
            Some(Self { size, is_equality, at })
        };
        attribute.as_array(ctx)?.iter().map(each).collect()
    }
}

/// A condition on sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Equal.
    Equal(Size, Size),
    /// At least 1, as all sizes are.
    AtLeastOne(Size),
}

impl Condition {
    /// The size that is 0 if it holds, or at least 0, and whether it is 0.
    fn size(self, ctx: &Context) -> (AffineExpr, bool) {
        match self {
            Self::Equal(a, b) => (ctx.affine_sub(a.expression(ctx), b.expression(ctx)), true),
            Self::AtLeastOne(size) => {
                (ctx.affine_sub(size.expression(ctx), ctx.affine_constant(1)), false)
            }
        }
    }

    /// Whether a size with at least this number is in it.
    pub(crate) fn is_from(self, ctx: &Context, first: u32) -> bool {
        symbols_in(ctx, self.size(ctx).0) > first
    }
}
