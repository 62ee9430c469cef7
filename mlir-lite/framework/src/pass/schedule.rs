//! Distributes the ops of a pass to threads, by their size.

use mlir_lite::context::Context;
use mlir_lite::support::recording;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};

/// A task is large if it is more than this part of the work of one thread.
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

/// How many batches each thread gets, so that none waits long for the others.
const BATCHES_PER_THREAD: usize = 16;

/// Consecutive tasks that one thread does.
pub(super) struct Batch<T> {
    pub(super) tasks: Vec<T>,
    pub(super) size: usize,
}

/// Divides tasks into batches of similar size, in order: starting each of many small tasks would
/// take as long as its work. Large tasks are batches of their own. `total` is the sum of the sizes,
/// each with one for the task itself.
pub(super) fn batches<T>(
    tasks: impl Iterator<Item = (T, usize)>,
    total: usize,
    threads: usize,
) -> Vec<Batch<T>> {
    let least = if threads == 1 { total } else { total / (BATCHES_PER_THREAD * threads) };
    let mut batches: Vec<Batch<T>> = Vec::new();
    let mut is_full = true;
    for (task, size) in tasks {
        match batches.last_mut() {
            Some(batch) if !is_full && size < least => {
                batch.size += size + 1;
                batch.tasks.push(task);
            }
            _ => batches.push(Batch { tasks: vec![task], size: size + 1 }),
        }
        is_full = batches.last().is_some_and(|batch| batch.size >= least);
    }
    batches
}

/// Runs `work` on all tasks, and returns the results in their order: on several threads, in batches
/// [by size](by_size), if a pass has several tasks and the pass manager has started threads;
/// otherwise on the calling thread.
#[doc(hidden)]
pub fn on_pass_threads<T: Send, R: Send>(
    ctx: &Context,
    tasks: Vec<T>,
    size: impl Fn(&T) -> usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let threads = match rayon::current_thread_index() {
        _ if ctx.threads() == 1 || tasks.len() < 2 => 1,
        _ if recording::is_active() => ctx.threads(),
        Some(_) => rayon::current_num_threads(),
        None => 1,
    };
    if threads == 1 {
        return tasks.into_iter().map(work).collect();
    }
    let sizes: Vec<usize> = tasks.iter().map(size).collect();
    let total = sizes.iter().map(|size| size + 1).sum();
    let batches = batches(tasks.into_iter().zip(sizes), total, threads);
    let work = |batch: Batch<T>| batch.tasks.into_iter().map(&work).collect::<Vec<R>>();
    by_size(batches, |batch| batch.size, work).into_iter().flatten().collect()
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
    fn batches_have_similar_sizes() {
        let sizes_of = |sizes: &[usize], threads: usize| -> Vec<Vec<usize>> {
            let total = sizes.iter().map(|size| size + 1).sum();
            let batches = batches(sizes.iter().map(|&size| (size, size)), total, threads);
            batches.into_iter().map(|batch| batch.tasks).collect()
        };
        assert_eq!(sizes_of(&[], 2), Vec::<Vec<usize>>::new());
        // One thread takes all.
        assert_eq!(sizes_of(&[1, 2, 3], 1), [[1, 2, 3]]);
        // 32 batches of 4 for 2 threads.
        assert_eq!(sizes_of(&[1; 64], 2), [[1, 1]; 32]);
        // A large task is alone, and the tasks before it are not held back.
        let mut sizes = vec![1; 64];
        sizes[33] = 500;
        let batches = sizes_of(&sizes, 2);
        assert!(batches.contains(&vec![500]));
        assert_eq!(batches.concat(), sizes);
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
