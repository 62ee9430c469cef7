//! Launches: the threads of blocks, which wait for each other.
//!
//! A thread of a block runs on a thread of the system, so that it can wait in the middle of regions
//! and calls. Only one of them runs at a time: it has the machine, and hands it back when it waits
//! or ends. Which one goes on next does not depend on time, so runs are repeatable. A thread of the
//! system runs threads of a block one after the other until one waits.

use super::machine::Frame;
use super::races::Shadow;
use super::{Machine, STACK_OF_A_LEVEL, Trap, Value, Values};
use mlir_lite::ir::location::Location;
use mlir_lite::ir::view::OpRef;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, Scope};

/// The most threads of a block.
const MAX_THREADS: i64 = 1024;

/// The most calls and regions that are open at once in a thread of a launch.
const MAX_KERNEL_DEPTH: usize = 100;

/// Threads of a subgroup.
pub const SUBGROUP_SIZE: usize = 32;

/// The sizes of a launch, along x, y and z.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GridSizes {
    /// Blocks of the grid.
    pub blocks: [i64; 3],
    /// Threads of a block.
    pub threads: [i64; 3],
}

impl GridSizes {
    fn num_blocks(self) -> Result<usize, Trap> {
        let product = self.blocks.iter().try_fold(1i64, |product, &size| product.checked_mul(size));
        let product = product.and_then(|product| u32::try_from(product).ok());
        product
            .map(|product| product as usize)
            .ok_or_else(|| Trap::new("launches more blocks than there can be"))
    }

    fn num_threads(self) -> usize {
        self.threads.iter().product::<i64>() as usize
    }

    fn check(self) -> Result<(), Trap> {
        let [blocks, threads] = [self.blocks, self.threads];
        for (sizes, of) in [(blocks, "blocks"), (threads, "threads")] {
            for (size, dimension) in sizes.into_iter().zip(["x", "y", "z"]) {
                if size < 1 {
                    return Err(Trap::new(format!("launches {size} {of} along {dimension}")));
                }
            }
        }
        let product = threads.iter().try_fold(1i64, |product, &size| product.checked_mul(size));
        match product {
            Some(product) if product <= MAX_THREADS => Ok(()),
            _ => Err(Trap::new(format!(
                "launches blocks of {} x {} x {} threads: a block has at most {MAX_THREADS}",
                threads[0], threads[1], threads[2]
            ))),
        }
    }

    pub(super) fn name_of_thread(self, number: usize) -> String {
        let [x, y, z] = at(number, self.threads);
        format!("thread ({x}, {y}, {z})")
    }

    pub(super) fn name_of_block(self, number: usize) -> String {
        let [x, y, z] = at(number, self.blocks);
        format!("block ({x}, {y}, {z})")
    }
}

/// The position of a number, where x is counted first.
fn at(number: usize, sizes: [i64; 3]) -> [i64; 3] {
    let number = number as i64;
    [number % sizes[0], number / sizes[0] % sizes[1], number / sizes[0] / sizes[1]]
}

/// Which thread of a launch runs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ThreadPosition {
    /// The sizes of the launch.
    pub sizes: GridSizes,
    /// The block.
    pub block: [i64; 3],
    /// The thread in its block.
    pub thread: [i64; 3],
    /// The number of the thread in its block, where x is counted first.
    pub number: usize,
    /// The values that all threads of the block have.
    pub shared: Arc<Values>,
}

/// The threads that meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Meeting {
    /// All threads of the block; `orders` if what they have written is seen afterwards.
    Block {
        /// Whether accesses before it are ordered before those after it.
        orders: bool,
    },
    /// The first threads of the subgroup.
    Lanes {
        /// Their number.
        width: usize,
    },
}

/// The values that the threads of a meeting have given, in their order.
pub type Given = Arc<Vec<Value>>;

/// The threads of a launch, one after the other.
pub type ThreadBody<'l, 'b> = &'l (dyn Fn(&mut Machine<'b>) -> Result<(), Trap> + Sync);

/// The thread of a launch that a machine runs.
pub(super) struct Thread<'b> {
    position: ThreadPosition,
    /// None where the system has no threads.
    link: Option<Arc<Link<'b>>>,
    has_waited: bool,
}

/// The ends of the channels on the side of a worker. Only one thread uses them.
struct Link<'b> {
    commands: std::sync::Mutex<Receiver<Command<'b>>>,
    replies: Sender<Reply<'b>>,
}

