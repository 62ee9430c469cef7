//! The rewriter of a conversion: it adds looking up the replacements of values, and converting
//! block arguments, to the rewriter of any pattern.

use crate::conversion::log::Change;
use crate::conversion::type_converter::MaterializationKind;
use crate::conversion::{ConversionState, Materialization, SignatureConversion, TypeConverter};
use crate::rewrite::{MatchFailure, MatchResult, PatternRewriter};
use mlir_lite::dialects::builtin::UnrealizedConversionCastOp;
use mlir_lite::ir::builder::{at, located};
use mlir_lite::ir::{
    BlockId, Body, InsertionPoint, Location, OpBuilder, OpDefinition, OpId, RegionId, ValueDef,
    ValueId,
};
use mlir_lite::text::print_type;
use mlir_lite::types::Type;
use smallvec::SmallVec;
use std::sync::Arc;

/// The rewriter that conversion patterns get.
///
/// Replaced and erased ops stay visible until the conversion is over; uses of old values are
/// replaced then. Everything done through the rewriter is undone if the pattern, or the whole
/// conversion, fails.
pub type ConversionPatternRewriter<'r> = PatternRewriter<'r, ConversionState>;

/// The first point at which a value can be used.
pub(super) fn after_definition(body: &Body, value: ValueId) -> InsertionPoint {
    match body.value_def(value) {
        ValueDef::Result { op, .. } => InsertionPoint::After(op),
        ValueDef::Argument { block, .. } => InsertionPoint::Start(block),
    }
}

/// The value after whose definition all of `values`, which replace `value`, can be used. An op that
/// was replaced is in its block until the end, after its replacement; arguments that were replaced
/// are in none.
pub(super) fn place_of_many(body: &Body, value: ValueId, values: &[ValueId]) -> ValueId {
    match body.value_def(value) {
        ValueDef::Result { .. } => value,
        ValueDef::Argument { .. } => *values.first().unwrap_or(&value),
    }
}

const BLOCK_ARGUMENT: &str = "the type of a block argument cannot be converted";

