//! Struct definitions: their names, their members, and a check that none contains itself.

use mlir_lite_diagnostics::{Diagnostic, Diagnostics};
use rustc_hash::FxHashMap;
use toy_ast::{Code, Module, NESTING, Name, foreign};

use super::{Kind, redefinition};
use crate::limits::MAX_STRUCT_TENSORS;
use mlir_lite_diagnostics::{did_you_mean, nearest};

const RENAME: &str = "give one of them another name";

/// The structs of a module.
pub(super) struct Structs<'m> {
    module: &'m Module,
    by_name: FxHashMap<&'m str, usize>,
    /// A member whose kind is not known was reported.
    members: Vec<Vec<Option<Kind>>>,
}

impl<'m> Structs<'m> {
    pub(super) fn resolve(module: &'m Module, diagnostics: &mut Diagnostics) -> Self {
        let mut structs = Self { module, by_name: FxHashMap::default(), members: Vec::new() };
        for (index, definition) in module.structs.iter().enumerate() {
            let first = *structs.by_name.entry(definition.name.text()).or_insert(index);
            if first != index {
                diagnostics.error(
                    redefinition(
                        Code::RedefinedStruct,
                        "struct",
                        &definition.name,
                        &module.structs[first].name,
                    )
                    .with_help(RENAME),
                );
            }
        }
        for definition in &module.structs {
            let mut names: FxHashMap<&str, &Name> = FxHashMap::default();
            let mut members = Vec::new();
            for field in &definition.fields {
                let first = *names.entry(field.name.text()).or_insert(&field.name);
                if first.span != field.name.span {
                    diagnostics.error(
                        redefinition(Code::RedefinedMember, "member", &field.name, first)
                            .with_help(RENAME),
                    );
                }
                members.push(structs.declared(field.struct_name.as_ref(), undefined, diagnostics));
            }
            structs.members.push(members);
        }
        structs.check_sizes(diagnostics);
        structs
    }

    /// The kind that a declaration names: a struct, or a tensor if it names nothing.
    ///
    /// `advise` adds help if there is no such struct and none of a similar name.
    pub(super) fn declared(
        &self,
        name: Option<&Name>,
        advise: impl FnOnce(Diagnostic, &Name) -> Diagnostic,
        diagnostics: &mut Diagnostics,
    ) -> Option<Kind> {
        let Some(name) = name else { return Some(Kind::Tensor) };
        if let Some(index) = self.by_name.get(name.text()) {
            return Some(Kind::Struct(*index));
        }
        let diagnostic = Code::UnknownStruct
            .error(name.span, format!("unknown struct '{}'", name.text()))
            .with_label("no struct of this name");
        let known = self.module.structs.iter().map(|s| s.name.text());
        diagnostics.error(match nearest(name.text(), known) {
            Some(near) => diagnostic.with_help(did_you_mean(near)),
            None => advise(diagnostic, name),
        });
        None
    }