enum Command<'b> {
    /// Run threads of a block from this one on, until one waits.
    Start { machine: Box<Machine<'b>>, block: Arc<Block<'b>>, first: usize },
    /// Go on.
    Resume { machine: Box<Machine<'b>>, given: Given },
}

enum Reply<'b> {
    Ended { machine: Box<Machine<'b>>, result: Result<(), (usize, Trap)>, next: usize },
    Waits { machine: Box<Machine<'b>>, waiting: Waiting<'b> },
}

struct Waiting<'b> {
    thread: usize,
    op: OpRef<'b>,
    meeting: Meeting,
    given: Value,
}

impl Waiting<'_> {
    fn is_with(&self, other: &Self) -> bool {
        std::ptr::eq(self.op.body(), other.op.body())
            && self.op.id() == other.op.id()
            && self.meeting == other.meeting
    }
}

/// A block of a launch.
struct Block<'b> {
    sizes: GridSizes,
    number: usize,
    /// The frame of the function that launches.
    frame: Frame<'b>,
    shared: Arc<Values>,
}

impl Block<'_> {
    fn position(&self, number: usize) -> ThreadPosition {
        ThreadPosition {
            sizes: self.sizes,
            block: at(self.number, self.sizes.blocks),
            thread: at(number, self.sizes.threads),
            number,
            shared: Arc::clone(&self.shared),
        }
    }
}

/// A thread of the system, as the launch sees it.
struct Worker<'b> {
    commands: Sender<Command<'b>>,
    replies: Receiver<Reply<'b>>,
}

impl<'b> Machine<'b> {
    /// Which thread of a launch runs.
    ///
    /// # Errors
    /// If none does.
    pub fn position(&self) -> Result<&ThreadPosition, Trap> {
        let position = self.thread.as_ref().map(|thread| &thread.position);
        position.ok_or_else(|| Trap::new("is run outside of a kernel"))
    }

    /// Runs the threads of a launch. `block` makes what the threads of a block share: memory in it
    /// is freed at the end of the block. `thread` runs a thread, in a copy of the frame of `op`.
    ///
    /// # Errors
    /// If a thread traps, if two of them race, or if one waits for one that does not come.
    pub fn launch(
        &mut self,
        op: OpRef<'b>,
        sizes: GridSizes,
        block: &dyn Fn(&mut Self) -> Result<Values, Trap>,
        thread: ThreadBody<'_, 'b>,
    ) -> Result<(), Trap> {
        if self.thread.is_some() {
            return Err(Trap::new("is run in a kernel: kernels launch no kernels"));
        }
        sizes.check()?;
        let blocks = sizes.num_blocks()?;
        let frame = self.copy_of_frame();
        let outer = (std::mem::take(&mut self.frames), self.depth, self.max_depth);
        self.memory.watch(Shadow::new(sizes));
        let result = std::thread::scope(|scope| {
            let mut workers = Workers { scope, thread, all: Vec::new(), idle: Vec::new() };
            (0..blocks).try_for_each(|number| {
                let shared = Arc::new(block(self)?);
                let frame = frame.clone();
                let block = Block { sizes, number, frame, shared: Arc::clone(&shared) };
                let result = self.run_block(Arc::new(block), op.location(), &mut workers);
                for value in shared.iter() {
                    if let Value::MemRef(memref) = value {
                        // If the kernel has freed it by mistake, this fails.
                        let _ = self.memory.free(memref.allocated);
                    }
                }
                result
            })
        });
        self.memory.end_watch();
        (self.frames, self.depth, self.max_depth) = outer;
        result
    }

