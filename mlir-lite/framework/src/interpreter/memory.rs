//! Memory: allocations that are checked on each access.
//!
//! An address is the number of an allocation and an offset into it, so that address arithmetic
//! works as in compiled code, and an access outside any allocation, or of one that was freed, is
//! detected. Numbers are not used again.

use super::Trap;
use super::races::{AccessKind, Shadow};
use std::cell::RefCell;

/// Bits of an address that are the offset.
const OFFSET_BITS: u32 = 36;

/// Addresses with this bit are addresses of functions.
const FUNCTION: u64 = 1 << 63;

/// Allocations are recorded in pages of as many.
const PAGE: usize = 256;

/// All memory of a run.
pub struct Memory {
    /// By number. Numbers are not used again, so a program that allocates and frees memory in a
    /// loop would fill a table of all numbers; a page of freed allocations takes no memory.
    pages: Vec<Page>,
    /// How many allocations there have been.
    count: usize,
    /// Bytes that may still be allocated.
    left: u64,
    /// The accesses of the threads of a launch, while one runs.
    shadow: Option<RefCell<Shadow>>,
}

#[derive(Default)]
struct Page {
    /// None once it is freed.
    allocations: Vec<Option<Allocation>>,
    /// How many are not freed.
    in_use: usize,
}

struct Allocation {
    bytes: Box<[u8]>,
    is_writable: bool,
}

impl Memory {
    /// Memory of which this many bytes can be allocated in all.
    pub(super) fn limited(bytes: u64) -> Self {
        Self { pages: Vec::new(), count: 0, left: bytes, shadow: None }
    }