    /// Whether a struct has this name.
    pub(super) fn is_struct(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Index and kind of a member.
    pub(super) fn member(&self, structure: usize, name: &str) -> Option<(usize, Option<Kind>)> {
        let fields = &self.module.structs[structure].fields;
        let index = fields.iter().position(|field| field.name.text() == name)?;
        Some((index, self.members[structure][index]))
    }

    /// Kinds of all members.
    pub(super) fn members(&self, structure: usize) -> &[Option<Kind>] {
        &self.members[structure]
    }

    pub(super) fn into_members(self) -> Vec<Vec<Kind>> {
        self.members.into_iter().map(|members| members.into_iter().flatten().collect()).collect()
    }

    /// Walks the structs depth first and reports those that contain themselves or are too large.
    /// The kind of the offending member becomes unknown.
    fn check_sizes(&mut self, diagnostics: &mut Diagnostics) {
        #[derive(Clone, Copy)]
        enum State {
            Unseen,
            Open,
            Done { tensors: usize, depth: usize },
        }
        let mut states = vec![State::Unseen; self.members.len()];
        for root in 0..self.members.len() {
            // The structs on the current path, each with the next member to visit.
            let mut path = vec![(root, 0)];
            if !matches!(states[root], State::Unseen) {
                continue;
            }
            states[root] = State::Open;
            while let Some((index, next)) = path.last_mut() {
                let index = *index;
                if let Some(member) = self.members[index].get(*next).copied() {
                    let at = *next;
                    *next += 1;
                    let Some(Kind::Struct(inner)) = member else { continue };
                    match states[inner] {
                        State::Done { .. } => {}
                        State::Unseen => {
                            states[inner] = State::Open;
                            path.push((inner, 0));
                        }
                        State::Open => {
                            let cycle =
                                path.iter().map(|(index, _)| *index).skip_while(|i| *i != inner);
                            let names: Vec<_> =
                                cycle.chain([inner]).map(|i| self.name(i).text()).collect();
                            let field = &self.module.structs[index].fields[at];
                            diagnostics.error(
                                Code::RecursiveStruct
                                    .error(
                                        field.span,
                                        format!(
                                            "struct '{}' holds itself: {}",
                                            names[0],
                                            chain(&names)
                                        ),
                                    )
                                    .with_label("this member closes the cycle")
                                    .with_secondary(self.name(inner).span, "defined here"),
                            );
                            self.members[index][at] = None;
                        }
                    }
                    continue;
                }
                let (mut tensors, mut depth) = (0_usize, 0);
                for member in &self.members[index] {
                    match member {
                        Some(Kind::Struct(inner)) => {
                            if let State::Done { tensors: t, depth: d } = states[*inner] {
                                tensors = tensors.saturating_add(t);
                                depth = depth.max(d);
                            }
                        }
                        _ => tensors = tensors.saturating_add(1),
                    }
                }
                depth += 1;
                if self.is_too_large(index, (tensors, depth), diagnostics) {
                    // Reported once: structs that contain it are not reported.
                    (tensors, depth) = (0, 0);
                }
                states[index] = State::Done { tensors, depth };
                path.pop();
            }
        }
    }

    /// Reports a struct of more tensors, or of more levels, than the limits allow.
    fn is_too_large(
        &self,
        index: usize,
        (tensors, depth): (usize, usize),
        diagnostics: &mut Diagnostics,
    ) -> bool {
        let (most, levels) = (MAX_STRUCT_TENSORS.get(), NESTING.get());
        let is_too_large = tensors > most || depth > levels;
        if is_too_large {
            let is_nested = depth > levels;
            diagnostics.error(
                Code::StructTooLarge
                    .error(
                        self.name(index).span,
                        format!("struct '{}' is too large", self.name(index).text()),
                    )
                    .with_label(if is_nested {
                        format!("more than {levels} structs within each other")
                    } else {
                        format!("more than {most} tensors, those of its members included")
                    })
                    .with_help(if is_nested { &NESTING } else { &MAX_STRUCT_TENSORS }.advice()),
            );
        }
        is_too_large
    }

    fn name(&self, index: usize) -> &'m Name {
        &self.module.structs[index].name
    }
}

/// Adds advice on a struct that is not defined.
pub(super) fn undefined(diagnostic: Diagnostic, name: &Name) -> Diagnostic {
    let text = name.text();
    match foreign::word(text) {
        Some(ours) if foreign::defines_variable(text) => {
            diagnostic.with_help(ours).with_edit(name.span, "var")
        }
        Some(ours) => diagnostic.with_help(ours),
        None => diagnostic.with_help(format!(
            "define it: `struct {text} {{ ... }}`, or write `var` for a tensor"
        )),
    }
}

/// `a -> b -> a`, shortened in the middle if it is long.
pub(super) fn chain(names: &[&str]) -> String {
    const SHOWN: usize = 8;
    match names {
        [first, .., last] if names.len() > SHOWN => {
            let start = names[1..SHOWN - 2].join(" -> ");
            format!("{first} -> {start} -> ... -> {} -> {last}", names[names.len() - 2])
        }
        _ => names.join(" -> "),
    }
}