    fn run_block(
        &mut self,
        block: Arc<Block<'b>>,
        launch: Location,
        workers: &mut Workers<'_, '_, 'b>,
    ) -> Result<(), Trap> {
        self.memory.watched(|shadow| shadow.start_block(block.number));
        let explain = |thread: usize, trap: Trap| {
            let (thread, number) = (block.sizes.name_of_thread(thread), block.number);
            let of = block.sizes.name_of_block(number);
            trap.noted(launch, format!("in {thread} of {of} of this launch"))
        };
        if cfg!(target_family = "wasm") {
            for number in 0..block.sizes.num_threads() {
                let (result, _) = run_thread(self, &block, number, None, workers.thread);
                result.map_err(|trap| explain(number, trap))?;
            }
            return Ok(());
        }
        let mut next = 0;
        let mut waiting: BTreeMap<usize, (usize, Waiting<'b>)> = BTreeMap::new();
        let mut ready: VecDeque<(usize, Given)> = VecDeque::new();
        loop {
            let all = block.sizes.num_threads();
            if ready.is_empty() && next >= all {
                if waiting.is_empty() {
                    return Ok(());
                }
                let met = meet(&block, &waiting).map_err(|(thread, trap)| explain(thread, trap))?;
                if met.iter().all(|thread| orders(&waiting, *thread)) {
                    self.memory.watched(Shadow::pass_barrier);
                }
                let met: Vec<_> =
                    met.into_iter().filter_map(|thread| waiting.remove(&thread)).collect();
                let given = Arc::new(met.iter().map(|(_, it)| it.given.clone()).collect());
                ready.extend(met.iter().map(|(worker, _)| (*worker, Arc::clone(&given))));
                continue;
            }
            let resumed = ready.pop_front();
            let worker = match &resumed {
                Some((worker, _)) => *worker,
                None => workers.idle()?,
            };
            let empty = self.empty();
            let machine = Box::new(std::mem::replace(self, empty));
            let command = match resumed {
                Some((_, given)) => Command::Resume { machine, given },
                None => Command::Start { machine, block: Arc::clone(&block), first: next },
            };
            match workers.command(worker, command)? {
                Reply::Ended { machine, result, next: after } => {
                    *self = *machine;
                    next = next.max(after);
                    workers.idle.push(worker);
                    result.map_err(|(thread, trap)| explain(thread, trap))?;
                }
                Reply::Waits { machine, waiting: it } => {
                    *self = *machine;
                    next = next.max(it.thread + 1);
                    waiting.insert(it.thread, (worker, it));
                }
            }
        }
    }

    /// Waits until the other threads of a meeting are at the same op, and returns what all of them
    /// have given.
    ///
    /// # Errors
    /// If no thread of a launch runs, or the launch has failed.
    pub fn meet(&mut self, op: OpRef<'b>, meeting: Meeting, given: Value) -> Result<Given, Trap> {
        let number = self.position()?.number;
        let abandoned = || Trap::new("waits for a launch that has failed");
        let Some(thread) = self.thread.take() else { return Err(abandoned()) };
        let Some(link) = thread.link.clone() else {
            return Err(Trap::new("waits for other threads, which this system does not have"));
        };
        let (frames, depth) = (std::mem::take(&mut self.frames), self.depth);
        let empty = self.empty();
        let machine = Box::new(std::mem::replace(self, empty));
        let waiting = Waiting { thread: number, op, meeting, given };
        let is_sent = link.replies.send(Reply::Waits { machine, waiting }).is_ok();
        let command = link.commands.lock().ok().and_then(|commands| commands.recv().ok());
        // Also a thread that is abandoned leaves its regions and calls one after the other.
        let resumed = match command.filter(|_| is_sent) {
            Some(Command::Resume { machine, given }) => {
                *self = *machine;
                Ok(given)
            }
            _ => Err(abandoned()),
        };
        (self.frames, self.depth, self.max_depth) = (frames, depth, MAX_KERNEL_DEPTH);
        let given = resumed?;
        self.thread = Some(Thread { has_waited: true, ..thread });
        self.memory.watched(|shadow| {
            shadow.switch_to(number);
            shadow.set_location(op.location());
        });
        Ok(given)
    }

    /// A machine without anything, in place of one that another thread has.
    fn empty(&self) -> Self {
        // A sink takes no memory, so nothing leaks.
        Self::new(self.root, self.libraries, 0, Box::leak(Box::new(io::sink())))
    }
}

/// Whether a thread waits at a barrier.
fn orders(waiting: &BTreeMap<usize, (usize, Waiting<'_>)>, thread: usize) -> bool {
    let meeting = waiting.get(&thread).map(|(_, it)| it.meeting);
    meeting == Some(Meeting::Block { orders: true })
}

/// The threads of a meeting that is complete.
///
/// # Errors
/// If there is none: then no thread can go on. It names a thread that waits.
fn meet(
    block: &Block<'_>,
    waiting: &BTreeMap<usize, (usize, Waiting<'_>)>,
) -> Result<Vec<usize>, (usize, Trap)> {
    let all = block.sizes.num_threads();
    let members = |it: &Waiting<'_>| match it.meeting {
        Meeting::Block { .. } => 0..all,
        Meeting::Lanes { width } => {
            let first = it.thread / SUBGROUP_SIZE * SUBGROUP_SIZE;
            first..(first + width).min(all)
        }
    };
    let mut failure = None;
    for (_, it) in waiting.values() {
        let mut missing = members(it)
            .filter(|member| waiting.get(member).is_none_or(|(_, other)| !it.is_with(other)));
        let Some(first) = missing.next() else { return Ok(members(it).collect()) };
        failure.get_or_insert((it, first));
    }
    let Some((it, missing)) = failure else { return Ok(Vec::new()) };
    let of = match it.meeting {
        Meeting::Block { .. } => "block",
        Meeting::Lanes { .. } => "subgroup",
    };
    let (name, other) =
        (block.sizes.name_of_thread(it.thread), block.sizes.name_of_thread(missing));
    let start = format!("{name} waits for all threads of its {of}, but {other}");
    let mut trap = match waiting.get(&missing) {
        None => Trap::new(format!("{start} has ended")),
        Some((_, elsewhere)) => Trap::new(format!("{start} waits elsewhere"))
            .noted(elsewhere.op.location(), format!("{other} waits here")),
    };
    trap.places.push(it.op.location());
    Err((it.thread, trap))
}

/// The threads of the system that run the threads of blocks.
struct Workers<'scope, 'env, 'b> {
    scope: &'scope Scope<'scope, 'env>,
    thread: ThreadBody<'scope, 'b>,
    all: Vec<Worker<'b>>,
    idle: Vec<usize>,
}

impl<'scope, 'b: 'scope> Workers<'scope, '_, 'b> {
    /// A worker that runs nothing.
    fn idle(&mut self) -> Result<usize, Trap> {
        if let Some(worker) = self.idle.pop() {
            return Ok(worker);
        }
        let ((commands, received), (sent, replies)) = (channel(), channel());
        let link = Arc::new(Link { commands: received.into(), replies: sent });
        let thread = self.thread;
        let builder = Builder::new().stack_size(MAX_KERNEL_DEPTH * STACK_OF_A_LEVEL);
        let started = builder.spawn_scoped(self.scope, move || work(&link, thread));
        started.map_err(|error| Trap::new(format!("cannot start a thread: {error}")))?;
        self.all.push(Worker { commands, replies });
        Ok(self.all.len() - 1)
    }

