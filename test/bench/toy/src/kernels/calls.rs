//! Calls of compiled kernels.
#![allow(unsafe_code, reason = "calling compiled code is what this is for")]

use libloading::Library;
use std::ffi::c_int;
use std::path::Path;
use std::time::Instant;

/// A tensor for C, as toyc's header describes it.
#[repr(C)]
struct MemRef<const RANK: usize> {
    allocated: *mut f64,
    aligned: *mut f64,
    offset: i64,
    sizes: [i64; RANK],
    strides: [i64; RANK],
}

impl<const RANK: usize> MemRef<RANK> {
    /// Describes elements in row-major order.
    fn of(elements: &[f64], sizes: [i64; RANK]) -> Self {
        let mut strides = [1; RANK];
        for dimension in (1..RANK).rev() {
            strides[dimension - 1] = strides[dimension] * sizes[dimension];
        }
        let pointer = elements.as_ptr().cast_mut();
        Self { allocated: pointer, aligned: pointer, offset: 0, sizes, strides }
    }
}

type Unary<const A: usize, const R: usize> =
    unsafe extern "C" fn(*mut MemRef<R>, *const MemRef<A>) -> c_int;
type Binary<const A: usize, const R: usize> =
    unsafe extern "C" fn(*mut MemRef<R>, *const MemRef<A>, *const MemRef<A>) -> c_int;

unsafe extern "C" {
    fn free(memory: *mut f64);
}

/// Measures the kernels of the libraries in a folder; prints a line for each: `SECONDS toy NAME`,
/// `SECONDS C NAME`, and, of those that run on threads, `SECONDS one NAME` and
/// `SECONDS threads NAME`.
///
/// # Errors
/// A library cannot be loaded, or a kernel refuses its arguments.
#[allow(clippy::print_stdout, reason = "what is measured is the output")]
pub(crate) fn measure_here(folder: &Path, runs: usize) -> Result<(), String> {
    let load = |name: &str| {
        // SAFETY: the libraries are made by this program's parent; loading them runs no code of
        // theirs.
        unsafe { Library::new(folder.join(name)) }.map_err(|error| error.to_string())
    };
    let (toy, c) = (load("libtoy.so")?, load("libreference.so")?);
    let numbers =
        |count: usize| -> Vec<f64> { (0..count).map(|i| (i % 1013) as f64 / 1013.0).collect() };
    let (a, b, mut result) = (numbers(4_000_000), numbers(4_000_000), numbers(4_000_000));
    let n = a.len();

    // SAFETY (of all calls): the symbols have the types that toyc's header and `reference.c` give
    // them.
    let chain = unsafe { toy.get::<Binary<1, 1>>(b"chain") }.map_err(|error| error.to_string())?;
    let in_c = unsafe {
        c.get::<unsafe extern "C" fn(*mut f64, *const f64, *const f64, usize)>(b"chain")
            .map_err(|error| error.to_string())?
    };
    let (x, y) = (MemRef::of(&a, [n as i64]), MemRef::of(&b, [n as i64]));
    let times = by_turns(runs, &mut || binary(&chain, &x, &y), &mut || {
        unsafe { in_c(result.as_mut_ptr(), a.as_ptr(), b.as_ptr(), n) };
        Ok(())
    })?;
    println!("{} toy chain\n{} C chain", times.0, times.1);

    let total = unsafe { toy.get::<Unary<1, 0>>(b"total") }.map_err(|error| error.to_string())?;
    let in_c = unsafe { c.get::<unsafe extern "C" fn(*const f64, usize) -> f64>(b"sum") }
        .map_err(|error| error.to_string())?;
    let times = by_turns(runs, &mut || unary(&total, &x), &mut || {
        std::hint::black_box(unsafe { in_c(a.as_ptr(), n) });
        Ok(())
    })?;
    println!("{} toy sum\n{} C sum", times.0, times.1);

    let (matrix, mut copied) = (numbers(4096 * 4096), numbers(4096 * 4096));
    let flip = unsafe { toy.get::<Unary<2, 2>>(b"flip") }.map_err(|error| error.to_string())?;
    let in_c = unsafe { c.get::<unsafe extern "C" fn(*mut f64, *const f64, usize)>(b"copy") }
        .map_err(|error| error.to_string())?;
    let described = MemRef::of(&matrix, [4096, 4096]);
    let times = by_turns(runs, &mut || unary(&flip, &described), &mut || {
        unsafe { in_c(copied.as_mut_ptr(), matrix.as_ptr(), matrix.len()) };
        Ok(())
    })?;
    println!("{} toy transpose\n{} C transpose", times.0, times.1);

    for size in [1024, 1000, 1021] {
        let (a, b) = (numbers(size * size), numbers(size * size));
        let name = format!("matmul_{size}");
        let product = unsafe { toy.get::<Binary<2, 2>>(name.as_bytes()) }
            .map_err(|error| error.to_string())?;
        let sizes = [size as i64; 2];
        let (x, y) = (MemRef::of(&a, sizes), MemRef::of(&b, sizes));
        let times = by_turns(runs, &mut || binary(&product, &x, &y), &mut || Ok(()))?;
        println!("{} toy matmul-{size}", times.0);
    }
    measure_threads(&toy, &load("libparallel.so")?, runs)
}

