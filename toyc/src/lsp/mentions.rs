//! Where a name is defined and mentioned, in the text and in the files around it; and renaming.

use std::ops::Range;
use std::path::PathBuf;

use mlir_lite_lsp::{Edit, Files, InFile, Mention, SourceRange, View};
use toy_ast::{KEYWORDS, TokenClass, classify};
use toy_dialect::builtins;

use super::Toy;
use super::names::{Binding, Meaning, Names};
use super::programs::{Found, Program, Target, Workspace, add_mentions};

/// Where the name at an offset is defined.
pub(super) fn definition(view: &View<'_, Toy>, offset: usize) -> Option<SourceRange> {
    if let Some((binding, _)) = view.syntax.names.at(offset) {
        return Some(SourceRange::Here(binding.range.clone()));
    }
    let mut workspace = workspace(view);
    let target = target(view, &mut workspace, offset)?;
    let program = workspace.program(&target.identity);
    let (_, file) = program.files().find(|(identity, _)| *identity == target.identity)?;
    Some(SourceRange::Elsewhere {
        path: file.path.clone(),
        start: file.line(target.range.start),
        end: file.line(target.range.end),
    })
}

/// The mentions of the name at an offset in the text.
pub(super) fn references(view: &View<'_, Toy>, offset: usize, limit: usize) -> Vec<Mention> {
    let names = &view.syntax.names;
    if let Some((binding, _)) = names.at(offset) {
        return binding.mentions.iter().take(limit).cloned().collect();
    }
    if !view.syntax.module.imports.is_empty() {
        let identity = Files::identity(view.path);
        let program = workspace(view).program(view.path);
        if let Some((binding, _)) = program.at(&identity, offset) {
            let mut found = Found::new();
            add_mentions(&mut found, &program, binding);
            let own = found.remove(&identity).map(|(_, places)| mentions(places.into_values()));
            return own.unwrap_or_default().into_iter().take(limit).collect();
        }
    }
    let Some(free) = names.free_at(offset) else { return Vec::new() };
    let same =
        names.free.iter().filter(|other| other.name == free.name && other.is_call == free.is_call);
    let mut mentions: Vec<Mention> =
        same.map(|other| Mention { range: other.range.clone(), is_definition: false }).collect();
    mentions.sort_by_key(|mention| mention.range.start);
    mentions.truncate(limit);
    mentions
}

/// The mentions of the name at an offset in other files.
pub(super) fn references_elsewhere(
    view: &View<'_, Toy>,
    offset: usize,
    limit: usize,
) -> Vec<InFile<Mention>> {
    let mut workspace = workspace(view);
    let Some(target) = shared_target(view, &mut workspace, offset) else { return Vec::new() };
    let mut found = Found::new();
    for program in workspace.programs_with(&target.identity).0 {
        if let Some((binding, _)) = program.at(&target.identity, target.range.start) {
            add_mentions(&mut found, &program, binding);
        }
    }
    found.remove(&Files::identity(view.path));
    let mut left = limit;
    let files = found.into_values().map(|(file, places)| {
        let found: Vec<Mention> = mentions(places.into_values().take(left));
        left -= found.len();
        InFile { path: file.path, text: file.text, found }
    });
    files.collect()
}

fn mentions(places: impl Iterator<Item = (Range<usize>, bool)>) -> Vec<Mention> {
    places.map(|(range, is_definition)| Mention { range, is_definition }).collect()
}

/// The name at an offset, if it can be changed.
pub(super) fn renamed(view: &View<'_, Toy>, offset: usize) -> Result<Option<Range<usize>>, String> {
    let names = &view.syntax.names;
    if let Some((binding, range)) = names.at(offset) {
        check_members(names, binding)?;
        return Ok(Some(range));
    }
    if target(view, &mut workspace(view), offset).is_some() {
        let (_, range, class) = match view.syntax.token_at(offset) {
            Some(token) => token,
            None => return Ok(None),
        };
        return Ok((class == TokenClass::Name).then_some(range));
    }
    let Some(free) = names.free_at(offset) else { return Ok(None) };
    let is_builtin =
        builtins::find(&free.name).is_some() || builtins::constant(&free.name).is_some();
    Err(match is_builtin {
        true => format!("'{}' belongs to the language", free.name),
        false => format!("'{}' is not defined", free.name),
    })
}

/// Checks that all mentions of a member are known.
fn check_members(names: &Names, binding: &Binding) -> Result<(), String> {
    let is_member = matches!(binding.meaning, Meaning::Member(..));
    if is_member && names.unclear.iter().any(|unclear| unclear.name == binding.name) {
        return Err(format!(
            "'.{}' is also written where the struct is not known before the program is compiled",
            binding.name
        ));
    }
    Ok(())
}

