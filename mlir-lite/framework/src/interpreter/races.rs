//! Races: accesses of two threads of a launch that no barrier orders, found by shadow state.
//!
//! Blocks run one after the other, and the threads of a block until they wait. Two accesses of a
//! block are ordered if all threads have met at a barrier in between; those of different blocks
//! never are. It is a race if one of the two is a write, and they are not both atomic.

use super::Trap;
use super::launch::GridSizes;
use mlir_lite::ir::location::Location;
use rustc_hash::FxHashMap;

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AccessKind {
    Read,
    Write,
    /// A part of an atomic update.
    Update,
}

impl AccessKind {
    const ALL: [Self; 3] = [Self::Read, Self::Write, Self::Update];

    fn conflicts_with(self, other: Self) -> bool {
        self != other || self == Self::Write
    }

    fn verb(self) -> &'static str {
        match self {
            Self::Read => "reads",
            Self::Write => "writes",
            Self::Update => "updates",
        }
    }
}

#[derive(Clone, Copy)]
struct Access {
    block: u32,
    thread: u32,
    /// How many barriers the block has passed.
    barriers: u32,
    location: Location,
}

/// The accesses of one kind that a later one has to be compared with.
#[derive(Clone, Copy, Default)]
struct Accesses {
    /// The first one: if any block before the current one has accessed the memory, it is of one.
    first: Option<Access>,
    /// Those of two threads since the last barrier: any third one differs from one of them.
    recent: [Option<Access>; 2],
}

impl Accesses {
    fn add(&mut self, access: Access) {
        self.first.get_or_insert(access);
        let is_recent = |old: &Access| old.block == access.block && old.barriers == access.barriers;
        match &mut self.recent {
            [Some(old), second] if is_recent(old) => {
                if old.thread != access.thread {
                    *second = Some(access);
                }
            }
            recent => *recent = [Some(access), None],
        }
    }

    /// An access that nothing orders before this one.
    fn unordered(&self, access: Access) -> Option<Access> {
        let of_block = |old: &Access| {
            old.block == access.block
                && old.barriers == access.barriers
                && old.thread != access.thread
        };
        let of_other = self.first.filter(|old| old.block != access.block);
        of_other.or_else(|| self.recent.iter().flatten().copied().find(of_block))
    }
}

/// The accesses to the bytes of an allocation, in pieces of one size.
struct Pieces {
    size: u64,
    accesses: FxHashMap<u64, [Accesses; 3]>,
}

impl Pieces {
    /// Makes pieces smaller, so that a range consists of whole ones.
    fn refine(&mut self, offset: u64, size: u64) {
        let wanted = 1 << (self.size | offset | size).trailing_zeros();
        if wanted == self.size {
            return;
        }
        let parts = self.size / wanted;
        let old = std::mem::take(&mut self.accesses);
        let parts = old
            .into_iter()
            .flat_map(|(at, state)| (0..parts).map(move |part| (at * parts + part, state)));
        self.accesses = parts.collect();
        self.size = wanted;
    }
}

/// Which thread of a launch runs, and what its threads have accessed.
pub(super) struct Shadow {
    sizes: GridSizes,
    now: Access,
    /// Whether accesses are parts of an atomic update.
    pub(super) is_update: bool,
    /// By the number of the allocation.
    memories: FxHashMap<usize, Pieces>,
}

impl Shadow {
    pub(super) fn new(sizes: GridSizes) -> Self {
        let now = Access { block: 0, thread: 0, barriers: 0, location: Location::UNKNOWN };
        Self { sizes, now, is_update: false, memories: FxHashMap::default() }
    }

    pub(super) fn start_block(&mut self, block: usize) {
        self.now.block = block as u32;
        self.now.barriers = 0;
    }

    pub(super) fn switch_to(&mut self, thread: usize) {
        self.now.thread = thread as u32;
    }

    pub(super) fn pass_barrier(&mut self) {
        self.now.barriers += 1;
    }

    /// Sets the place of what runs, and returns the one before.
    pub(super) fn set_location(&mut self, location: Location) -> Location {
        std::mem::replace(&mut self.now.location, location)
    }

    /// Records an access.
    ///
    /// # Errors
    /// If it is a race with an earlier one.
    pub(super) fn access(
        &mut self,
        memory: usize,
        (offset, size): (u64, u64),
        kind: AccessKind,
    ) -> Result<(), Trap> {
        if size == 0 {
            return Ok(());
        }
        let kind = if self.is_update { AccessKind::Update } else { kind };
        let pieces = self.memories.entry(memory).or_insert_with(|| {
            let size = 1 << (offset | size).trailing_zeros();
            Pieces { size, accesses: FxHashMap::default() }
        });
        pieces.refine(offset, size);
        let now = self.now;
        for at in offset / pieces.size..(offset + size) / pieces.size {
            let states = pieces.accesses.entry(at).or_default();
            for (old, state) in AccessKind::ALL.into_iter().zip(states.iter()) {
                if kind.conflicts_with(old)
                    && let Some(other) = state.unordered(now)
                {
                    return Err(self.race((now, kind), (other, old)));
                }
            }
            states[kind as usize].add(now);
        }
        Ok(())
    }

    fn race(&self, (now, kind): (Access, AccessKind), (other, old): (Access, AccessKind)) -> Trap {
        let thread = |it: Access| self.sizes.name_of_thread(it.thread as usize);
        let block = |it: Access| self.sizes.name_of_block(it.block as usize);
        let (verb, old_verb) = (kind.verb(), old.verb());
        let first = format!("{} of {} {verb} memory", thread(now), block(now));
        let message = if now.block == other.block {
            format!(
                "{first} that {} of the same block {old_verb} without a barrier in between",
                thread(other)
            )
        } else {
            format!(
                "{first} that {} of {} {old_verb}: nothing orders blocks",
                thread(other),
                block(other)
            )
        };
        Trap::new(message).noted(other.location, format!("{} {old_verb} it here", thread(other)))
    }
}