/// Measures kernels on one thread, and on as many as there are processors.
#[allow(clippy::print_stdout, reason = "what is measured is the output")]
fn measure_threads(one: &Library, threads: &Library, runs: usize) -> Result<(), String> {
    let numbers =
        |count: usize| -> Vec<f64> { (0..count).map(|i| (i % 1013) as f64 / 1013.0).collect() };
    let report = |name: &str, times: (f64, f64)| {
        println!("{} one {name}\n{} threads {name}", times.0, times.1)
    };
    let pair = [one, threads];
    let (a, b) = (numbers(4_000_000), numbers(4_000_000));
    let (x, y) = (MemRef::of(&a, [4_000_000]), MemRef::of(&b, [4_000_000]));
    // SAFETY (of all symbols): they have the types that toyc's header gives them.
    let chains = pair.map(|library| unsafe { library.get::<Binary<1, 1>>(b"chain") });
    let [first, second] = chains.map(|symbol| symbol.map_err(|error| error.to_string()));
    let (first, second) = (first?, second?);
    report(
        "chain",
        by_turns(runs, &mut || binary(&first, &x, &y), &mut || binary(&second, &x, &y))?,
    );

    let matrix = numbers(4096 * 4096);
    let described = MemRef::of(&matrix, [4096, 4096]);
    let flips = pair.map(|library| unsafe { library.get::<Unary<2, 2>>(b"flip") });
    let [first, second] = flips.map(|symbol| symbol.map_err(|error| error.to_string()));
    let (first, second) = (first?, second?);
    report(
        "transpose",
        by_turns(runs, &mut || unary(&first, &described), &mut || unary(&second, &described))?,
    );

    for name in ["rows", "columns"] {
        let sums = pair.map(|library| unsafe { library.get::<Unary<2, 1>>(name.as_bytes()) });
        let [first, second] = sums.map(|symbol| symbol.map_err(|error| error.to_string()));
        let (first, second) = (first?, second?);
        report(
            name,
            by_turns(runs, &mut || unary(&first, &described), &mut || unary(&second, &described))?,
        );
    }

    for size in [1024, 1021] {
        let (a, b) = (numbers(size * size), numbers(size * size));
        let sizes = [size as i64; 2];
        let (x, y) = (MemRef::of(&a, sizes), MemRef::of(&b, sizes));
        let symbol = format!("matmul_{size}");
        let products =
            pair.map(|library| unsafe { library.get::<Binary<2, 2>>(symbol.as_bytes()) });
        let [first, second] = products.map(|symbol| symbol.map_err(|error| error.to_string()));
        let (first, second) = (first?, second?);
        let times =
            by_turns(runs, &mut || binary(&first, &x, &y), &mut || binary(&second, &x, &y))?;
        report(&format!("matmul-{size}"), times);
    }
    Ok(())
}

fn unary<const A: usize, const R: usize>(
    function: &Unary<A, R>,
    a: &MemRef<A>,
) -> Result<(), String> {
    called(|result| unsafe { function(result, a) })
}

fn binary<const A: usize, const R: usize>(
    function: &Binary<A, R>,
    a: &MemRef<A>,
    b: &MemRef<A>,
) -> Result<(), String> {
    called(|result| unsafe { function(result, a, b) })
}

/// Calls a kernel and frees its result.
fn called<const R: usize>(call: impl FnOnce(*mut MemRef<R>) -> c_int) -> Result<(), String> {
    let mut result = MemRef::of(&[], [0; R]);
    match call(&mut result) {
        0 => {
            // SAFETY: the result is the caller's, to be freed so.
            unsafe { free(result.allocated) };
            Ok(())
        }
        argument => Err(format!("a kernel refuses argument {argument}")),
    }
}

type Work<'w> = &'w mut dyn FnMut() -> Result<(), String>;

/// The least time of each, in seconds.
fn by_turns(runs: usize, ours: Work<'_>, theirs: Work<'_>) -> Result<(f64, f64), String> {
    let timed = |work: &mut dyn FnMut() -> Result<(), String>| {
        let begin = Instant::now();
        work().map(|()| begin.elapsed().as_secs_f64())
    };
    // The first ones touch the memory.
    ours()?;
    theirs()?;
    let mut least = (f64::INFINITY, f64::INFINITY);
    for _ in 0..runs {
        least.0 = f64::min(least.0, timed(ours)?);
        least.1 = f64::min(least.1, timed(theirs)?);
    }
    Ok(least)
}
