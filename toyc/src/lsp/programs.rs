//! The programs that a text is part of: files that import each other, with the names of all.
//!
//! The definitions of imported files are part of a program as if they were written in it, so a name
//! may be mentioned in any file of a program. A file may be part of several programs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use mlir_lite_diagnostics::{Diagnostics, SourceMap};
use mlir_lite_lsp::Files;
use rustc_hash::FxHashMap;
use toy_ast::{parse_module, parse_partial, parse_partial_program};

use super::names::{Binding, Names};
use crate::imports::path_of;

/// A file may be part of more programs than are looked at.
const MAX_PROGRAMS: usize = 200;

/// A file of a program.
#[derive(Clone)]
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) text: String,
    /// The identities of the files that it imports.
    imports: Vec<PathBuf>,
}

impl File {
    /// The line of an offset, and the byte in it, from 0.
    pub(super) fn line(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..offset];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        (before.matches('\n').count(), offset - start)
    }

    /// Whether all of it can be read.
    pub(super) fn is_well_formed(&self) -> bool {
        let sources = SourceMap::new();
        let file = sources.add("text", self.text.clone());
        file.is_ok_and(|file| parse_module(&file, &mut Diagnostics::new()).is_ok())
    }
}

/// The files that are known, by their identities.
pub(super) struct Workspace<'f> {
    files: &'f Files,
    known: FxHashMap<PathBuf, Option<File>>,
}

impl<'f> Workspace<'f> {
    /// A workspace that has read the text of one file.
    pub(super) fn new(files: &'f Files, path: &Path, text: &str) -> Self {
        let mut workspace = Self { files, known: FxHashMap::default() };
        let identity = Files::identity(path);
        workspace.known.insert(identity, Some(read(path.to_owned(), text.to_owned())));
        workspace
    }

    /// The file of a path, if it can be read.
    fn file(&mut self, identity: &Path, path: &Path) -> Option<&File> {
        if !self.known.contains_key(identity) {
            let found = self.files.text(path).map(|text| read(path.to_owned(), text));
            self.known.insert(identity.to_owned(), found);
        }
        self.known[identity].as_ref()
    }

    /// The files of the program that begins with a file: each after those that it imports.
    fn order(&mut self, root: &Path) -> Vec<PathBuf> {
        let mut order = Vec::new();
        let mut seen = BTreeSet::from([root.to_owned()]);
        // A file, and how many of its imports were followed.
        let mut open = vec![(root.to_owned(), 0)];
        while let Some((identity, next)) = open.last_mut() {
            let imports = match self.known.get(identity) {
                Some(Some(file)) => &file.imports[..],
                _ => &[],
            };
            let Some(import) = imports.get(*next).cloned() else {
                order.extend(open.pop().map(|(identity, _)| identity));
                continue;
            };
            *next += 1;
            if seen.insert(import.clone()) && self.file(&import, &import).is_some() {
                open.push((import, 0));
            }
        }
        order
    }

    /// The program that begins with a file.
    pub(super) fn program(&mut self, path: &Path) -> Program {
        let order = self.order(&Files::identity(path));
        self.program_of(order)
    }

    fn program_of(&self, order: Vec<PathBuf>) -> Program {
        let files = order.into_iter().filter_map(|identity| {
            let file = self.known.get(&identity)?.clone()?;
            Some((identity, file))
        });
        Program::of(files.collect())
    }

