//! The limits of `mlir-lite-opt`: just below, at and just above each, with its default and with its
//! option.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const TOOL: &str = env!("CARGO_BIN_EXE_mlir-lite-opt");

fn run(folder: &Path, source: &str, words: &[&str]) -> Output {
    std::fs::write(folder.join("a.mlir"), source).expect("the file is written");
    Command::new(TOOL)
        .current_dir(folder)
        .args(words)
        .arg("a.mlir")
        .output()
        .expect("the tool starts")
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("the output is UTF-8")
}

#[track_caller]
fn succeeds(output: &Output) {
    assert!(output.status.success(), "{} {}", output.status, said(output));
}

#[track_caller]
fn fails(output: &Output, message: &str) {
    let said = said(output);
    assert!(said.contains(message), "{} {said}", output.status);
    assert_eq!((output.status.code(), &*output.stdout), (Some(1), &b""[..]), "{said}");
}

/// Wrong usage: the value is not valid for the limit.
#[track_caller]
fn is_no_value(option: &str, value: &str, message: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(folder.path(), "module {\n}\n", &[&format!("{option}={value}")]);
    let said = said(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains(option) && said.contains(message), "{said}");
}

#[test]
fn the_size_of_a_source() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "module {\n}\n";
    let size = source.len();
    for name in ["a.mlir", "-"] {
        let with = |bytes: usize| {
            std::fs::write(folder.path().join("a.mlir"), source).expect("the file is written");
            let script = format!("{TOOL} --max-source={bytes} {name} < a.mlir");
            Command::new("sh")
                .current_dir(folder.path())
                .args(["-c", &script])
                .output()
                .expect("a shell starts")
        };
        succeeds(&with(size));
        succeeds(&with(size + 1));
        let message =
            format!("is larger than {} bytes; '--max-source=BYTES' allows up to", size - 1);
        fails(&with(size - 1), &message);
    }
    // The default, with a sparse file of zeros that takes no space on the disk.
    let file = std::fs::File::create(folder.path().join("large.mlir")).expect("a file");
    file.set_len((256 << 20) + 1).expect("a sparse file");
    let output = Command::new(TOOL)
        .current_dir(folder.path())
        .arg("large.mlir")
        .output()
        .expect("the tool starts");
    fails(
        &output,
        "it is larger than 268435456 bytes; '--max-source=BYTES' allows up to 2147483646",
    );
    is_no_value("--max-source", "0", "expected a number from 1 to 2147483646");
    is_no_value("--max-source", "2147483647", "expected a number from 1 to 2147483646");
}

/// Arrays in a module, which is a nesting level of its own.
fn nested(levels: usize) -> String {
    let (open, close) = ("[".repeat(levels - 1), "]".repeat(levels - 1));
    format!("module {{\n  func private @f() attributes {{a = {open}{close}}}\n}}\n")
}

#[test]
fn nesting() {
    let folder = tempfile::tempdir().expect("a folder");
    for (limit, option) in
        [(200, None), (200, Some("--max-nesting=200")), (30, Some("--max-nesting=30"))]
    {
        let words: Vec<&str> = option.into_iter().collect();
        succeeds(&run(folder.path(), &nested(limit - 1), &words));
        succeeds(&run(folder.path(), &nested(limit), &words));
        for levels in [limit + 1, limit + 50] {
            let output = run(folder.path(), &nested(levels), &words);
            fails(
                &output,
                &format!("nesting is deeper than {limit} levels; '--max-nesting=N' allows"),
            );
        }
    }
    is_no_value("--max-nesting", "0", "expected a number from 1 to 200");
    is_no_value("--max-nesting", "201", "expected a number from 1 to 200");
}

/// `@main` counts as a call, and so does each call of `@f`.
fn calls(count: usize) -> String {
    format!(
        "func @f(%n: i64) {{\n  %0 = constant 0 : i64\n  %1 = cmpi \"eq\", %n, %0 : i64\n  \
         cond_br %1, ^end, ^more\n^more:\n  %2 = constant 1 : i64\n  %3 = subi %n, %2 : i64\n  \
         call @f(%3) : (i64) -> ()\n  br ^end\n^end:\n  return\n}}\n\
         func @main() {{\n  %0 = constant {} : i64\n  call @f(%0) : (i64) -> ()\n  return\n}}\n",
        count - 2
    )
}

#[test]
fn open_calls_of_the_interpreter() {
    let folder = tempfile::tempdir().expect("a folder");
    for (limit, option) in [
        (20_000, None),
        (50, Some("--max-call-depth=50")),
        (20_100, Some("--max-call-depth=20100")),
    ] {
        let words: Vec<&str> = ["--run=main"].into_iter().chain(option).collect();
        succeeds(&run(folder.path(), &calls(limit - 1), &words));
        succeeds(&run(folder.path(), &calls(limit), &words));
        let output = run(folder.path(), &calls(limit + 1), &words);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        let message = format!("more than {limit} calls and regions are open at once");
        assert!(
            said.contains(&message) && said.contains("'--max-call-depth=N' allows up to 200000"),
            "{said}"
        );
    }
    is_no_value("--max-call-depth", "0", "expected a number from 1 to 200000");
    is_no_value("--max-call-depth", "200001", "expected a number from 1 to 200000");
}