    /// Allocates `size` bytes, all zero, and returns their address.
    ///
    /// # Errors
    /// If not that much is left.
    pub fn allocate(&mut self, size: u64) -> Result<u64, Trap> {
        let too_much = || Trap::new(format!("cannot allocate {size} bytes"));
        let number = self.count as u64 + 1;
        self.left = self.left.checked_sub(size).ok_or_else(too_much)?;
        let length = usize::try_from(size).map_err(|_| too_much())?;
        if size >= 1 << OFFSET_BITS || number >= FUNCTION >> OFFSET_BITS {
            return Err(too_much());
        }
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length).map_err(|_| too_much())?;
        bytes.resize(length, 0);
        if self.count.is_multiple_of(PAGE) {
            self.pages.push(Page::default());
        }
        if let Some(page) = self.pages.last_mut() {
            page.allocations.push(Some(Allocation { bytes: bytes.into(), is_writable: true }));
            page.in_use += 1;
        }
        self.count += 1;
        Ok(number << OFFSET_BITS)
    }

    /// Makes an allocation constant.
    pub fn freeze(&mut self, address: u64) {
        if let Some((page, index, _)) = self.find(address)
            && let Some(Some(allocation)) = page.allocations.get_mut(index)
        {
            allocation.is_writable = false;
        }
    }

    /// Frees the allocation that starts at `address`; a null address frees nothing.
    ///
    /// # Errors
    /// If it is not the start of memory that is in use.
    pub fn free(&mut self, address: u64) -> Result<(), Trap> {
        if address == 0 {
            return Ok(());
        }
        let Some((page, index, 0)) = self.find(address) else {
            return Err(Trap::new("frees what is not the start of an allocation"));
        };
        match page.allocations.get_mut(index) {
            Some(slot @ Some(_)) => *slot = None,
            _ => return Err(Trap::new("frees memory that is already freed")),
        }
        page.in_use -= 1;
        if page.in_use == 0 && page.allocations.len() == PAGE {
            page.allocations = Vec::new();
        }
        Ok(())
    }

    /// The page of an allocation, its index there, and the offset into it.
    fn find(&mut self, address: u64) -> Option<(&mut Page, usize, u64)> {
        let number = self.number(address)?;
        let page = self.pages.get_mut(number / PAGE)?;
        Some((page, number % PAGE, address & ((1 << OFFSET_BITS) - 1)))
    }

    /// The number of the allocation that an address is in.
    fn number(&self, address: u64) -> Option<usize> {
        let number = usize::try_from((address >> OFFSET_BITS).checked_sub(1)?).ok()?;
        (number < self.count).then_some(number)
    }

    /// The bytes at an address.
    ///
    /// # Errors
    /// If they do not lie in one allocation that is in use.
    pub fn read(&self, address: u64, size: u64) -> Result<&[u8], Trap> {
        let (allocation, start, end) = self.range(address, size)?;
        let bytes = allocation.bytes.get(start..end);
        let bytes = bytes.ok_or_else(|| out_of_bounds(allocation, start, size))?;
        self.record(address, size, AccessKind::Read)?;
        Ok(bytes)
    }

    /// The same, to be written.
    ///
    /// # Errors
    /// If they do not lie in one allocation that is in use and not constant.
    pub fn write(&mut self, address: u64, size: u64) -> Result<&mut [u8], Trap> {
        let (allocation, start, end) = self.range(address, size)?;
        if !allocation.is_writable {
            return Err(Trap::new("writes to constant memory"));
        }
        if end > allocation.bytes.len() {
            return Err(out_of_bounds(allocation, start, size));
        }
        self.record(address, size, AccessKind::Write)?;
        let slot = self.find(address).and_then(|(page, index, _)| page.allocations.get_mut(index));
        match slot {
            Some(Some(allocation)) => Ok(&mut allocation.bytes[start..end]),
            _ => Err(Trap::new("accesses memory that was freed")),
        }
    }

    /// Finds races between the threads of a launch from now on.
    pub(super) fn watch(&mut self, shadow: Shadow) {
        self.shadow = Some(RefCell::new(shadow));
    }

    pub(super) fn end_watch(&mut self) {
        self.shadow = None;
    }

    /// Calls `change` while the threads of a launch are watched.
    pub(super) fn watched<R>(&mut self, change: impl FnOnce(&mut Shadow) -> R) -> Option<R> {
        self.shadow.as_mut().map(|shadow| change(shadow.get_mut()))
    }

    /// Whether the accesses from now on are parts of an atomic update.
    pub fn set_atomic(&mut self, is_atomic: bool) {
        self.watched(|shadow| shadow.is_update = is_atomic);
    }

    fn record(&self, address: u64, size: u64, kind: AccessKind) -> Result<(), Trap> {
        let (Some(shadow), Some(number)) = (&self.shadow, self.number(address)) else {
            return Ok(());
        };
        let offset = address & ((1 << OFFSET_BITS) - 1);
        shadow.borrow_mut().access(number, (offset, size), kind)
    }

    fn range(&self, address: u64, size: u64) -> Result<(&Allocation, usize, usize), Trap> {
        let slot = self.number(address).and_then(|number| {
            let page = self.pages.get(number / PAGE)?;
            Some(page.allocations.get(number % PAGE))
        });
        let start = (address & ((1 << OFFSET_BITS) - 1)) as usize;
        match slot {
            _ if address == 0 => Err(Trap::new("accesses memory through a null pointer")),
            None => Err(Trap::new("accesses memory through an address that is none")),
            Some(None | Some(None)) => Err(Trap::new("accesses memory that was freed")),
            Some(Some(Some(allocation))) => {
                Ok((allocation, start, start.saturating_add(size as usize)))
            }
        }
    }

    /// The bytes from an address up to a zero: a text of C.
    ///
    /// # Errors
    /// If there is no zero before the end of the allocation.
    pub fn c_string(&self, address: u64) -> Result<&[u8], Trap> {
        let (allocation, start, _) = self.range(address, 0)?;
        let bytes = allocation.bytes.get(start..).unwrap_or_default();
        let length = bytes.iter().position(|&byte| byte == 0);
        length
            .map(|length| &bytes[..length])
            .ok_or_else(|| Trap::new("reads a text without an end"))
    }

    /// The address of function `index`.
    pub(super) fn function_address(index: usize) -> u64 {
        FUNCTION | index as u64
    }

    /// The function at an address.
    pub(super) fn function_index(address: u64) -> Option<usize> {
        (address & FUNCTION != 0).then_some((address & !FUNCTION) as usize)
    }
}

fn out_of_bounds(allocation: &Allocation, start: usize, size: u64) -> Trap {
    let length = allocation.bytes.len();
    // An offset in the upper half is a negative one.
    let shown = if start as u64 >> (OFFSET_BITS - 1) == 1 {
        start as i64 - (1 << OFFSET_BITS)
    } else {
        start as i64
    };
    Trap::new(format!("accesses {size} bytes at offset {shown} of memory of {length} bytes"))
}

#[cfg(test)]
mod tests {
    use super::{Memory, PAGE};

    #[test]
    fn freed_allocations_take_no_memory() {
        let mut memory = Memory::limited(u64::MAX);
        let kept = memory.allocate(8).unwrap();
        let first = memory.allocate(256).unwrap();
        memory.free(first).unwrap();
        for _ in 0..100 * PAGE {
            let address = memory.allocate(256).unwrap();
            memory.free(address).unwrap();
        }
        let records: usize = memory.pages.iter().map(|page| page.allocations.capacity()).sum();
        assert!(records <= 2 * PAGE, "{records}");
        assert_eq!(memory.read(kept, 8).unwrap(), [0; 8]);
        // Numbers are not used again, so memory that was freed is known as such.
        for address in [first, first + ((1 + 50 * PAGE as u64) << super::OFFSET_BITS)] {
            let trap = memory.read(address, 1).unwrap_err();
            assert_eq!(trap.message, "accesses memory that was freed");
            let trap = memory.free(address).unwrap_err();
            assert_eq!(trap.message, "frees memory that is already freed");
        }
    }
}
