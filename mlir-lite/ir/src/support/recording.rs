//! Records tasks that several threads would share, to measure work and span.
//!
//! While a recording is made, tasks run one after the other on the calling thread, although the
//! work is divided for as many threads as the context has. So the time of each task can be measured
//! on a machine with fewer processors. Tasks that are started by a task count as a part of it.

use std::cell::RefCell;

/// A part of a recorded run. Times are in the unit of the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The phase of this name begins.
    Phase(&'static str),
    /// Work of one thread.
    Serial(u64),
    /// Tasks that several threads would share.
    Tasks {
        /// In which order they would begin.
        order: Order,
        /// The time of each.
        times: Vec<u64>,
        /// The time in which the calling thread takes the result of each; empty if it takes all of
        /// them at the end.
        takes: Vec<u64>,
    },
}

/// In which order threads begin tasks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// In the order in which they are recorded.
    Given,
    /// Large ones first.
    LargestFirst,
}

struct Recorder {
    clock: fn() -> u64,
    last: u64,
    parts: Vec<Part>,
    is_in_task: bool,
}

thread_local! {
    static RECORDER: RefCell<Option<Recorder>> = const { RefCell::new(None) };
}

/// Runs `work` on this thread, and returns its parts with its result.
pub fn record<R>(clock: fn() -> u64, work: impl FnOnce() -> R) -> (R, Vec<Part>) {
    let recorder = Recorder { clock, last: clock(), parts: Vec::new(), is_in_task: false };
    RECORDER.set(Some(recorder));
    let result = work();
    let parts = RECORDER.take().map(|mut recorder| {
        recorder.end_serial();
        recorder.parts
    });
    (result, parts.unwrap_or_default())
}

/// Whether a recording is made on this thread, which must then run all tasks itself.
pub fn is_active() -> bool {
    RECORDER.with_borrow(Option::is_some)
}

/// The recorded run enters another phase.
pub fn phase(name: &'static str) {
    with_recorder(|recorder| {
        recorder.end_serial();
        recorder.parts.push(Part::Phase(name));
    });
}

/// Runs tasks whose results the calling thread takes in their order, each as soon as it can.
pub fn tasks_taken<T, R>(
    tasks: impl Iterator<Item = T>,
    work: impl Fn(T) -> R,
    mut take: impl FnMut(R),
) {
    let is_outermost = begin_tasks();
    let (mut times, mut takes) = (Vec::new(), Vec::new());
    for task in tasks {
        let result = work(task);
        times.extend(lap(is_outermost));
        take(result);
        takes.extend(lap(is_outermost));
    }
    end_tasks(is_outermost, Part::Tasks { order: Order::Given, times, takes });
}

/// Runs tasks of which threads begin the largest first, and returns their results in order.
pub fn largest_first<T, R>(tasks: impl Iterator<Item = T>, work: impl Fn(T) -> R) -> Vec<R> {
    let is_outermost = begin_tasks();
    let mut times = Vec::with_capacity(tasks.size_hint().0);
    let results = tasks
        .map(|task| {
            let result = work(task);
            times.extend(lap(is_outermost));
            result
        })
        .collect();
    let order = Order::LargestFirst;
    end_tasks(is_outermost, Part::Tasks { order, times, takes: Vec::new() });
    results
}

fn with_recorder<R>(change: impl FnOnce(&mut Recorder) -> R) -> Option<R> {
    RECORDER.with_borrow_mut(|recorder| recorder.as_mut().map(change))
}

/// Returns whether the tasks that follow are recorded: those within a task are not.
fn begin_tasks() -> bool {
    let began = with_recorder(|recorder| {
        let is_outermost = !std::mem::replace(&mut recorder.is_in_task, true);
        if is_outermost {
            recorder.end_serial();
        }
        is_outermost
    });
    began.unwrap_or(false)
}

fn end_tasks(is_outermost: bool, tasks: Part) {
    if is_outermost {
        with_recorder(|recorder| {
            recorder.is_in_task = false;
            recorder.parts.push(tasks);
            recorder.last = (recorder.clock)();
        });
    }
}

fn lap(is_outermost: bool) -> Option<u64> {
    if is_outermost { with_recorder(Recorder::lap) } else { None }
}

impl Recorder {
    /// The time since the clock was read last.
    fn lap(&mut self) -> u64 {
        let now = (self.clock)();
        now - std::mem::replace(&mut self.last, now)
    }

    fn end_serial(&mut self) {
        let time = self.lap();
        self.parts.push(Part::Serial(time));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::parallel::in_order;
    use std::cell::Cell;

    thread_local! {
        static NOW: Cell<u64> = const { Cell::new(0) };
    }

    fn work_for(time: u64) -> u64 {
        NOW.set(NOW.get() + time);
        time
    }

    #[test]
    fn each_task_and_what_is_between_them_is_measured() {
        let ((), parts) = record(
            || NOW.get(),
            || {
                work_for(5);
                phase("first");
                work_for(1);
                in_order(
                    64,
                    3,
                    |index| work_for(10 + index as u64),
                    |_| {
                        work_for(2);
                    },
                );
                work_for(3);
                phase("second");
                let doubled = largest_first([7, 9].into_iter(), |time| {
                    // A part of the task.
                    in_order(64, 2, |_| work_for(time), drop);
                    time
                });
                assert_eq!(doubled, [7, 9]);
            },
        );
        let expected = [
            Part::Serial(5),
            Part::Phase("first"),
            Part::Serial(1),
            Part::Tasks { order: Order::Given, times: vec![10, 11, 12], takes: vec![2, 2, 2] },
            Part::Serial(3),
            Part::Phase("second"),
            Part::Serial(0),
            Part::Tasks { order: Order::LargestFirst, times: vec![14, 18], takes: vec![] },
            Part::Serial(0),
        ];
        assert_eq!(parts, expected);
        assert!(!is_active());
    }
}