/// The definition of `#b` expands the text of `#a`, `[11, 22]`, twice: 16 bytes. Each function
/// expands the text of `#b`, `[#a, #a]`, including these: 24 bytes.
fn aliases(functions: usize) -> String {
    let functions: String = (0..functions)
        .map(|index| format!("func private @f{index}() attributes {{a = #b}}\n"))
        .collect();
    format!("#a = [11, 22]\n#b = [#a, #a]\n{functions}")
}

#[test]
fn the_text_that_aliases_stand_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let with = |functions: usize, bytes: usize| {
        run(folder.path(), &aliases(functions), &[&format!("--max-alias-expansion={bytes}")])
    };
    let message = |bytes: usize| {
        format!(
            "the text that aliases stand for is larger than {bytes} bytes here; \
                '--max-alias-expansion=BYTES' allows more"
        )
    };
    // The end of a line after the bracket may count as a byte of the definition.
    let border =
        (1..100).find(|bytes| with(1, *bytes).status.success()).expect("some number is enough");
    assert!((16..=18).contains(&border), "{border}");
    succeeds(&with(1, border + 1));
    fails(&with(1, border - 1), &message(border - 1));
    // In the rest of the text, the limit is 64 times as high.
    let most = (1..200)
        .take_while(|count| with(*count, border).status.success())
        .last()
        .expect("one is accepted");
    assert!((border * 64 / 28..=border * 64 / 24).contains(&most), "{most}");
    fails(&with(most + 1, border), &message(border * 64));
    succeeds(&with(most + 1, border * 2));
    // The default: 24 aliases that double are more than 16 MiB, 18 are not.
    let doubling = |count: usize| {
        let lines: String =
            (1..count).map(|index| format!("#a{index} = [#a{0}, #a{0}]\n", index - 1)).collect();
        format!("#a0 = [1]\n{lines}")
    };
    succeeds(&run(folder.path(), &doubling(18), &[]));
    fails(&run(folder.path(), &doubling(24), &[]), &message(16 << 20));
}

/// How a location contains another one: at its use, and in the text of the other.
type Around = (&'static str, &'static str);

const AROUND: [Around; 4] = [
    ("callsite(\"a\" at ", ")"),
    ("callsite(", " at \"a\":1:2)"),
    ("\"name\"(", ")"),
    // Fused locations with the same metadata would be flattened.
    ("fused<1>[callsite(\"a\" at fused<2>[", "])]"),
];

/// A function with a location of this many levels: written in full, by aliases, and by aliases that
/// are defined later. The last of [`AROUND`] is three levels.
fn deep_location((open, close): Around, levels: usize) -> [String; 3] {
    let each = if open.starts_with("fused") { 3 } else { 1 };
    let (count, more) = ((levels - 1) / each, (levels - 1) % each);
    let (first, last) = ("\"x\"(".repeat(more), ")".repeat(more));
    let full = format!("{}{first}\"z\"{last}{}", open.repeat(count), close.repeat(count));
    let aliases: String = (1..=count)
        .map(|index| format!("#l{index} = loc({open}#l{}{close})\n", index - 1))
        .collect();
    let aliases = format!("#l0 = loc({first}\"z\"{last})\n{aliases}");
    let function = format!("func private @f() loc(#l{count})\n");
    [
        format!("func private @f() loc({full})\n"),
        format!("{aliases}{function}"),
        format!("{function}{aliases}"),
    ]
}

#[test]
fn levels_of_locations() {
    let folder = tempfile::tempdir().expect("a folder");
    let forms: [&[&str]; 4] = [
        &["--mlir-print-debuginfo"],
        &["--mlir-print-debuginfo", "--mlir-print-op-generic"],
        &["--mlir-print-debuginfo", "--spelling=upstream"],
        &["--mlir-print-debuginfo", "--mlir-print-local-scope"],
    ];
    for (limit, option) in [(10_000, None), (50, Some("--max-location-depth=50"))] {
        let option: Vec<&str> = option.into_iter().collect();
        let message = format!("the location has more than {limit} levels");
        for around in AROUND {
            for source in deep_location(around, limit) {
                // Accepted modules are printed in each form, and read back from it.
                for form in forms {
                    let words = [&option, form].concat();
                    let printed = run(folder.path(), &source, &words);
                    succeeds(&printed);
                    let printed = String::from_utf8(printed.stdout).expect("the output is UTF-8");
                    let again = run(folder.path(), &printed, &words);
                    assert!(
                        again.stdout == printed.as_bytes(),
                        "{around:?} {form:?} {}",
                        said(&again)
                    );
                }
            }
            for source in deep_location(around, limit + 1) {
                let output = run(folder.path(), &source, &option);
                fails(&output, &message);
                fails(&output, "'--max-location-depth=N' allows up to 100000");
            }
        }
    }
    is_no_value("--max-location-depth", "0", "expected a number from 1 to 100000");
    is_no_value("--max-location-depth", "100001", "expected a number from 1 to 100000");
    let [_, _, long] = deep_location(AROUND[0], 100_000);
    succeeds(&run(folder.path(), &long, &["--max-location-depth=100000"]));
    let [_, _, long] = deep_location(AROUND[0], 100_001);
    fails(
        &run(folder.path(), &long, &["--max-location-depth=100000"]),
        "allows no more than 100000",
    );
}