impl PatternRewriter<'_, ConversionState> {
    /// The type converter of the pattern.
    pub fn type_converter(&self) -> Option<&Arc<TypeConverter>> {
        self.driver.converter.as_ref()
    }

    /// The one type that the pattern's converter converts `ty` to.
    ///
    /// # Errors
    /// If there is none.
    pub fn convert_type(&self, ty: Type) -> Result<Type, MatchFailure> {
        self.type_converter().and_then(|converter| converter.convert_type(ty)).ok_or_else(|| {
            MatchFailure::new(format!(
                "type '{}' cannot be converted to one type",
                print_type(self.context(), ty)
            ))
        })
    }

    /// The type that the type of a value is converted to; see [`convert_type`](Self::convert_type).
    ///
    /// # Errors
    /// If there is not one such type.
    pub fn converted_type(&self, value: ValueId) -> Result<Type, MatchFailure> {
        self.convert_type(self.body.ty(value))
    }

    /// The current replacement of `value`, of the type that the pattern's converter asks for.
    ///
    /// # Errors
    /// If the type cannot be converted, or no value of that type can be made.
    pub fn remapped(&mut self, value: ValueId) -> Result<ValueId, MatchFailure> {
        let ty = self.body.ty(value);
        let wanted = match &self.driver.converter {
            None => None,
            Some(converter) => match converter.known_type(ty) {
                Some(known) => Some(known),
                None => converter.one_type_or_many(ty).map_err(|()| {
                    MatchFailure::new(format!(
                        "operand type '{}' cannot be converted",
                        print_type(self.context(), ty)
                    ))
                })?,
            },
        };
        if self.driver.has_one_to_many() {
            self.merge_values(value, self.location())?;
        }
        let Some(wanted) = wanted else { return Ok(self.driver.lookup(value)) };
        let found = self.driver.lookup_typed(self.body, value, wanted);
        if self.body.ty(found) == wanted {
            return Ok(found);
        }
        if let Some(&known) = self.driver.materialized.get(&(found, wanted)) {
            return Ok(known);
        }
        let converter = self.driver.converter.clone().ok_or("the pattern has no type converter")?;
        let made = self.materialize(
            &converter,
            MaterializationKind::Target,
            wanted,
            &[found],
            found,
            self.location(),
        )?;
        self.driver.remember_materialization(found, wanted, made);
        Ok(made)
    }

    /// The types that the pattern's converter converts `ty` to.
    ///
    /// # Errors
    /// If it cannot be converted, or the pattern has no type converter.
    pub fn convert_type_to_many(&self, ty: Type) -> Result<SmallVec<[Type; 1]>, MatchFailure> {
        let converter = self.type_converter().ok_or("the pattern has no type converter")?;
        converter.convert_type_to_many(ty).ok_or_else(|| {
            let ty = print_type(self.context(), ty);
            MatchFailure::new(format!("type '{ty}' cannot be converted"))
        })
    }

    /// The current replacements of `value`: several or none if its type was converted to that many
    /// types.
    pub fn remapped_values(&self, value: ValueId) -> SmallVec<[ValueId; 2]> {
        let (mut found, mut pending) = (SmallVec::new(), vec![value]);
        while let Some(value) = pending.pop() {
            match self.driver.one_to_many(value) {
                Some(values) => pending.extend(values.iter().rev()),
                None => match self.driver.mapped(value) {
                    Some(next) => pending.push(next),
                    None => found.push(value),
                },
            }
        }
        found
    }

    /// The current replacements of `value`, of the types that the pattern's converter converts its
    /// type to. A value that was not replaced is converted by a target materialization.
    ///
    /// # Errors
    /// If the type cannot be converted, or no values of these types can be made.
    pub fn remapped_to_many(
        &mut self,
        value: ValueId,
    ) -> Result<SmallVec<[ValueId; 2]>, MatchFailure> {
        let Some(converter) = self.driver.converter.clone() else {
            return Ok(self.remapped_values(value));
        };
        let types = self.convert_type_to_many(self.body.ty(value))?;
        if types.len() == 1 {
            return self.remapped(value).map(|value| SmallVec::from_elem(value, 1));
        }
        let has_types = |body: &Body, values: &[ValueId]| {
            values.iter().map(|&value| body.ty(value)).eq(types.iter().copied())
        };
        let found = self.remapped_values(value);
        if has_types(self.body, &found) {
            return Ok(found);
        }
        if let [one] = found[..] {
            let point = after_definition(self.body, one);
            let location = self.location();
            let made = located(self, location, |rewriter| {
                at(rewriter, point, |rewriter| converter.materialize_many(rewriter, &types, one))
            });
            if let Some(made) = made.filter(|made| has_types(self.body, made)) {
                return Ok(made);
            }
        }
        let ctx = self.context();
        let names: Vec<String> = types.iter().map(|&ty| print_type(ctx, ty)).collect();
        Err(MatchFailure::new(format!(
            "values of the types ({}) cannot be made of one of type '{}'",
            names.join(", "),
            print_type(ctx, self.body.ty(value))
        )))
    }

    /// Replaces each result of an op by any number of values, and erases the op: where the type of
    /// a result is converted to several types, or to none.
    ///
    /// # Panics
    /// If there is not one list of values per result.
    #[track_caller]
    pub fn replace_op_with_multiple(&mut self, op: OpId, values: &[&[ValueId]]) {
        assert_eq!(
            values.len(),
            self.body.num_results(op),
            "an op is replaced by one list of values per result"
        );
        for (index, &values) in values.iter().enumerate() {
            let result = self.body.result(op, index);
            match *values {
                [one] => self.driver.map(result, one),
                _ => self.driver.map_to_many(result, values),
            }
        }
        self.erase_op(op);
    }

    /// Ensures that one value replaces a value that was replaced by several or none.
    fn merge_values(&mut self, value: ValueId, location: Location) -> MatchResult {
        let value = self.driver.lookup(value);
        if self.driver.one_to_many(value).is_none() {
            return Ok(());
        }
        let values = self.remapped_values(value);
        let ty = self.body.ty(value);
        let place = place_of_many(self.body, value, &values);
        let made = match self.driver.converter.clone() {
            Some(converter) => self.materialize(
                &converter,
                MaterializationKind::Argument,
                ty,
                &values,
                place,
                location,
            )?,
            None => self.create_cast(after_definition(self.body, place), &values, ty, location),
        };
        self.driver.map(value, made);
        Ok(())
    }

    /// Materializes a value of type `ty` from `values`, where `place` is defined.
    pub(super) fn materialize(
        &mut self,
        converter: &TypeConverter,
        kind: MaterializationKind,
        ty: Type,
        values: &[ValueId],
        place: ValueId,
        location: Location,
    ) -> Result<ValueId, MatchFailure> {
        let point = after_definition(self.body, place);
        let make = |rewriter: &mut Self| {
            // A source materialization may also serve for an argument.
            let kinds: &[_] = match kind {
                MaterializationKind::Argument => {
                    &[MaterializationKind::Argument, MaterializationKind::Source]
                }
                _ => &[kind],
            };
            kinds
                .iter()
                .map(|&kind| converter.materialize(kind, rewriter, ty, values))
                .find(|made| *made != Materialization::Skip)
        };
        let made = located(self, location, |rewriter| at(rewriter, point, make));
        match made {
            Some(Materialization::Value(value)) if self.body.ty(value) == ty => Ok(value),
            Some(_) => Err(MatchFailure::new(format!(
                "a value of type '{}' cannot be made",
                print_type(self.context(), ty)
            ))),
            None => Ok(self.create_cast(point, values, ty, location)),
        }
    }

    /// A cast that must turn out to be unnecessary before the conversion is
    /// over.
    pub(super) fn create_cast(
        &mut self,
        point: InsertionPoint,
        values: &[ValueId],
        ty: Type,
        location: Location,
    ) -> ValueId {
        let name = UnrealizedConversionCastOp::name(self.context());
        let op = self.body.create_simple_op(name, location, values, &[ty]);
        match point {
            InsertionPoint::After(after) => self.body.insert_op_after(after, op),
            InsertionPoint::Before(before) => self.body.insert_op_before(before, op),
            InsertionPoint::Start(block) => self.body.prepend_op(block, op),
            InsertionPoint::End(block) => self.body.append_op(block, op),
            InsertionPoint::Detached => {}
        }
        self.driver.log.push(Change::Cast(op));
        self.driver.has_casts = true;
        self.body.result(op, 0)
    }

    /// Gives a block the arguments of `signature`.
    ///
    /// Branches to the block are not changed: they pass the replacements of their operands once
    /// they are converted themselves.
    ///
    /// # Panics
    /// If the signature is not for as many arguments as the block has.
    #[track_caller]
    pub fn apply_signature_conversion(&mut self, block: BlockId, signature: &SignatureConversion) {
        self.driver.apply_signature(self.body, block, signature);
    }

    /// Converts the arguments of the blocks that an op branches to by the pattern's type converter,
    /// unless the blocks of the region are converted already: the op that owns the region may stay.
    ///
    /// # Errors
    /// If the pattern has no type converter, or a type cannot be converted.
    pub fn convert_successor_types(&mut self, op: OpId) -> MatchResult {
        let region = self.body.block(op).and_then(|block| self.body.block_region(block));
        if region.is_some_and(|region| self.driver.is_region_converted(region)) {
            return Ok(());
        }
        let converter = self.driver.converter.clone().ok_or("the pattern has no type converter")?;
        for block in self.body.successors(op).collect::<SmallVec<[BlockId; 4]>>() {
            if !self.driver.convert_block(self.body, block, &converter) {
                return Err(BLOCK_ARGUMENT.into());
            }
        }
        Ok(())
    }

    /// Converts the arguments of all blocks of a region by the pattern's type converter; `entry`
    /// overrides the conversion of the entry block's arguments. Blocks that are moved into the
    /// region later are converted too.
    ///
    /// # Errors
    /// If the pattern has no type converter, or a type cannot be converted.
    pub fn convert_region_types(
        &mut self,
        region: RegionId,
        entry: Option<&SignatureConversion>,
    ) -> MatchResult {
        let converter = self.driver.converter.clone().ok_or("the pattern has no type converter")?;
        for (index, block) in
            self.body.blocks(region).collect::<SmallVec<[BlockId; 4]>>().into_iter().enumerate()
        {
            match entry {
                Some(signature) if index == 0 => self.apply_signature_conversion(block, signature),
                _ if self.driver.convert_block(self.body, block, &converter) => {}
                _ => return Err(BLOCK_ARGUMENT.into()),
            }
        }
        self.driver.mark_region_converted(region, converter);
        Ok(())
    }
}
