//! Memrefs in Rust: the descriptor that compiled code uses, and borrows of Rust's memory.

use crate::LlvmError;
use crate::values::JitValue;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::from_ref;

/// The descriptor of a memref, as compiled code takes and returns it: see [MLIR's
/// documentation](https://mlir.llvm.org/docs/TargetLLVMIR/).
///
/// In the signature of a function, `MemRef<f64, 2>` is `memref<?x?xf64>` or a memref of known
/// sizes. A caller passes a [`MemRefMut`] for it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemRef<T, const RANK: usize> {
    /// The address that was allocated, for freeing.
    pub allocated: *mut T,
    /// The address from which elements are counted.
    pub aligned: *mut T,
    /// The index of the first element.
    pub offset: i64,
    /// The number of elements in each dimension.
    pub sizes: [i64; RANK],
    /// How many elements apart neighbours of each dimension are.
    pub strides: [i64; RANK],
}

impl<T: JitValue, const RANK: usize> MemRef<T, RANK> {
    /// The descriptor that these bytes are.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let word = |index: usize| &bytes[8 * index..8 * (index + 1)];
        let numbers =
            |first: usize| std::array::from_fn(|index| i64::from_bytes(word(first + index)));
        Self {
            allocated: JitValue::from_bytes(word(0)),
            aligned: JitValue::from_bytes(word(1)),
            offset: i64::from_bytes(word(2)),
            sizes: numbers(3),
            strides: numbers(3 + RANK),
        }
    }

    /// Adds the addresses of the fields, in the order of a function's parameters.
    pub(crate) fn push_fields(&self, addresses: &mut Vec<*const c_void>) {
        addresses.push(from_ref(&self.allocated).cast());
        addresses.push(from_ref(&self.aligned).cast());
        addresses.push(from_ref(&self.offset).cast());
        let numbers = self.sizes.iter().chain(&self.strides);
        addresses.extend(numbers.map(|number| from_ref(number).cast()));
    }

    /// The elements in row-major order.
    ///
    /// # Safety
    /// Each element that the offset, the sizes and the strides describe is in allocated memory, and
    /// was written as a `T`. That a compiled function has returned the memref is not enough: the
    /// function may have freed its memory, may return memory of its own stack or an invalid view,
    /// and its `i1` may be a byte other than 0 and 1.
    #[allow(unsafe_code)]
    pub unsafe fn to_vec(&self) -> Vec<T> {
        let count = self.sizes.iter().map(|&size| usize::try_from(size).unwrap_or(0)).product();
        let mut indices = [0; RANK];
        let mut elements = Vec::with_capacity(count);
        for _ in 0..count {
            let products = indices.iter().zip(&self.strides).map(|(index, stride)| index * stride);
            let place = self.offset + products.sum::<i64>();
            // SAFETY: the indices are within the sizes, and the caller promises that these elements
            // are there.
            elements.push(unsafe { self.aligned.offset(place as isize).read() });
            for (index, &size) in indices.iter_mut().zip(&self.sizes).rev() {
                *index += 1;
                if *index < size {
                    break;
                }
                *index = 0;
            }
        }
        elements
    }

    /// Frees the memory, as `dealloc` in compiled code does.
    ///
    /// # Safety
    /// Compiled code has allocated it by `malloc`, and nothing uses it any more.
    #[allow(unsafe_code)]
    pub unsafe fn free(self) {
        // SAFETY: the caller's promise.
        unsafe { crate::ffi::free(self.allocated.cast()) }
    }
}

/// Memory of Rust's that a compiled function may read and write, as a memref of these sizes with
/// elements in row-major order.
///
/// ```
/// # mod mlir_lite { pub extern crate mlir_lite_llvm as llvm; }
/// use mlir_lite::llvm::MemRefMut;
///
/// let mut elements = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
/// assert!(MemRefMut::new(&mut elements, [2, 3]).is_ok());
/// let error = MemRefMut::new(&mut elements, [2, 2]).unwrap_err();
/// assert_eq!(error.to_string(), "expected 4 elements for a memref of sizes [2, 2], found 6");
/// ```
#[derive(Debug)]
pub struct MemRefMut<'a, T, const RANK: usize> {
    descriptor: MemRef<T, RANK>,
    memory: PhantomData<&'a mut [T]>,
}

impl<'a, T: JitValue, const RANK: usize> MemRefMut<'a, T, RANK> {
    /// A memref of all of the elements.
    ///
    /// # Errors
    /// [`LlvmError::Sizes`] if the number of elements is not the product of the sizes.
    pub fn new(elements: &'a mut [T], sizes: [usize; RANK]) -> Result<Self, LlvmError> {
        let count = sizes.iter().try_fold(1usize, |count, &size| count.checked_mul(size));
        if count != Some(elements.len()) {
            return Err(LlvmError::Sizes { elements: elements.len(), sizes: sizes.to_vec() });
        }
        let mut strides = [1; RANK];
        for dimension in (1..RANK).rev() {
            strides[dimension - 1] = strides[dimension] * sizes[dimension] as i64;
        }
        let address = elements.as_mut_ptr();
        let descriptor = MemRef {
            allocated: address,
            aligned: address,
            offset: 0,
            sizes: sizes.map(|size| size as i64),
            strides,
        };
        Ok(Self { descriptor, memory: PhantomData })
    }

    /// A memref that compiled code has returned, as an argument of another call.
    ///
    /// # Safety
    /// Its memory is valid as long as the borrow, and only reached through it.
    #[allow(unsafe_code)]
    pub unsafe fn from_memref(descriptor: MemRef<T, RANK>) -> Self {
        Self { descriptor, memory: PhantomData }
    }

    /// The descriptor.
    pub(crate) fn descriptor(&self) -> &MemRef<T, RANK> {
        &self.descriptor
    }
}
