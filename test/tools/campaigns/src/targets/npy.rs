//! Files in NumPy's format, mutated, read by each engine and by NumPy, where there is a Python that
//! has it.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::OnceLock;

use random_programs::random::Random;

use crate::process::{Ran, Sandbox};
use crate::target::{Language, Outcome, Target, Tools, beginning, command_line, misbehaviour};

/// Arrays, mutated, for a program that prints what it loads.
pub(super) struct Npy {
    tools: Tools,
    /// The program as an executable, made once; none where there is no linker.
    executable: OnceLock<Option<Vec<u8>>>,
    /// A Python that has NumPy, looked for once.
    python: OnceLock<Option<PathBuf>>,
}

impl Npy {
    pub(super) fn new(tools: &Tools) -> Self {
        Self { tools: tools.clone(), executable: OnceLock::new(), python: OnceLock::new() }
    }
}

const FILE: &str = "array.npy";

/// The shape is known when the program is compiled, so that the executable reads any file.
const PROGRAM: &str = "def main() {\n  var a<2, 3> = load(\"array.npy\");\n  print(a);\n}\n";

/// Reads the file as `numpy.load` does, and prints six elements as two rows of three, as the
/// program does, which takes any shape of as many.
const NUMPY: &str = r#"
import sys, warnings
warnings.simplefilter("ignore")
import numpy
try:
    a = numpy.load("array.npy", allow_pickle=False)
    if a.size != 6 or a.dtype.kind not in "fiub" or a.dtype.itemsize not in (1, 2, 4, 8):
        raise ValueError("another array")
except BaseException as error:
    print("refused:", type(error).__name__, str(error)[:200])
    sys.exit(0)
for row in a.astype(">f8").reshape(2, 3):
    print("".join("%f " % x for x in row))
"#;

/// Why we refuse files that NumPy reads.
const STRICTER: &[(&str, &str)] = &[
    (
        "has no exact value",
        "a tensor has floats of 8 bytes, and what they cannot hold is no longer the same number",
    ),
    ("holds elements of type", "floats of 2 bytes are not read"),
    ("has a header with two entries", "which of two entries of a name is meant is not guessed"),
    ("malformed header: expected ')'", "sizes of Python 2, '3L', are not read"),
];

/// One of the usual items, or, one time in ten, one of the odd ones.
fn either<T: Copy>(random: &mut Random, usual: &[T], odd: &[T]) -> T {
    let items = if random.chance(10) { odd } else { usual };
    items[random.below(items.len())]
}

