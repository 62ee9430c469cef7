//! How many bytes a loop accesses, and the sizes of tiles that fit into a cache.

use crate::ForOp;
use crate::affine_parallelize::interval::{Interval, of_expression};
use crate::dependence::outer_accesses;
use crate::operands::{MapOperands, values_of_variable};
use mlir_lite::ir::{Body, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The least and the largest subscript of each dimension.
type Bounds = SmallVec<[(i128, i128); 4]>;

/// The bytes that a loop accesses: those of the smallest box around its accesses to each memref.
/// None if they are not known.
fn footprint(body: &Body, around: ForOp) -> Option<i128> {
    let ctx = body.context();
    let mut boxes: FxHashMap<ValueId, Bounds> = FxHashMap::default();
    for access in outer_accesses(body, around)? {
        let shape = body.ty(access.memref).static_shape(ctx)?;
        let mut bounds = within_shape(body, access.place.subscripts.as_ref(), shape)?;
        for (bound, size) in bounds.iter_mut().rev().zip(access.place.vector.iter().rev()) {
            bound.1 += i128::from(*size - 1);
        }
        let known = boxes.entry(access.memref).or_insert_with(|| bounds.clone());
        for (known, bound) in known.iter_mut().zip(bounds) {
            *known = (known.0.min(bound.0), known.1.max(bound.1));
        }
    }
    let mut bytes = 0_i128;
    for (memref, bounds) in boxes {
        let element = body.ty(memref).element_type(ctx)?.bit_width(ctx)?.div_ceil(8);
        let mut sizes = bounds.iter().map(|bound| bound.1 - bound.0 + 1);
        let elements = sizes.try_fold(1_i128, i128::checked_mul)?;
        bytes = bytes.checked_add(elements.checked_mul(i128::from(element))?)?;
    }
    Some(bytes)
}

/// The subscripts of an access; the whole memref if they are not known.
fn within_shape(body: &Body, subscripts: Option<&MapOperands>, shape: &[i64]) -> Option<Bounds> {
    let ctx = body.context();
    let whole = shape.iter().map(|&size| (0, i128::from(size) - 1));
    let Some(map) = subscripts else { return Some(whole.collect()) };
    let map = map.clone().in_simplest_form(body);
    let range = |value| values_of_variable(body, value);
    let inputs: SmallVec<[Option<Interval>; 4]> = (map.operands.iter())
        .map(|&value| {
            range(value).map(|(least, most)| Interval::between(least.into(), most.into()))
        })
        .collect();
    let dims = map.map.data(ctx).dims as usize;
    let found = map.map.results(ctx).iter().zip(whole).map(|(&result, whole)| {
        let interval = of_expression(ctx, result, dims, &inputs, &range);
        interval.map_or(whole, |interval| (interval.least, interval.most))
    });
    Some(found.collect())
}

/// The size of each tile of a band, so that a tile fits into a cache of `cache` bytes: the sizes
/// divide trip counts where these are known. None if the accessed memory is not known; 1 if all of
/// it fits.
pub(super) fn sizes_for_cache(body: &Body, band: &[ForOp], cache: u64) -> Option<Vec<i64>> {
    let bytes = footprint(body, *band.first()?)?;
    let excess = bytes.div_euclid(i128::from(cache.max(1)))
        + i128::from(bytes.rem_euclid(i128::from(cache.max(1))) != 0);
    if excess <= 1 {
        return Some(vec![1; band.len()]);
    }
    // The size of a tile in all loops is about the number of times that the cache is too small.
    let root = (excess as f64).powf(1.0 / band.len() as f64) as i64;
    let mut sizes = vec![root.max(1); band.len()];
    let others: i128 = sizes[1..].iter().map(|&size| i128::from(size)).product();
    if let Some(last) = sizes.last_mut() {
        *last = i64::try_from(excess / others.max(1)).ok()?.max(1);
    }
    for (size, this) in sizes.iter_mut().zip(band) {
        let Some(count) =
            this.constant_trip_count(body).and_then(|count| i64::try_from(count).ok())
        else {
            continue;
        };
        if *size > count / 2 {
            *size = (count / 2).max(1);
        }
        while count % *size != 0 {
            *size -= 1;
        }
    }
    Some(sizes)
}