    /// Lets a worker run until it waits or ends.
    fn command(&self, worker: usize, command: Command<'b>) -> Result<Reply<'b>, Trap> {
        let worker = self.all.get(worker);
        let reply = worker.and_then(|worker| {
            worker.commands.send(command).ok()?;
            worker.replies.recv().ok()
        });
        reply.ok_or_else(|| Trap::new("a thread of the launch has panicked"))
    }
}

/// Runs threads of blocks until there are no more.
fn work<'b>(link: &Arc<Link<'b>>, thread: ThreadBody<'_, 'b>) {
    loop {
        let command = link.commands.lock().ok().and_then(|commands| commands.recv().ok());
        let Some(Command::Start { mut machine, block, first }) = command else { return };
        let (mut next, mut result) = (first, Ok(()));
        let mut has_waited = false;
        while !has_waited && result.is_ok() && next < block.sizes.num_threads() {
            let number = next;
            next += 1;
            let link = Some(Arc::clone(link));
            // A thread that waits lets another worker run those after it.
            let ran;
            (ran, has_waited) = run_thread(&mut machine, &block, number, link, thread);
            result = ran.map_err(|trap| (number, trap));
        }
        if link.replies.send(Reply::Ended { machine, result, next }).is_err() {
            return;
        }
    }
}

/// Runs a thread of a block, and tells whether it has waited.
fn run_thread<'b>(
    machine: &mut Machine<'b>,
    block: &Block<'b>,
    number: usize,
    link: Option<Arc<Link<'b>>>,
    thread: ThreadBody<'_, 'b>,
) -> (Result<(), Trap>, bool) {
    machine.memory.watched(|shadow| shadow.switch_to(number));
    machine.frames.push(block.frame.clone());
    (machine.depth, machine.max_depth) = (0, MAX_KERNEL_DEPTH);
    machine.thread = Some(Thread { position: block.position(number), link, has_waited: false });
    let result = thread(machine);
    machine.frames.clear();
    // A thread that was abandoned while it waited has lost this.
    let has_waited = machine.thread.take().is_none_or(|thread| thread.has_waited);
    (result, has_waited)
}