/// An array of two rows and three columns.
fn array(random: &mut Random) -> Vec<u8> {
    // Usually in order: a file with several unusual parts is rejected for the first.
    let version = either(random, &[1u8, 1, 2, 3], &[0, 4]);
    let descr =
        either(random, &["<f8", "<f8", ">f8", "=f8", "|f8", "<f4", "<i8"], &["f8", "<c16", "<f16"]);
    let order = either(random, &["False", "False", "True"], &["0", "false"]);
    let shapes = ["(2, 3)", "(2, 3)", "(2, 3, )", "(2,3)"];
    let shape = either(
        random,
        &shapes,
        &["(3, 2)", "(6,)", "()", "(2, 3L)", "[2, 3]", "(02, 3)", "(-2, -3)"],
    );
    let mut entries = vec![
        format!("'descr': '{descr}'"),
        format!("'fortran_order': {order}"),
        format!("'shape': {shape}"),
    ];
    if random.chance(10) {
        random.shuffle(&mut entries);
    }
    if random.chance(5) {
        entries.push("'more': 1".to_owned());
    }
    if random.chance(5) {
        let copy = entries[random.below(3)].clone();
        entries.push(copy);
    }
    let quote = if random.chance(5) { '"' } else { '\'' };
    let end = if random.chance(80) { ", }" } else { "}" };
    let mut header = format!("{{{}{end}", entries.join(", ")).replace('\'', &quote.to_string());
    if random.chance(90) {
        let lead = if version >= 2 { 12 } else { 10 };
        while (header.len() + lead + 1) % 64 != 0 {
            header.push(' ');
        }
        header.push('\n');
    }
    let mut bytes = b"\x93NUMPY".to_vec();
    bytes.extend([version, u8::from(random.chance(3))]);
    let len = header.len();
    match version >= 2 {
        true => bytes.extend((len as u32).to_le_bytes()),
        false => bytes.extend((len as u16).to_le_bytes()),
    }
    bytes.extend(header.bytes());
    for number in 0..random.pick(&[6, 6, 6, 6, 5, 7, 0]).copied().unwrap_or(6) {
        bytes.extend((f64::from(number) + 0.5).to_le_bytes());
    }
    for _ in 0..random.pick(&[0, 0, 1, 1, 2, 5]).copied().unwrap_or(0) {
        let at = random.below(bytes.len().min(140));
        match random.below(4) {
            0 => bytes[at] = random.below(256) as u8,
            1 => bytes.insert(at, random.pick(b" ,():{}'0123\n\0").copied().unwrap_or(b' ')),
            2 => drop(bytes.remove(at)),
            _ => bytes.truncate(at),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

impl Target for Npy {
    fn name(&self) -> &'static str {
        "npy"
    }

    fn summary(&self) -> &'static str {
        "files in NumPy's format, mutated: the interpreter, machine code, an executable and NumPy \
            read or refuse them alike"
    }

    fn file(&self) -> &'static str {
        FILE
    }

    fn language(&self) -> Language {
        Language::Bytes
    }

    fn input(&self, seed: u64) -> Vec<u8> {
        array(&mut Random::new(seed ^ 0x0a44a7))
    }

    fn check(&self, _: &[u8], _: u64, sandbox: &Sandbox) -> Outcome {
        sandbox.write("program.toy", PROGRAM.as_bytes());
        let toyc = self.tools.toyc.clone();
        let executable = self.executable.get_or_init(|| {
            let made = sandbox.run(&toyc, &["emit", "exe", "program.toy", "-o", "program"]);
            made.is_success().then(|| sandbox.read("program")).flatten()
        });
        let mut first: Option<(Ran, String)> = None;
        let python = self.python.get_or_init(|| python(sandbox));
        let mut runs = Vec::new();
        for engine in ["--emit=interp", "--emit=jit"] {
            let arguments = [engine, "program.toy"];
            runs.push((sandbox.run(&toyc, &arguments), command_line(&toyc, &arguments)));
        }
        if let Some(bytes) = executable {
            if sandbox.read("reader").is_none() {
                sandbox.write("reader", bytes);
                let made = sandbox.run("/bin/chmod".as_ref(), &["755", "reader"]);
                assert!(made.is_success(), "{}", made.error_text());
            }
            let path = sandbox.path("reader");
            runs.push((
                sandbox.run(&path, &[]),
                "toyc emit exe program.toy -o program && ./program".to_owned(),
            ));
        }
        for (ran, command) in runs {
            if let Some(found) = misbehaviour(&ran, &command) {
                return found;
            }
            let Some((expected, other)) = &first else {
                first = Some((ran, command));
                continue;
            };
            // The executable was made for one shape; the others compile for that of the file.
            if ran.error_text().contains("the program was compiled for") {
                continue;
            }
            let same = (&ran.output, ran.status) == (&expected.output, expected.status);
            if !same {
                let detail = format!(
                    "{other}: {:?} {}{}\n{command}: {:?} {}{}",
                    expected.status,
                    beginning(&expected.output_text()),
                    expected.error_text(),
                    ran.status,
                    beginning(&ran.output_text()),
                    ran.error_text()
                );
                return Outcome::found(
                    format!("differs from the interpreter: {command}"),
                    detail,
                    command,
                );
            }
        }
        let Some((ours, command)) = first else { return Outcome::REFUSED };
        let is_known = STRICTER.iter().any(|(message, _)| ours.error_text().contains(message));
        if let Some(python) = python {
            let theirs = sandbox.run(python, &["-c", NUMPY]);
            let refused = !theirs.is_success() || theirs.output_text().starts_with("refused:");
            // A NaN may have a sign.
            let numbers = |ran: &Ran| ran.output_text().replace("-nan", "nan");
            let class = match (ours.is_success(), refused) {
                (true, true) => "read here, NumPy refuses",
                (false, false) if !is_known => "refused here, NumPy reads",
                (true, false) if numbers(&ours) != numbers(&theirs) => "NumPy reads other numbers",
                _ => return Outcome { accepted: ours.is_success(), find: None },
            };
            let (said, read) = (ours.error_text(), ours.output_text());
            let detail = format!(
                "here: {read}{said}\nNumPy: {}{}",
                theirs.output_text(),
                theirs.error_text()
            );
            return Outcome::found(class, detail, command);
        }
        Outcome { accepted: ours.is_success(), find: None }
    }
}

/// A Python that has NumPy.
fn python(sandbox: &Sandbox) -> Option<PathBuf> {
    let found = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .map(PathBuf::from);
    let found = found.into_iter().find(|python| {
        python.exists() && sandbox.run(python, &["-c", "import numpy"]).is_success()
    });
    if found.is_none() {
        // Tells the user of a campaign which checks it leaves out.
        let _ = writeln!(
            std::io::stderr(),
            "npy: there is no python3 with NumPy, which is not compared"
        );
    }
    found
}
