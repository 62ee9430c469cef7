//! The elements of tensors, as far as they are known at compile time.

use std::sync::Arc;

use mlir_lite::ir::prelude::*;
use rustc_hash::FxHashMap;

use super::linear::size_of_tensor;
use super::unknown::Unknown;
use crate::limits::MAX_KNOWN_ELEMENTS;
use crate::ops::{
    CastOp, ConstantOp, GenericCallOp, MemberSource, StructAccessOp, StructAccessOpRef,
};
use crate::sizes::Size;
use crate::tensor::elements::tensor_of;
use crate::tensor::promotion::computed;
use crate::tensor::{Compute, Tensor};

/// The shape of a tensor, and its elements as floats, if they are known at compile time.
pub(crate) fn evaluate(body: &Body, root: ValueId) -> Result<Known, Unknown> {
    let tensor = known_elements(body, root)?;
    Ok(Known { values: tensor.elements.to_f64s(), shape: tensor.shape.clone() })
}

/// A tensor whose elements are known, as floats.
pub(crate) struct Known {
    pub(crate) shape: Vec<i64>,
    pub(crate) values: Vec<f64>,
}

/// The elements of a tensor, of the type that it has, if they are known at compile time.
pub(crate) fn known_elements(body: &Body, root: ValueId) -> Result<Arc<Tensor>, Unknown> {
    let (ctx, most) = (body.context(), MAX_KNOWN_ELEMENTS.get());
    let mut known: FxHashMap<ValueId, Arc<Tensor>> = FxHashMap::default();
    let mut pending = vec![root];
    while let Some(&value) = pending.last() {
        if known.contains_key(&value) {
            pending.pop();
            continue;
        }
        let id = body.defining_op(value).ok_or(Unknown::Argument)?;
        let op = body.op(id);
        let constant = op.cast::<ConstantOp>().map(|constant| constant.value());
        let returned = || op.cast::<GenericCallOp>().and_then(|call| call.returned());
        let source = op.cast::<StructAccessOp>().map(StructAccessOpRef::source);
        let member = match source {
            Some(MemberSource::Constant(constant)) => Some(constant),
            Some(MemberSource::Value(source)) => {
                match known.get(&source).cloned() {
                    Some(tensor) => {
                        known.insert(value, tensor);
                        pending.pop();
                    }
                    None => pending.push(source),
                }
                continue;
            }
            _ => None,
        };
        let computed = if let Some(constant) = member.or(constant).or_else(returned) {
            let elements = constant.dense(ctx).ok_or(Unknown::Data(id))?;
            let count = elements.len(ctx);
            if count > most {
                return Err(Unknown::Large);
            }
            Arc::new(tensor_of(ctx, &elements).map_err(|_| Unknown::Data(id))?)
        } else if let Some(Size::Known(size)) = size_of_tensor(op) {
            Arc::new(Tensor::number(size as f64))
        } else if let Some(tensor) = op.ask::<dyn Compute, _>(|op| op.compute_of_shapes()).flatten()
        {
            Arc::new(tensor)
        } else {
            let operands: Vec<ValueId> = op.operands().collect();
            let missing: Vec<ValueId> =
                operands.iter().copied().filter(|operand| !known.contains_key(operand)).collect();
            let interface = op.interface::<dyn Compute>();
            if interface.is_none() && !op.is::<CastOp>() {
                return Err(Unknown::Data(id));
            }
            if !missing.is_empty() {
                pending.extend(missing);
                continue;
            }
            let inputs: Vec<Arc<Tensor>> =
                operands.iter().filter_map(|operand| known.get(operand).cloned()).collect();
            let size = body.ty(value).static_shape(ctx).map(|shape| shape.iter().product::<i64>());
            if size.is_some_and(|size| size as usize > most) {
                return Err(Unknown::Large);
            }
            match (interface, &inputs[..]) {
                (Some(_), _) => {
                    let computed = computed(op, inputs).ok_or(Unknown::Data(id))?;
                    Arc::new(computed.map_err(|_| Unknown::Data(id))?)
                }
                (None, [input]) => Arc::clone(input),
                (None, _) => return Err(Unknown::Data(id)),
            }
        };
        if computed.len() > most {
            return Err(Unknown::Large);
        }
        known.insert(value, computed);
        pending.pop();
    }
    known.remove(&root).ok_or(Unknown::Argument)
}
