//! Distributes the ops of a pass to threads, by their size.

use mlir_lite::context::Context;
use mlir_lite::support::recording;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};

/// A task is large if it is more than this part of what one thread has to do.
const PARTS: usize = 4;

/// Runs `work` on all tasks, on the threads of the current pool, and returns the results in the
/// order of the tasks. Large tasks begin before the others, the largest first: a thread that began
/// one last would still run when all others have ended.
pub(super) fn by_size<T: Send, R: Send>(
    tasks: Vec<T>,
    size: impl Fn(&T) -> usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    if recording::is_active() {
        return recording::largest_first(tasks.into_iter(), work);
    }
    let sizes: Vec<usize> = tasks.iter().map(size).collect();
    let limit = sizes.iter().sum::<usize>() / (PARTS * rayon::current_num_threads());
    let numbered = tasks.into_iter().enumerate();
    let (mut large, small): (Vec<_>, Vec<_>) =
        numbered.partition(|(index, _)| sizes[*index] > limit);
    if large.is_empty() {
        return small.into_par_iter().map(|(_, task)| work(task)).collect();
    }
    large.sort_by_key(|(index, _)| Reverse(sizes[*index]));
    let results = Mutex::new(Vec::with_capacity(sizes.len()));
    let add = |result| results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
    let (work, add) = (&work, &add);
    // Other threads take what was spawned first, while this one begins with the small tasks.
    let others: Vec<(usize, R)> = rayon::scope_fifo(|scope| {
        for (index, task) in large {
            scope.spawn_fifo(move |_| add((index, work(task))));
        }
        small.into_par_iter().map(|(index, task)| (index, work(task))).collect()
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.extend(others);
    results.sort_unstable_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// As [`by_size`] if a pass has several tasks and the pass manager has started threads; otherwise
/// on the calling thread.
pub(crate) fn on_pass_threads<T: Send, R: Send>(
    ctx: &Context,
    tasks: Vec<T>,
    size: impl Fn(&T) -> usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let has_threads = rayon::current_thread_index().is_some() || recording::is_active();
    if ctx.threads() > 1 && has_threads && tasks.len() > 1 {
        return by_size(tasks, size, work);
    }
    tasks.into_iter().map(work).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_tasks() {
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for sizes in [vec![], vec![1; 50], vec![1, 900, 2, 3, 1000, 1, 1], vec![7]] {
                let found = pool.install(|| by_size(sizes.clone(), |&size| size, |size| size * 2));
                assert_eq!(found, sizes.iter().map(|size| size * 2).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn the_largest_begins_first() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let begun = Mutex::new(Vec::new());
        pool.install(|| {
            by_size(vec![70, 100, 80], |&size| size, |size| begun.lock().unwrap().push(size));
        });
        assert_eq!(*begun.lock().unwrap(), [100, 80, 70]);
    }
}
