//! Tensors of the host of which a program replaces some elements.
//!
//! A session that gives a large variable a few other elements needs these elements from the
//! program, and nothing else: the program does not copy the variable, and does not return it.

use std::sync::Arc;

use mlir_lite::ir::prelude::*;

use crate::interpret::host_tensors::HostTensor;
use crate::ops::selection::Selection;
use crate::ops::subscripts::{Subscripted, result_shape};
use crate::ops::{HostTensorOp, InsertOp};
use crate::tensor::Tensor;

/// A tensor of the host with other elements at places that are known before the program runs.
pub struct Replaced {
    base: HostTensor,
    selection: Selection,
}

impl Replaced {
    /// The tensor that a value is, and the value that the elements are assigned from; none if it is
    /// computed in another way, or if a large part of the elements is replaced.
    #[must_use]
    pub fn of(body: &Body, value: ValueId) -> Option<(Self, ValueId)> {
        let insert = InsertOp::defining(body, value)?.on(body);
        let number = HostTensorOp::defining(body, insert.base().id())?.number(body);
        let base = HostTensor::find(u64::try_from(number).ok()?)?;
        let has_known_places = insert.numbers().is_empty() && insert.checked().is_none();
        let selected: i64 = result_shape(&base.shape, &insert.counts()?).iter().product();
        if !has_known_places || selected.unsigned_abs() as usize > base.elements.len() / 8 {
            return None;
        }
        let selection = InsertOp::subscripts(insert).selection(&base.shape, &[]).ok()?;
        Some((Self { base, selection }, insert.value().id()))
    }

    /// The tensor with these elements, which are copied once.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn with(&self, value: &Tensor) -> Result<Tensor, String> {
        let mut changed = self.base.shared();
        self.selection.put(&mut changed, value).map_err(|failure| failure.into_message())?;
        Ok(Arc::unwrap_or_clone(changed))
    }
}
