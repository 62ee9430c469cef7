//! The two readers of `.npy` headers, in Rust and in C, and NumPy where it is installed: thousands
//! of mutated headers are accepted or rejected by all alike. The grammar is in `docs/npy.md`.
#![cfg(all(unix, feature = "llvm"))]

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use pretty_assertions::assert_eq;
use toy_dialect::elements::Element;
use toy_dialect::npy;

/// Reads the files named on standard input, each with its expected shape, each in a process of its
/// own: as floats, or with an argument as integers.
const READER: &str = r#"
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
void toy_load(const char *, const char *, const char *, double *);
void toy_load_i64(const char *, const char *, const char *, int64_t *);
int main(int argc, char **argv) {
  (void)argv;
  char path[4096], shape[4096], line[8192];
  while (fgets(line, sizeof line, stdin)) {
    size_t count = 1;
    char *size = shape, *space = strchr(line, ' ');
    *space = 0;
    strcpy(path, line);
    strcpy(shape, space + 1);
    shape[strcspn(shape, "\n")] = 0;
    while (*size) {
      count *= strtoull(size, &size, 10);
      size += *size == 'x';
    }
    fflush(stdout);
    if (fork() == 0) {
      void *elements = malloc((count + 1) * 8);
      dup2(1, 2);
      /* The end of a process gives back what it has read ahead, which here is the parent's. */
      close(0);
      if (argc > 1)
        toy_load_i64(path, shape, "", elements);
      else
        toy_load(path, shape, "", elements);
      for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, (char *)elements + 8 * i, sizeof bits);
        printf("%016" PRIx64 " ", bits);
      }
      puts("");
      fflush(stdout);
      _exit(0);
    }
    wait(NULL);
  }
}
"#;

/// The same with NumPy. Types that are not numbers are rejected, too.
const NUMPY: &str = r#"
import sys, warnings
warnings.simplefilter("ignore")
import numpy as np
for line in sys.stdin:
    path = line.split(" ")[0]
    try:
        array = np.load(path, allow_pickle=False)
        if not isinstance(array, np.ndarray): raise ValueError("not an array")
        bits = np.ascontiguousarray(array.astype(sys.argv[1])).reshape(-1).view("<u8")
        print("x".join(map(str, array.shape)) + ":" + "".join("%016x " % bit for bit in bits))
    except BaseException as error:
        print("refused " + " ".join(str(error).split()))
"#;

/// A random number generator with the same numbers in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// A header as NumPy or another program writes it.
fn valid_header(random: &mut Random) -> String {
    let quote = random.pick(&["'", "\""]);
    let descr =
        random.pick(&["<f8", ">f8", "<f4", "|u1", "|b1", "<i2", ">u4", "<i8", "=f8", "f8", "|i1"]);
    let order = random.pick(&["False", "True"]);
    let shape =
        random.pick(&["(2, 3)", "(2, 3, )", "(6,)", "()", "(1, 2, 3)", "( 3,2 )", "(2,1,1,2,)"]);
    let entries = [
        format!("{quote}descr{quote}: {quote}{descr}{quote}"),
        format!("{quote}fortran_order{quote}: {order}"),
        format!("{quote}shape{quote}: {shape}"),
    ];
    let order = random.pick(&[[0, 1, 2], [0, 1, 2], [2, 1, 0], [1, 0, 2]]);
    let between = random.pick(&[", ", ",", " , "]);
    let entries = order.map(|entry| entries[entry].as_str()).join(between);
    let (last, end) = (random.pick(&[", ", "", ","]), random.pick(&["\n", "", "   \n", " "]));
    format!("{{{entries}{last}}}{end}")
}

/// Texts that are inserted into headers, besides single bytes.
const PIECES: &[&str] = &[
    "'",
    "\"",
    ",",
    ":",
    "{",
    "}",
    "(",
    ")",
    " ",
    "\n",
    "\t",
    "\r",
    "\0",
    "\\",
    "L",
    "0",
    "1",
    "01",
    "-1",
    "+2",
    "1_0",
    "True",
    "False",
    "None",
    "descr",
    "shape",
    "fortran_order",
    "'shape': (2, 3)",
    "'x': 1",
    "#",
    "u",
    "b",
    "1.0",
    "0x2",
    "[",
    "]",
    "<f8",
    "|V8",
    "O",
    "\u{e9}",
    "99999999999999999999",
    "2, ",
    "()",
];

/// Changes a few bytes.
fn mutate(header: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(3) {
        let at = random.below(header.len() + 1);
        let end = (at + 1 + random.below(6)).min(header.len());
        match random.below(6) {
            0 => drop(header.drain(at..end)),
            1 => {
                let again = header[at..end].to_vec();
                header.splice(at..at, again);
            }
            2 if at < header.len() => header[at] = random.below(256) as u8,
            3 if at < header.len() => header[at] ^= 1 << random.below(8),
            4 => drop(header.splice(at..at, random.pick(PIECES).bytes())),
            _ => drop(header.splice(at..end, random.pick(PIECES).bytes())),
        }
    }
}

