//! How long a recorded run would take on a number of processors.

use mlir_lite::support::recording::{Order, Part};
use std::cmp::Reverse;

/// As in `mlir-lite/framework/src/pass/schedule.rs`: tasks that are larger than this part of the
/// work of one thread begin first.
const PARTS: u64 = 4;

/// The time of a recorded part on `processors` processors, each of which one thread has. Starting a
/// thread takes the calling one `start`.
pub(crate) fn time_of(part: &Part, processors: usize, start: u64) -> u64 {
    match part {
        Part::Phase(_) => 0,
        Part::Serial(time) => *time,
        Part::Tasks { order: Order::Given, times, takes } => {
            time_in_order(times, takes, processors, start)
        }
        Part::Tasks { order: Order::LargestFirst, times, takes } => {
            let ordered = largest_first(times, processors);
            time_in_order(&ordered, takes, processors, start)
        }
    }
}

/// The order in which the pass manager begins tasks.
fn largest_first(times: &[u64], processors: usize) -> Vec<u64> {
    let limit = times.iter().sum::<u64>() / (PARTS * processors as u64);
    let (mut ordered, small): (Vec<u64>, Vec<u64>) = times.iter().partition(|&&time| time > limit);
    ordered.sort_by_key(|&time| Reverse(time));
    ordered.extend(small);
    ordered
}

/// Each thread begins the next task when it has ended one. The calling thread starts the others,
/// and takes the results that are next whenever it has ended a task.
fn time_in_order(times: &[u64], takes: &[u64], processors: usize, start: u64) -> u64 {
    let others = processors.min(times.len()).max(1) - 1;
    // When each thread is free; the calling one is the first.
    let mut free: Vec<u64> = (1..=others as u64).map(|thread| thread * start).collect();
    free.insert(0, others as u64 * start);
    let mut ends: Vec<u64> = Vec::with_capacity(times.len());
    let mut taken = 0;
    while ends.len() < times.len() {
        let (thread, now) = match free.iter().copied().enumerate().min_by_key(|&(_, time)| time) {
            Some(first) => first,
            None => break,
        };
        if thread == 0 && taken < takes.len() && ends.get(taken).is_some_and(|&end| end <= now) {
            free[0] += takes[taken];
            taken += 1;
            continue;
        }
        let end = now + times[ends.len()];
        free[thread] = end;
        ends.push(end);
    }
    let mut end = free[0];
    for (&take, &task) in takes.iter().zip(&ends).skip(taken) {
        end = end.max(task) + take;
    }
    ends.into_iter().fold(end, u64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(times: &[u64], takes: &[u64]) -> Part {
        Part::Tasks { order: Order::Given, times: times.to_vec(), takes: takes.to_vec() }
    }

    #[test]
    fn one_processor_does_everything() {
        assert_eq!(time_of(&given(&[3, 4, 5], &[1, 1, 1]), 1, 100), 15);
        assert_eq!(time_of(&Part::Serial(7), 64, 100), 7);
    }

    #[test]
    fn tasks_begin_as_threads_become_free() {
        // 4, 1 then 3; both end at 4.
        assert_eq!(time_of(&given(&[4, 1, 3], &[]), 2, 0), 4);
        // The second thread starts at 10, and the calling one is free at the same time.
        assert_eq!(time_of(&given(&[4, 4], &[]), 2, 10), 14);
        // The largest task is the least time.
        assert_eq!(time_of(&given(&[1, 1, 9, 1], &[]), 64, 0), 9);
    }

    #[test]
    fn the_calling_thread_takes_results_in_order() {
        // It ends its task at 1, when the other one has too, and takes both.
        assert_eq!(time_of(&given(&[1, 1], &[5, 5]), 2, 0), 11);
        // The result of the second task, which ends at 1, is taken after that of the first.
        assert_eq!(time_of(&given(&[6, 1], &[2, 2]), 2, 0), 10);
    }

    #[test]
    fn the_pass_manager_begins_the_largest_first() {
        let tasks = Part::Tasks {
            order: Order::LargestFirst,
            times: vec![1, 1, 1, 1, 8],
            takes: Vec::new(),
        };
        assert_eq!(time_of(&tasks, 2, 0), 8);
        assert_eq!(time_of(&given(&[1, 1, 1, 1, 8], &[]), 2, 0), 10);
    }
}
