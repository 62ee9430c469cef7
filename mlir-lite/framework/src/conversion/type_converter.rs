//! Converts types, and the values whose types are converted.

use mlir_lite::context::Context;
use mlir_lite::ir::{BlockId, Body, OpBuilder, OpRef, ValueId};
use mlir_lite::types::Type;
use smallvec::SmallVec;
use std::sync::atomic::{AtomicU64, Ordering};

/// The result of a conversion function for a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeConversion {
    /// Nothing: the next function is asked.
    Skip,
    /// The type cannot be converted.
    Fail,
    /// The converted types: one type (a legal type converts to itself), several, or none, in which
    /// case values of the type are dropped.
    To(SmallVec<[Type; 1]>),
}

impl From<Type> for TypeConversion {
    fn from(ty: Type) -> Self {
        Self::To(SmallVec::from_elem(ty, 1))
    }
}

impl From<Option<Type>> for TypeConversion {
    /// `None` is [`TypeConversion::Skip`].
    fn from(ty: Option<Type>) -> Self {
        ty.map_or(Self::Skip, Self::from)
    }
}

impl From<Vec<Type>> for TypeConversion {
    fn from(types: Vec<Type>) -> Self {
        Self::To(types.into())
    }
}

/// The outcome of a materialization function.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Materialization {
    /// Nothing: the next function is asked.
    Skip,
    /// No value, and no other function is asked.
    Fail,
    /// The value asked for.
    Value(ValueId),
}

impl From<ValueId> for Materialization {
    fn from(value: ValueId) -> Self {
        Self::Value(value)
    }
}

impl From<Option<ValueId>> for Materialization {
    /// `None` is [`Materialization::Skip`].
    fn from(value: Option<ValueId>) -> Self {
        value.map_or(Self::Skip, Self::Value)
    }
}

type Convert = Box<dyn Fn(&Context, Type) -> TypeConversion + Send + Sync>;
type Materialize =
    Box<dyn Fn(&mut dyn OpBuilder, Type, &[ValueId]) -> Materialization + Send + Sync>;

type MaterializeMany = Box<
    dyn Fn(&mut dyn OpBuilder, &[Type], ValueId) -> Option<SmallVec<[ValueId; 2]>> + Send + Sync,
>;

/// Which values are made of which.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum MaterializationKind {
    /// A value of a block argument's old type, from the converted arguments.
    Argument,
    /// A value of the old type from its replacement, for ops that stay.
    Source,
    /// A value of the new type from one of the old, for a pattern.
    Target,
}

/// Converts types, and values from one type to another. The functions that were added last are
/// asked first.
pub struct TypeConverter {
    ctx: Context,
    conversions: Vec<Convert>,
    argument: Vec<Materialize>,
    source: Vec<Materialize>,
    target: Vec<Materialize>,
    target_to_many: Vec<MaterializeMany>,
    /// A cache of conversions, indexed by the type's handle: conversions depend on nothing but the
    /// type, and are asked for again and again.
    known: Box<[AtomicU64]>,
}

/// The number of cached conversions.
const KNOWN: usize = 256;

