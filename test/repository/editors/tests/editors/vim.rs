//! The syntax files for vim give each token a group of its class. vim is run, where it is
//! installed: on all tokens of some files, and on one of fifty in the others.

use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use editors::repository::{files, line, root};
use serde_json::{Value, json};

/// Of how many tokens one is looked at.
const SHARE: usize = 50;

/// Files of which all tokens are looked at.
const WHOLE: [&str; 12] = [
    "examples/image_blur.toy",
    "examples/k_means.toy",
    "examples/structs.toy",
    "test/mlir/corpus/language/invalid/types.mlir",
    "test/mlir/corpus/language/valid/attributes.mlir",
    "test/mlir/corpus/language/valid/locations.mlir",
    "test/mlir/corpus/language/valid/types.mlir",
    "test/mlir/corpus/valid/affine/maps.mlir",
    "test/mlir/corpus/valid/llvm/bundles.mlir",
    "test/mlir/corpus/valid/scf/while.mlir",
    "test/mlir/opt/places.mlir",
    "test/mlir/transforms/canonicalize/folds-arith.mlir",
];

/// Files of MLIR that are indented as they are printed. So are the examples of Toy.
const FORMATTED: [&str; 4] = [
    "test/mlir/corpus/export/instructions.mlir",
    "test/mlir/corpus/valid/folds/memref.mlir",
    "test/mlir/corpus/valid/scf/while.mlir",
    "test/mlir/transforms/canonicalize/folds-arith.mlir",
];

/// Whether there is a vim that highlights; small builds do not.
pub(crate) fn has_vim() -> bool {
    let version = Command::new("vim").arg("--version").output();
    let has_syntax = version.is_ok_and(|output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.contains("+syntax") && text.contains("+eval")
    });
    if !has_syntax {
        super::note("no vim with syntax highlighting: its syntax files are not tested");
    }
    has_syntax
}

/// Runs commands in a vim that has read no configuration but the folder of this repository.
fn vim(folder: &Path, script: &str) {
    let file = folder.join("test.vim");
    fs::write(&file, format!("{script}\nqall!\n")).expect("the script is written");
    let path = root().join("toyc/editors/vim").canonicalize().expect("a path");
    let mut command = Command::new("timeout");
    command.args(["120", "vim", "-es", "-N", "-u", "NONE", "-i", "NONE", "--cmd"]);
    command.arg(format!("set runtimepath^={} noswapfile synmaxcol=0", path.display()));
    command.args(["-c", "filetype plugin indent on", "-c", "syntax on", "-S"]).arg(&file);
    let output = command.stdin(Stdio::null()).output().expect("vim starts");
    let text = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}: {}", output.status, String::from_utf8_lossy(&text));
}

pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// A token that is looked at: its place, and the names of groups that it may have.
struct Sample {
    place: Range<usize>,
    groups: Vec<&'static str>,
}