    /// The programs that a file is part of; false if there may be others.
    pub(super) fn programs_with(&mut self, identity: &Path) -> (Vec<Program>, bool) {
        let own = self.known.get(identity).and_then(Option::as_ref);
        let beside = own.map_or(identity, |file| &file.path).to_owned();
        let (candidates, mut is_all) = self.files.with_extension(&beside, "toy");
        let mut orders = vec![self.order(identity)];
        for path in candidates {
            let candidate = Files::identity(&path);
            let imports = |file: &File| !file.imports.is_empty();
            if candidate != identity && self.file(&candidate, &path).is_some_and(imports) {
                orders.push(self.order(&candidate));
            }
        }
        orders.retain(|order| order.iter().any(|file| file == identity));
        // A program that is part of another is not one of its own.
        orders.sort_by_key(|order| std::cmp::Reverse(order.len()));
        let mut programs: Vec<Vec<PathBuf>> = Vec::new();
        for order in orders {
            let root = order.last();
            if programs.iter().any(|other| other.iter().any(|file| Some(file) == root)) {
                continue;
            }
            if programs.len() == MAX_PROGRAMS {
                is_all = false;
                break;
            }
            programs.push(order);
        }
        (programs.into_iter().map(|order| self.program_of(order)).collect(), is_all)
    }
}

fn read(path: PathBuf, text: String) -> File {
    // Most files import nothing.
    let mut imports = Vec::new();
    if text.contains("import") {
        let sources = SourceMap::new();
        if let Ok(file) = sources.add("text", text.clone()) {
            let module = parse_partial(&file, &mut Diagnostics::new());
            let paths = module.imports.iter().map(|import| path_of(&path, import));
            imports = paths.map(|path| Files::identity(&path)).collect();
        }
    }
    File { path, text, imports }
}

/// Files that are one program, and their names.
pub(super) struct Program {
    /// Each file with its identity, and where it begins in the places of the names.
    files: Vec<(PathBuf, File, usize)>,
    pub(super) names: Names,
}

impl Program {
    fn of(files: Vec<(PathBuf, File)>) -> Self {
        let sources = SourceMap::new();
        let mut texts = Vec::new();
        let mut placed = Vec::new();
        for (identity, file) in files {
            // A file that is too large for the others to have places has no names.
            let Ok(text) = sources.add("text", file.text.clone()) else { continue };
            placed.push((identity, file, text.base() as usize));
            texts.push(text);
        }
        let module = parse_partial_program(&texts);
        let end = texts.last().map_or(0, |text| text.span().end as usize);
        Self { files: placed, names: Names::of(&module, 0, end) }
    }

    /// The files, each with its identity.
    pub(super) fn files(&self) -> impl Iterator<Item = (&Path, &File)> {
        self.files.iter().map(|(identity, file, _)| (&**identity, file))
    }

    /// The definition that a name at an offset of a file refers to, and the name's range in the
    /// file.
    pub(super) fn at(&self, identity: &Path, offset: usize) -> Option<(&Binding, Range<usize>)> {
        let (_, _, base) = self.files.iter().find(|(file, ..)| file == identity)?;
        let (binding, range) = self.names.at(base + offset)?;
        Some((binding, range.start.checked_sub(*base)?..range.end - base))
    }

    /// The file of a place of the names, and the place in it.
    pub(super) fn local(&self, range: &Range<usize>) -> Option<(&Path, &File, Range<usize>)> {
        let after = self.files.partition_point(|(_, _, base)| *base <= range.start);
        let (identity, file, base) = self.files.get(after.checked_sub(1)?)?;
        Some((identity, file, range.start - base..range.end - base))
    }
}

/// A definition: the identity of its file, and the place of its name there.
pub(super) struct Target {
    pub(super) identity: PathBuf,
    pub(super) range: Range<usize>,
}

/// Places in the files of programs: for each file its text and the places.
pub(super) type Found = BTreeMap<PathBuf, (File, BTreeMap<usize, (Range<usize>, bool)>)>;

/// Adds the mentions of a definition in a program.
pub(super) fn add_mentions(found: &mut Found, program: &Program, binding: &Binding) {
    for mention in &binding.mentions {
        let Some((identity, file, range)) = program.local(&mention.range) else { continue };
        let entry = found.entry(identity.to_owned());
        let (_, places) = entry.or_insert_with(|| (file.clone(), BTreeMap::new()));
        places.insert(range.start, (range, mention.is_definition));
    }
}