impl TypeConverter {
    /// Converts nothing yet: no type is legal.
    pub fn new(ctx: &Context) -> Self {
        Self {
            ctx: ctx.clone(),
            conversions: Vec::new(),
            argument: Vec::new(),
            source: Vec::new(),
            target: Vec::new(),
            target_to_many: Vec::new(),
            known: (0..KNOWN).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Adds a function that converts types: to a [`Type`], an `Option<Type>`, or a
    /// [`TypeConversion`].
    pub fn add_conversion<R: Into<TypeConversion>>(
        &mut self,
        convert: impl Fn(&Context, Type) -> R + Send + Sync + 'static,
    ) -> &mut Self {
        self.conversions.push(Box::new(move |ctx, ty| convert(ctx, ty).into()));
        self.known.iter().for_each(|entry| entry.store(0, Ordering::Relaxed));
        self
    }

    /// Adds a function that makes a value of a block argument's old type from the values that it
    /// was converted to.
    pub fn add_argument_materialization<R: Into<Materialization>>(
        &mut self,
        materialize: impl Fn(&mut dyn OpBuilder, Type, &[ValueId]) -> R + Send + Sync + 'static,
    ) -> &mut Self {
        self.argument.push(Box::new(move |b, ty, values| materialize(b, ty, values).into()));
        self
    }

    /// Adds a function that makes a value of an old type from its replacement, for ops that stay as
    /// they are.
    pub fn add_source_materialization<R: Into<Materialization>>(
        &mut self,
        materialize: impl Fn(&mut dyn OpBuilder, Type, &[ValueId]) -> R + Send + Sync + 'static,
    ) -> &mut Self {
        self.source.push(Box::new(move |b, ty, values| materialize(b, ty, values).into()));
        self
    }

    /// Adds a function that makes a value of a new type from one that was not converted, for a
    /// pattern.
    pub fn add_target_materialization<R: Into<Materialization>>(
        &mut self,
        materialize: impl Fn(&mut dyn OpBuilder, Type, &[ValueId]) -> R + Send + Sync + 'static,
    ) -> &mut Self {
        self.target.push(Box::new(move |b, ty, values| materialize(b, ty, values).into()));
        self
    }

    /// Adds a function that makes values of several or no new types from one that was not
    /// converted, for a pattern that sees all replacements of its operands. It returns `None` if it
    /// does not make values of these types.
    pub fn add_target_materialization_to_many(
        &mut self,
        materialize: impl Fn(&mut dyn OpBuilder, &[Type], ValueId) -> Option<SmallVec<[ValueId; 2]>>
        + Send
        + Sync
        + 'static,
    ) -> &mut Self {
        self.target_to_many.push(Box::new(materialize));
        self
    }

    /// The types that `ty` converts to; none if it cannot be converted.
    pub fn convert_type_to_many(&self, ty: Type) -> Option<SmallVec<[Type; 1]>> {
        if let Some(known) = self.known_type(ty) {
            return Some(SmallVec::from_elem(known, 1));
        }
        let types = self.ask(ty);
        if let Some(&[one]) = types.as_deref() {
            let entry = u64::from(ty.handle()) << 32 | u64::from(one.handle());
            self.known[ty.handle() as usize % KNOWN].store(entry, Ordering::Relaxed);
        }
        types
    }

    /// The one type that `ty` converts to, if the cache has it.
    #[inline]
    pub(super) fn known_type(&self, ty: Type) -> Option<Type> {
        // One word holds both types, so that no thread sees one of them without the other.
        let entry = self.known[ty.handle() as usize % KNOWN].load(Ordering::Relaxed);
        let is_known = entry >> 32 == u64::from(ty.handle());
        if is_known { Type::from_handle(entry as u32) } else { None }
    }

    /// The one type that `ty` converts to; `Ok(None)` if it converts to several or no types, and an
    /// error if it cannot be converted.
    pub(super) fn one_type_or_many(&self, ty: Type) -> Result<Option<Type>, ()> {
        match self.convert_type_to_many(ty).ok_or(())?[..] {
            [one] => Ok(Some(one)),
            _ => Ok(None),
        }
    }

    fn ask(&self, ty: Type) -> Option<SmallVec<[Type; 1]>> {
        for convert in self.conversions.iter().rev() {
            match convert(&self.ctx, ty) {
                TypeConversion::Skip => {}
                TypeConversion::Fail => return None,
                TypeConversion::To(types) => return Some(types),
            }
        }
        None
    }

    /// The one type that `ty` converts to; none if it cannot be converted, or converts to several
    /// or no types.
    pub fn convert_type(&self, ty: Type) -> Option<Type> {
        self.known_type(ty).or_else(|| self.one_type_or_many(ty).ok()?)
    }

    /// The types that `types` convert to, concatenated; none if one of them cannot be converted.
    pub fn convert_types(&self, types: &[Type]) -> Option<Vec<Type>> {
        let mut converted = Vec::with_capacity(types.len());
        for &ty in types {
            converted.extend(self.convert_type_to_many(ty)?);
        }
        Some(converted)
    }

    /// Whether the type converts to itself.
    pub fn is_legal(&self, ty: Type) -> bool {
        self.convert_type(ty) == Some(ty)
    }

    /// Whether the types of all operands and results are legal.
    pub fn is_legal_op(&self, op: OpRef<'_>) -> bool {
        op.operand_types().chain(op.result_types()).all(|ty| self.is_legal(ty))
    }

    /// Whether the arguments of all blocks of the op's regions have legal types.
    pub fn are_regions_legal(&self, op: OpRef<'_>) -> bool {
        op.regions()
            .flat_map(|region| region.blocks())
            .all(|block| self.is_legal_block(block.body(), block.id()))
    }

    /// Whether the arguments of a block have legal types.
    pub fn is_legal_block(&self, body: &Body, block: BlockId) -> bool {
        body.arguments(block).iter().all(|&argument| self.is_legal(body.ty(argument)))
    }

    /// Whether the inputs and results of a function type are legal.
    pub fn is_signature_legal(&self, ty: Type) -> bool {
        let Some((inputs, results)) = ty.as_function(&self.ctx) else { return self.is_legal(ty) };
        inputs.iter().chain(results).all(|&ty| self.is_legal(ty))
    }

    /// The conversion of arguments of these types, each by itself; none if one
    /// cannot be converted.
    pub fn convert_signature_args(&self, types: &[Type]) -> Option<SignatureConversion> {
        let mut conversion = SignatureConversion::new(types.len());
        for (index, &ty) in types.iter().enumerate() {
            conversion.add_inputs(index, &self.convert_type_to_many(ty)?);
        }
        Some(conversion)
    }

    /// The conversion of a block's arguments.
    pub fn convert_block_signature(
        &self,
        body: &Body,
        block: BlockId,
    ) -> Option<SignatureConversion> {
        let types: SmallVec<[Type; 4]> =
            body.arguments(block).iter().map(|&argument| body.ty(argument)).collect();
        self.convert_signature_args(&types)
    }

    pub(crate) fn materialize_many(
        &self,
        builder: &mut dyn OpBuilder,
        types: &[Type],
        value: ValueId,
    ) -> Option<SmallVec<[ValueId; 2]>> {
        let mut functions = self.target_to_many.iter().rev();
        functions.find_map(|materialize| materialize(builder, types, value))
    }

    pub(crate) fn materialize(
        &self,
        kind: MaterializationKind,
        builder: &mut dyn OpBuilder,
        ty: Type,
        values: &[ValueId],
    ) -> Materialization {
        let functions = match kind {
            MaterializationKind::Argument => &self.argument,
            MaterializationKind::Source => &self.source,
            MaterializationKind::Target => &self.target,
        };
        for materialize in functions.iter().rev() {
            match materialize(builder, ty, values) {
                Materialization::Skip => {}
                done => return done,
            }
        }
        Materialization::Skip
    }
}

/// The conversion of one argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum InputConversion {
    /// It is replaced by these of the new arguments; by none if it is dropped.
    Arguments(std::ops::Range<usize>),
    /// It is replaced by an existing value.
    Value(ValueId),
}

/// The conversion of the arguments of a block or the inputs of a function.
///
/// An input without a conversion is dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignatureConversion {
    inputs: Vec<InputConversion>,
    types: Vec<Type>,
}