/// Thirty lines would expand to gigabytes.
#[test]
fn locations_that_double() {
    let folder = tempfile::tempdir().expect("a folder");
    let doubling = |count: usize, uses: usize| {
        let aliases: String = (1..=count)
            .map(|index| format!("#l{index} = loc(callsite(#l{0} at #l{0}))\n", index - 1))
            .collect();
        let uses: String =
            (0..uses).map(|index| format!("func private @f{index}() loc(#l{count})\n")).collect();
        format!("#l0 = loc(\"a\")\n{aliases}{uses}")
    };
    let words = ["--mlir-print-debuginfo"];
    // 2 to the power of 14 times 14 bytes and a few.
    let printed = run(folder.path(), &doubling(14, 1), &words);
    succeeds(&printed);
    assert!((200_000..1_000_000).contains(&printed.stdout.len()), "{}", printed.stdout.len());
    let message =
        |bytes: usize| format!("the text that aliases stand for is larger than {bytes} bytes here");
    for count in [24, 50, 5_000] {
        let output = run(folder.path(), &doubling(count, 1), &words);
        fails(&output, &message(16 << 20));
        fails(&output, "'--max-alias-expansion=BYTES' allows more");
    }
    // In the rest of the text, small locations do not count, and larger ones count from 16 KiB on.
    succeeds(&run(folder.path(), &doubling(4, 2_000), &["--max-alias-expansion=700"]));
    let option = "--max-alias-expansion=1000000";
    succeeds(&run(folder.path(), &doubling(14, 30), &[option]));
    fails(&run(folder.path(), &doubling(14, 1_000), &[option]), &message(64_000_000));
}

/// The repository.
fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The values of `const NAME: usize = NUMBER;` in a source, where the number may contain `_`.
fn constants(source: &str) -> impl Iterator<Item = (&str, u64)> {
    source.lines().filter_map(|line| {
        let (name, rest) = line
            .trim_start()
            .trim_start_matches("pub ")
            .trim_start_matches("pub(super) ")
            .strip_prefix("const ")?
            .split_once(": ")?;
        let (_, number) = rest.split_once(" = ")?;
        Some((name, number.strip_suffix(';')?.replace('_', "").parse().ok()?))
    })
}

/// Limits of tables, which affect only the time.
const TABLES: [&str; 4] = ["MAX_FRESH", "MAX_DUPLICATES", "MAX_EXPECTED_CONSTANTS", "MAX_KEPT"];

/// The longest chain before another table is used.
const CHAINS: &str = "mlir-lite/passes/src/cse/available.rs";

#[test]
fn the_table_of_limits_is_that_of_the_sources() {
    let page = std::fs::read_to_string(root().join("docs/limits.md")).expect("the page is there");
    let rows = page.lines().filter_map(|line| {
        line.strip_prefix("| `mlir-lite/")
            .map(|_| line)
            .or_else(|| line.starts_with("| `toy").then_some(line))
    });
    let mut listed = BTreeSet::new();
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let (file, name) = (cells[1], cells[2]);
        let number: u64 = cells[3].replace(',', "").parse().expect("a number");
        let source = std::fs::read_to_string(root().join(file)).expect("the file is there");
        let found = constants(&source).find(|constant| constant.0 == name);
        assert_eq!(found, Some((name, number)), "{row}");
        assert!(listed.insert((file.to_owned(), name.to_owned())), "{row}");
    }
    let mut folders: Vec<PathBuf> = [
        "mlir-lite/ir/src/numbers",
        "mlir-lite/framework/src/analysis",
        "mlir-lite/framework/src/rewrite",
        "mlir-lite/passes/src",
        "mlir-lite/dialects",
    ]
    .iter()
    .chain(&["toy-dialect/src/lowering"])
    .map(|folder| root().join(folder))
    .collect();
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = std::fs::read_to_string(&path).expect("sources are text");
            let file = path
                .strip_prefix(root())
                .expect("it is below the root")
                .to_string_lossy()
                .into_owned();
            for (name, _) in constants(&source).filter(|constant| constant.0.starts_with("MAX_")) {
                if !TABLES.contains(&name) && file != CHAINS {
                    let is_listed = listed.contains(&(file.clone(), name.to_owned()));
                    assert!(is_listed, "'{name}' of '{file}' is not in docs/limits.md");
                    count += 1;
                }
            }
        }
    }
    assert!(count >= 10, "{count}");
}