/// Compares the groups of the first and the last byte of each sample with the expected ones.
fn check(language: &str, all: &[(&Path, &str, Vec<Sample>)]) {
    let folder = folder(&format!("vim-{language}"));
    let places: Vec<Value> = all
        .iter()
        .map(|(path, text, samples)| {
            // vim parses a line anew where a place is not after the last one, so each occurs once.
            let bytes = samples.iter().flat_map(|sample| ends(text, sample));
            json!([path.canonicalize().expect("a path"), positions(text, bytes)])
        })
        .collect();
    let [places_file, output] = ["places", "found"].map(|name| folder.join(name));
    fs::write(&places_file, Value::from(places).to_string()).expect("the places are written");
    vim(
        &folder,
        &format!(
            "\
edit a.{language}
let g:found = [&filetype, b:current_syntax]
set undolevels=-1
for g:file in json_decode(join(readfile('{}'), ''))
  silent %delete _
  call setline(1, readfile(g:file[0]))
  for g:place in g:file[1]
    call add(g:found, synIDattr(synID(g:place[0], g:place[1], 1), 'name'))
  endfor
endfor
call writefile(g:found, '{}')",
            places_file.display(),
            output.display()
        ),
    );
    let found = fs::read_to_string(output).expect("vim has written it");
    let mut found = found.lines();
    assert_eq!([found.next(), found.next()], [Some(language); 2]);
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (path, text, samples) in all {
        for sample in samples {
            count += 1;
            let groups: Vec<&str> = found.by_ref().take(ends(text, sample).len()).collect();
            if groups.iter().any(|group| !sample.groups.contains(group)) {
                let (number, line) = line(text, sample.place.start);
                let (word, expected) = (&text[sample.place.clone()], &sample.groups);
                let path = path.display();
                wrong.push(format!(
                    "{path}:{number}: `{word}`: {groups:?}, not {expected:?}: {line}"
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
    assert!(count > 1000, "only {count} tokens");
}

/// The lines and columns of ascending bytes, from 1.
fn positions(text: &str, bytes: impl Iterator<Item = usize>) -> Vec<[usize; 2]> {
    let (mut line, mut start, mut at) = (1, 0, 0);
    bytes
        .map(|byte| {
            line += text[at..byte].matches('\n').count();
            start = text[at..byte].rfind('\n').map_or(start, |end| at + end + 1);
            at = byte;
            [line, byte - start + 1]
        })
        .collect()
}

/// The first byte of a token, and that of its last character.
fn ends(text: &str, sample: &Sample) -> Vec<usize> {
    let token = &text[sample.place.clone()];
    let last = token.char_indices().last().map_or(0, |(offset, _)| offset);
    let mut ends = vec![sample.place.start, sample.place.start + last];
    ends.dedup();
    ends
}

/// Which tokens of a file are looked at.
fn is_looked_at(path: &Path, number: usize) -> bool {
    number.is_multiple_of(SHARE) || WHOLE.iter().any(|whole| path.ends_with(whole))
}

#[test]
fn toy_has_groups_of_its_classes() {
    if !has_vim() {
        return;
    }
    use toy_ast::TokenClass;
    let (mut all, files) = (Vec::new(), files(".toy"));
    for (path, text) in &files {
        let tokens = toy_ast::classify(text).into_iter().enumerate();
        let chosen = tokens.filter(|(number, _)| is_looked_at(path, *number));
        let samples = chosen.map(|(_, (place, class))| {
            let mut groups = match class {
                TokenClass::Keyword => vec!["toyKeyword"],
                TokenClass::Name => vec![
                    "toyName",
                    "toyConstant",
                    "toyStruct",
                    "toyStructName",
                    "toyCall",
                    "toyBuiltin",
                    "toyFunction",
                    "toyVariable",
                    "toyMember",
                ],
                TokenClass::Number => vec!["toyNumber"],
                TokenClass::Text => vec!["toyText", "toyEscape"],
                TokenClass::Bracket => vec!["toyBracket"],
                TokenClass::Punctuation => vec!["toyDelimiter", "toyOperator", "toyCommentError"],
                TokenClass::Comment => vec!["toyComment", "toyTodo"],
                TokenClass::Unknown => vec!["toyError", "toyNumberError", "toyTextError"],
            };
            // A program may use these words as names, which the syntax file cannot know.
            if super::toy::SOFT.contains(&&text[place.clone()]) {
                groups.push("toyKeyword");
            }
            Sample { place, groups }
        });
        let samples = samples.collect();
        all.push((path.as_path(), text.as_str(), samples));
    }
    check("toy", &all);
}

#[test]
fn mlir_has_groups_of_its_classes() {
    if !has_vim() {
        return;
    }
    use super::mlir::Kind;
    use editors::mlir::Class;
    let mut all = Vec::new();
    for (path, text, tokens) in super::mlir::FILES.iter() {
        let tokens = tokens.iter().enumerate();
        let chosen = tokens.filter(|(number, _)| is_looked_at(path, *number));
        let samples = chosen.map(|(_, (place, kinds))| {
            let groups = kinds.iter().flat_map(|kind| match kind {
                Kind::Op => vec!["mlirOp", "mlirFirstOp", "mlirResultOp"],
                Kind::Type => vec!["mlirType"],
                Kind::Key => vec!["mlirKey"],
                Kind::Constant => vec!["mlirConstant"],
                Kind::Token(class) => match class {
                    Class::Comment => vec!["mlirComment", "mlirTodo"],
                    Class::String => vec!["mlirString", "mlirEscape"],
                    Class::Value => vec!["mlirValue"],
                    Class::Block => vec!["mlirBlock"],
                    Class::Symbol => vec!["mlirSymbol"],
                    Class::Attribute => vec!["mlirAttribute"],
                    Class::DialectType => vec!["mlirDialectType"],
                    Class::Number => vec!["mlirNumber", "mlirSize"],
                    Class::Word => vec!["mlirWord", "mlirBuiltinAttribute"],
                    Class::Times => vec!["mlirTimes"],
                    Class::Punctuation => {
                        vec![
                            "mlirDelimiter",
                            "mlirOperator",
                            "mlirShapeDelimiter",
                            "mlirAngle",
                            "mlirColon",
                        ]
                    }
                    Class::Unknown => vec!["mlirError", "mlirStringError"],
                },
            });
            Sample { place: place.clone(), groups: groups.collect() }
        });
        let samples = samples.collect();
        all.push((path.as_path(), text.as_str(), samples));
    }
    check("mlir", &all);
}

/// Programs in one style stay as they are when all of their lines are indented anew.
#[test]
fn indentation_is_that_of_formatted_files() {
    if !has_vim() {
        return;
    }
    let folder = folder("vim-indent");
    let is_formatted = |path: &Path| {
        let is_example = path.parent().is_some_and(|folder| folder.ends_with("examples"));
        is_example || FORMATTED.iter().any(|name| path.ends_with(name))
    };
    let all = files(".toy").into_iter().chain(files(".mlir"));
    let files: Vec<(PathBuf, String)> = all.filter(|(path, _)| is_formatted(path)).collect();
    assert!(files.len() > 15, "{}", files.len());
    let mut script = String::new();
    for (number, (path, text)) in files.iter().enumerate() {
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let flat: String = text.lines().map(|line| format!("{}\n", line.trim_start())).collect();
        let copy = folder.join(format!("{number}.{ending}"));
        fs::write(&copy, flat).expect("the copy is written");
        _ = writeln!(script, "edit {}\nnormal! gg=G\nwrite\nbwipeout!", copy.display());
    }
    vim(&folder, &script);
    for (number, (path, text)) in files.iter().enumerate() {
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let found =
            fs::read_to_string(folder.join(format!("{number}.{ending}"))).expect("the copy");
        let differ: Vec<_> =
            text.lines().zip(found.lines()).filter(|(a, b)| a != b).take(10).collect();
        assert!(differ.is_empty(), "{}: {differ:#?}", path.display());
    }
}