impl SignatureConversion {
    /// Drops all of `inputs` inputs.
    pub fn new(inputs: usize) -> Self {
        Self { inputs: vec![InputConversion::Arguments(0..0); inputs], types: Vec::new() }
    }

    /// Converts input `index` to new inputs of these types, added after the existing ones.
    pub fn add_inputs(&mut self, index: usize, types: &[Type]) {
        let start = self.types.len();
        self.types.extend_from_slice(types);
        self.remap_input(index, start, types.len());
    }

    /// Adds new inputs that replace no old one, after the existing ones.
    pub fn add_new_inputs(&mut self, types: &[Type]) {
        self.types.extend_from_slice(types);
    }

    /// Converts input `index` to `count` new inputs from `start` onwards.
    pub fn remap_input(&mut self, index: usize, start: usize, count: usize) {
        self.inputs[index] = InputConversion::Arguments(start..start + count);
    }

    /// Replaces input `index` by a value; it is dropped.
    pub fn remap_input_to_value(&mut self, index: usize, value: ValueId) {
        self.inputs[index] = InputConversion::Value(value);
    }

    /// The types of the new inputs.
    pub fn converted_types(&self) -> &[Type] {
        &self.types
    }

    /// Which of the new inputs replace input `index`; none if a value does.
    pub fn input_range(&self, index: usize) -> Option<std::ops::Range<usize>> {
        match self.inputs.get(index)? {
            InputConversion::Arguments(range) => Some(range.clone()),
            InputConversion::Value(_) => None,
        }
    }

    pub(crate) fn inputs(&self) -> &[InputConversion] {
        &self.inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_conversion_is_asked_first_and_none_asks_the_next() {
        let ctx = Context::new();
        let mut converter = TypeConverter::new(&ctx);
        converter.add_conversion(|_, ty| ty);
        converter.add_conversion(|_, ty| (ty == Type::I1).then_some(Type::I8));
        converter.add_conversion(|_, ty| match ty {
            Type::F32 => TypeConversion::Fail,
            Type::F64 => vec![Type::I32, Type::I32].into(),
            Type::NONE => vec![].into(),
            _ => TypeConversion::Skip,
        });
        assert_eq!(converter.convert_type(Type::I1), Some(Type::I8));
        assert_eq!(converter.convert_type(Type::I64), Some(Type::I64));
        assert_eq!(converter.convert_type(Type::F32), None);
        assert_eq!(converter.convert_type(Type::F64), None);
        let types = [Type::F64, Type::NONE, Type::I1];
        assert_eq!(converter.convert_types(&types), Some(vec![Type::I32, Type::I32, Type::I8]));
        assert!(converter.is_legal(Type::I8) && !converter.is_legal(Type::I1));
        let signature = converter.convert_signature_args(&types).unwrap();
        assert_eq!(signature.converted_types(), [Type::I32, Type::I32, Type::I8]);
        assert_eq!(signature.input_range(0), Some(0..2));
        assert_eq!(signature.input_range(1), Some(2..2));
        assert_eq!(signature.input_range(2), Some(2..3));
    }
}