/// A file with a header that was mutated, unless it is one of the first.
fn file(number: usize, random: &mut Random) -> Vec<u8> {
    let mut header = valid_header(random).into_bytes();
    let is_mutated = number >= 200;
    if is_mutated && random.below(20) != 0 {
        mutate(&mut header, random);
    }
    let version = random.below(3) as u8 + 1;
    let mut bytes = b"\x93NUMPY".to_vec();
    bytes.extend([version, 0]);
    match version {
        1 => bytes.extend((header.len() as u16).to_le_bytes()),
        _ => bytes.extend((header.len() as u32).to_le_bytes()),
    }
    if is_mutated && random.below(20) == 0 {
        let at = random.below(bytes.len());
        bytes[at] ^= 1 << random.below(8);
    }
    bytes.extend(header);
    // Small whole numbers in each element type; 48 bytes are enough for all shapes, one byte less
    // is not for some.
    let count =
        if is_mutated && random.below(20) == 0 { random.below(50) } else { 48 + random.below(9) };
    bytes.extend((0..count).map(|_| [0, 0, 0, 1, 2, 200][random.below(6)]));
    bytes
}

/// The lines of standard output of a program with a text as its input.
fn answers(mut command: Command, text: &Path) -> Vec<String> {
    let input = std::fs::File::open(text).expect("the list is there");
    let output = command.stdin(input).stderr(Stdio::inherit()).output().expect("the reader starts");
    assert!(output.status.success());
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

/// An interpreter of Python that has NumPy.
fn python() -> Option<&'static str> {
    ["python3", "/usr/bin/python3"].into_iter().find(|python| {
        let answer = Command::new(python).args(["-c", "import numpy"]).output();
        answer.is_ok_and(|output| output.status.success())
    })
}

#[test]
fn both_readers_agree_and_take_nothing_that_numpy_refuses() {
    const FILES: usize = 3000;
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut list, mut ours, mut contents) = (String::new(), [Vec::new(), Vec::new()], Vec::new());
    let mut taken = [0, 0];
    for number in 0..FILES {
        let path = folder.path().join(number.to_string());
        let bytes = file(number, &mut random);
        std::fs::write(&path, &bytes).expect("the file is written");
        let path = path.to_str().expect("the path is text").to_owned();
        let found = npy::read(&path, Element::F64);
        let shape = npy::read_shape(&path).map_or("2x3".to_owned(), |shape| sizes(&shape));
        writeln!(list, "{path} {shape}").expect("memory takes everything");
        let is_inexact =
            found.as_ref().is_err_and(|message| message.contains("has no exact value"));
        assert!(
            number >= 200 || found.is_ok() || is_inexact,
            "{found:?}\n{}",
            String::from_utf8_lossy(&bytes)
        );
        contents.push(bytes.escape_ascii().to_string());
        let integers = integers(&path);
        taken[0] += usize::from(found.is_ok());
        taken[1] += usize::from(integers.is_ok());
        ours[0].push(found.map(|tensor| (shape.clone(), bits(&tensor.elements.to_f64s()))));
        ours[1].push(integers.map(|integers| (shape, integers)));
    }
    for (taken, least) in taken.into_iter().zip([FILES / 16, FILES / 32]) {
        assert!((least..FILES / 2).contains(&taken), "{taken} of {FILES} are taken");
    }
    let names = folder.path().join("list");
    std::fs::write(&names, list).expect("the list is written");

    let reader = folder.path().join("reader");
    let source = folder.path().join("reader.c");
    std::fs::write(&source, READER).expect("the source is written");
    std::fs::write(folder.path().join("ending.h"), include_str!("../src/native/exits.h"))
        .expect("the header is written");
    let mut driver = Command::new("cc");
    driver.arg("-I").arg(folder.path()).args([
        "-std=gnu99",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-fsanitize=undefined",
        "-fno-sanitize-recover",
    ]);
    driver.arg(&source).arg(concat!(env!("CARGO_MANIFEST_DIR"), "/src/native/files.c"));
    assert!(driver.arg("-o").arg(&reader).status().expect("there is a C compiler").success());
    for (ours, arguments) in ours.iter().zip([&[][..], &["integers"]]) {
        let mut command = Command::new(&reader);
        command.args(arguments);
        let theirs = answers(command, &names);
        assert_eq!(theirs.len(), FILES);
        for (number, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            let expected = match ours {
                Ok((_, bits)) => bits.clone(),
                Err(message) => format!("error: {message}"),
            };
            assert_eq!(&expected, theirs, "file {number}: {}", contents[number]);
        }
    }

    let Some(python) = python() else { return };
    for (ours, ty) in ours.iter().zip(["<f8", "<i8"]) {
        let mut command = Command::new(python);
        command.args(["-c", NUMPY, ty]);
        let numpy = answers(command, &names);
        assert_eq!(numpy.len(), FILES);
        for (number, (ours, numpy)) in ours.iter().zip(&numpy).enumerate() {
            if let Ok((shape, bits)) = ours {
                assert_eq!(
                    &format!("{shape}:{bits}"),
                    numpy,
                    "file {number}: {}",
                    contents[number]
                );
            }
        }
    }
}

/// The bits of the elements of a file that is read as integers.
fn integers(path: &str) -> Result<String, String> {
    // A header that is wrong is reported first.
    let shape = npy::read_shape(path)?;
    let mut elements = vec![0_i64; shape.iter().product::<i64>() as usize];
    npy::read_into(path, &shape, &mut elements)?;
    Ok(elements.iter().map(|element| format!("{element:016x} ")).collect())
}

fn sizes(shape: &[i64]) -> String {
    shape.iter().map(i64::to_string).collect::<Vec<_>>().join("x")
}

fn bits(values: &[f64]) -> String {
    values.iter().map(|value| format!("{:016x} ", value.to_bits())).collect()
}
