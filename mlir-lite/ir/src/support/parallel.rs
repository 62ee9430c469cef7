//! Work shared among threads, with results in order.

use crate::support::recording;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The stack size of a program's first thread, because parsing and printing recurse.
const STACK_SIZE: usize = 8 << 20;

/// Computes `work` for 0 to `count` on `threads` threads, including the calling one. The calling
/// thread passes each result to `take`, in order, as soon as all results before it have been
/// passed.
pub(crate) fn in_order<T: Send>(
    threads: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(T),
) {
    if threads > 1 && recording::is_active() {
        return recording::tasks_taken(0..count, work, take);
    }
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    let store = |index: usize, value: Option<T>| {
        let mut slot = results[index].lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        std::mem::replace(&mut *slot, value)
    };
    let step = || {
        let index = next.fetch_add(1, Ordering::Relaxed);
        (index < count).then(|| {
            let _ = store(index, Some(work(index)));
        })
    };
    let mut taken = 0;
    let mut take_ready = || {
        while taken < count
            && let Some(value) = store(taken, None)
        {
            take(value);
            taken += 1;
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(count) {
            let worker = std::thread::Builder::new().stack_size(STACK_SIZE);
            // If a thread cannot be started, the others do the work.
            let _ = worker.spawn_scoped(scope, || while step().is_some() {});
        }
        while step().is_some() {
            take_ready();
        }
    });
    take_ready();
}

/// Reads items on several threads, in pieces of `size`; on the calling thread, as one piece, where
/// there are fewer than two pieces of them. Passes what `read` finds in each piece to `take`, in
/// order.
pub(crate) fn in_pieces<I: Sync, T: Send>(
    threads: usize,
    items: &[I],
    size: usize,
    read: impl Fn(&[I]) -> T + Sync,
    mut take: impl FnMut(T),
) {
    if threads == 1 || items.len() < 2 * size {
        return take(read(items));
    }
    let pieces: Vec<&[I]> = items.chunks(size).collect();
    in_order(threads, pieces.len(), |index| read(pieces[index]), take);
}

/// Divides items into consecutive pieces of at least this weight; the last one may have less.
pub(crate) fn pieces_of<T>(
    items: &[T],
    weight: impl Fn(&T) -> usize,
    least: usize,
) -> impl Iterator<Item = &[T]> {
    let mut sum = 0;
    items.chunk_by(move |item, _| {
        sum += weight(item);
        let is_full = sum >= least;
        if is_full {
            sum = 0;
        }
        !is_full
    })
}

#[cfg(test)]
mod tests {
    use super::{in_order, in_pieces, pieces_of};

    #[test]
    fn pieces_have_the_weight() {
        let pieces: Vec<&[usize]> = pieces_of(&[1, 2, 3, 9, 1, 1], |&weight| weight, 3).collect();
        assert_eq!(pieces, [&[1, 2][..], &[3], &[9], &[1, 1]]);
    }

    #[test]
    fn few_items_are_one_piece() {
        for (threads, count, pieces) in [(1, 30, 1), (3, 9, 1), (3, 10, 2), (3, 12, 3), (3, 0, 1)] {
            let items: Vec<usize> = (0..count).collect();
            let mut found: Vec<Vec<usize>> = Vec::new();
            in_pieces(threads, &items, 5, <[usize]>::to_vec, |piece| found.push(piece));
            assert_eq!((found.len(), found.concat()), (pieces, items));
        }
    }

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let mut found = Vec::new();
            in_order(threads, 100, |index| index * 2, |value| found.push(value));
            assert_eq!(found, (0..100).map(|index| index * 2).collect::<Vec<_>>());
        }
    }
}
