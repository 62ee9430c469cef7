//! Captures the values of a program: extends the program, and rebuilds values from the captured
//! tensors.
//!
//! Only tensors are captured. A struct is captured member by member, so structs need no memory
//! layout.

use mlir_lite_diagnostics::{BytePos, Span};
use toy_ast::{ExprId, ExprKind, Module, Name, Stmt, StmtKind, Unpack, VarType};
use toy_dialect::sema::{Analysis, Kind};

use super::value::{Tensor, Value};

/// The variable that holds the value to be shown. No source can name it.
const SHOWN: &str = "#value";

/// The structure of a kind of value.
#[derive(Clone, Debug)]
enum Layout {
    Tensor,
    Struct(Box<str>, Vec<(Box<str>, Layout)>),
}

/// The variable that holds one of several values to be shown.
fn shown_value(index: usize) -> String {
    format!("{SHOWN}{index}")
}

/// The variables of a program to capture.
#[derive(Debug)]
pub(super) struct Captures {
    variables: Vec<(Name, Layout)>,
    shown: Option<Layout>,
}

/// The values that a program computed.
#[derive(Debug, PartialEq)]
pub(super) struct Captured {
    /// The variables that it defined.
    pub(super) variables: Vec<(Name, Value)>,
    /// The value to be shown.
    pub(super) shown: Option<Value>,
}

impl Captures {
    /// Extends `main`, the last function of an analysed program, by prints of the tensors to
    /// capture: those of the variables `defined`, and if `shows`, those of the value of its last
    /// statement. These prints are the last [`tensors`](Self::tensors) ops of their kind in `main`.
    pub(super) fn add_to(
        program: &mut Module,
        analysis: &Analysis,
        defined: &[Name],
        shows: bool,
    ) -> Self {
        let mut captures = Self { variables: Vec::new(), shown: None };
        let Some(mut main) = program.functions.pop() else { return captures };
        for name in defined {
            // The last definition of the name.
            let kind = main.body.iter().rev().find_map(|statement| match &statement.kind {
                StmtKind::Var { ty, name: found, init } if found.text() == name.text() => {
                    declared_kind(program, analysis, ty, *init)
                }
                _ => {
                    let mut defined = statement.defined().iter();
                    let is_name = |found: &Name| found.text() == name.text();
                    defined.any(is_name).then_some(Kind::Tensor)
                }
            });
            let layout = kind.map(|kind| layout(program, analysis, kind));
            captures.variables.extend(layout.map(|layout| (name.clone(), layout)));
        }
        if shows
            && let Some(Stmt { kind: last, span, .. }) = main.body.last_mut()
            && let StmtKind::Expr(value) = *last
            && let Some(kind) = analysis.kind(value)
        {
            captures.shown = Some(layout(program, analysis, kind));
            *last = match kind {
                Kind::Values(count) => {
                    let names = (0..count).map(|index| Name::new(&shown_value(index), *span));
                    let names = names.collect();
                    StmtKind::Unpack(Box::new(Unpack { names, init: value }))
                }
                _ => {
                    let name = Name::new(SHOWN, *span);
                    StmtKind::Var { ty: VarType::Inferred, name, init: value }
                }
            };
        }
        let Self { variables, shown } = &captures;
        let variables = variables.iter().map(|(name, layout)| (name.text(), name.span, layout));
        for (name, span, layout) in
            variables.chain(shown.as_ref().map(|layout| (SHOWN, main.span, layout)))
        {
            print_tensors(program, &mut main.body, layout, span, &mut |program| {
                program.exprs.push(ExprKind::Var(name.into()), span, BytePos(span.start))
            });
        }
        program.functions.push(main);
        captures
    }

    /// The number of captured tensors.
    pub(super) fn tensors(&self) -> usize {
        self.variables
            .iter()
            .map(|(_, layout)| layout)
            .chain(&self.shown)
            .map(Layout::tensors)
            .sum()
    }

    /// Rebuilds values from the tensors.
    pub(super) fn values(self, tensors: Vec<Tensor>) -> Captured {
        let mut tensors = tensors.into_iter();
        Captured {
            variables: self
                .variables
                .into_iter()
                .filter_map(|(name, layout)| Some((name, layout.value(&mut tensors)?)))
                .collect(),
            shown: self.shown.and_then(|layout| layout.value(&mut tensors)),
        }
    }
}

impl Layout {
    fn tensors(&self) -> usize {
        match self {
            Self::Tensor => 1,
            Self::Struct(_, members) => members.iter().map(|(_, member)| member.tensors()).sum(),
        }
    }

    fn value(self, tensors: &mut impl Iterator<Item = Tensor>) -> Option<Value> {
        match self {
            Self::Tensor => tensors.next().map(Value::Tensor),
            Self::Struct(name, members) => {
                let members =
                    members.into_iter().map(|(name, member)| Some((name, member.value(tensors)?)));
                Some(Value::Struct(name, members.collect::<Option<_>>()?))
            }
        }
    }
}

fn declared_kind(
    program: &Module,
    analysis: &Analysis,
    ty: &VarType,
    init: ExprId,
) -> Option<Kind> {
    match ty {
        VarType::Inferred => analysis.kind(init),
        VarType::Shaped { .. } => Some(Kind::Tensor),
        VarType::Struct(name) => {
            let index =
                program.structs.iter().position(|definition| definition.name.text() == name.text());
            index.map(Kind::Struct)
        }
    }
}

/// The analysis limits how deep structs nest.
fn layout(program: &Module, analysis: &Analysis, kind: Kind) -> Layout {
    match kind {
        Kind::Tensor => Layout::Tensor,
        Kind::Values(count) => {
            Layout::Struct(Value::SEVERAL.into(), vec![("".into(), Layout::Tensor); count])
        }
        Kind::Struct(index) => {
            let definition = &program.structs[index];
            let kinds = analysis.members(index).iter();
            let members =
                definition.fields.iter().zip(kinds).map(|(field, kind)| {
                    (field.name.text().into(), layout(program, analysis, *kind))
                });
            Layout::Struct(definition.name.text().into(), members.collect())
        }
    }
}

/// Appends a print of each tensor of the value; `base` creates the expression of the value for each
/// of them.
fn print_tensors(
    program: &mut Module,
    body: &mut Vec<Stmt>,
    layout: &Layout,
    span: Span,
    base: &mut dyn FnMut(&mut Module) -> ExprId,
) {
    match layout {
        Layout::Struct(name, values) if **name == *Value::SEVERAL => {
            for index in 0..values.len() {
                let kind = ExprKind::Var(shown_value(index).into());
                let value = program.exprs.push(kind, span, BytePos(span.start));
                body.push(Stmt { kind: StmtKind::Print(value), span, loc: BytePos(span.start) });
            }
        }
        Layout::Tensor => {
            let value = base(program);
            body.push(Stmt { kind: StmtKind::Print(value), span, loc: BytePos(span.start) });
        }
        Layout::Struct(_, members) => {
            for (name, member) in members {
                print_tensors(program, body, member, span, &mut |program| {
                    let base = base(program);
                    let kind = ExprKind::Member { base, member: Name::new(name, span) };
                    program.exprs.push(kind, span, BytePos(span.start))
                });
            }
        }
    }
}