/// The edits of all files that give the name at an offset another name.
pub(super) fn rename(
    view: &View<'_, Toy>,
    offset: usize,
    name: &str,
) -> Result<Vec<InFile<Edit>>, String> {
    if renamed(view, offset)?.is_none() {
        return Err("there is no name here".to_owned());
    }
    let is_name =
        matches!(&classify(name)[..], [(place, TokenClass::Name)] if place.len() == name.len());
    if !is_name || KEYWORDS.contains(&name) {
        return Err(format!(
            "'{name}' is not a name: names are letters, digits and `_`, and begin with no digit"
        ));
    }
    let own = Files::identity(view.path);
    let mut found = Found::new();
    let mut workspace = workspace(view);
    let is_own = view.syntax.names.at(offset);
    if let Some((binding, _)) = is_own {
        check_free(&view.syntax.names, binding, name)?;
        let program = workspace.program(view.path);
        let (binding, _) = program.at(&own, offset).ok_or("the text is too large")?;
        add_mentions(&mut found, &program, binding);
    }
    if let Some(target) = shared_target(view, &mut workspace, offset) {
        let (programs, is_all) = workspace.programs_with(&target.identity);
        if !is_all {
            return Err("there are too many files to find all mentions in".to_owned());
        }
        for program in &programs {
            add_edited(&mut found, program, &target, name, &own)?;
        }
    }
    let edit = |(range, _)| Edit { range, text: name.to_owned() };
    let files = found.into_values().map(|(file, places)| InFile {
        path: file.path,
        text: file.text,
        found: places.into_values().map(edit).collect(),
    });
    Ok(files.collect())
}

/// Adds the mentions in a program, if they can have a name.
fn add_edited(
    found: &mut Found,
    program: &Program,
    target: &Target,
    name: &str,
    own: &PathBuf,
) -> Result<(), String> {
    let Some((binding, _)) = program.at(&target.identity, target.range.start) else {
        return Ok(());
    };
    check_members(&program.names, binding)?;
    check_free(&program.names, binding, name)?;
    // The editor shows the errors in the text itself.
    let mut others = program.files().filter(|(identity, _)| identity != own);
    if let Some((_, broken)) = others.find(|(_, file)| !file.is_well_formed()) {
        return Err(format!(
            "'{}' has mistakes, so not all mentions in it are known",
            broken.path.display()
        ));
    }
    add_mentions(found, program, binding);
    Ok(())
}

/// Checks that nothing else has the name where a definition is visible.
fn check_free(names: &Names, binding: &Binding, name: &str) -> Result<(), String> {
    let is_taken = names.bindings.iter().any(|other| {
        let same_kind = Kind::of(other.meaning) == Kind::of(binding.meaning);
        let overlaps = match (other.meaning, binding.meaning) {
            (Meaning::Member(of, _), Meaning::Member(this, _)) => of == this,
            _ => other.scope.start < binding.scope.end && binding.scope.start < other.scope.end,
        };
        other.name == name && same_kind && overlaps && other.range != binding.range
    });
    match is_taken {
        true => Err(format!("'{name}' is defined already where '{}' is used", binding.name)),
        false => Ok(()),
    }
}

fn workspace<'v>(view: &View<'v, Toy>) -> Workspace<'v> {
    Workspace::new(view.files, view.path, &view.syntax.text)
}

/// The definition of the name at an offset, in the text or in another file.
fn target(view: &View<'_, Toy>, workspace: &mut Workspace<'_>, offset: usize) -> Option<Target> {
    let own = Files::identity(view.path);
    let is_name = view.syntax.token_at(offset).is_some_and(|(.., it)| it == TokenClass::Name);
    let find = |program: &Program| {
        let (binding, _) = program.at(&own, offset)?;
        let (identity, _, range) = program.local(&binding.range)?;
        Some(Target { identity: identity.to_owned(), range })
    };
    if !is_name {
        return None;
    }
    // The text may mention what another file of a program defines that it does not import.
    find(&workspace.program(view.path))
        .or_else(|| workspace.programs_with(&own).0.iter().find_map(find))
}

/// The same, if other files may mention it.
fn shared_target(
    view: &View<'_, Toy>,
    workspace: &mut Workspace<'_>,
    offset: usize,
) -> Option<Target> {
    let own = view.syntax.names.at(offset);
    let is_local = own.is_some_and(|(binding, _)| {
        matches!(binding.meaning, Meaning::Variable | Meaning::LoopVariable | Meaning::OfLambda)
    });
    if is_local { None } else { target(view, workspace, offset) }
}

/// Names of different kinds do not hide each other.
#[derive(PartialEq, Eq)]
enum Kind {
    Function,
    Struct,
    Member,
    Variable,
}

impl Kind {
    fn of(meaning: Meaning) -> Self {
        match meaning {
            Meaning::Function(_) => Self::Function,
            Meaning::Struct(_) => Self::Struct,
            Meaning::Member(..) => Self::Member,
            Meaning::Constant(_)
            | Meaning::Parameter(..)
            | Meaning::Variable
            | Meaning::LoopVariable
            | Meaning::OfLambda => Self::Variable,
        }
    }
}
