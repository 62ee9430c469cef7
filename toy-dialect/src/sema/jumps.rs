//! `return`, `break` and `continue`: how statements may leave what is around them.

use toy_ast::{ExprId, ExprKind, Module, Stmt, StmtKind};

/// How statements may leave what is around them.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Jumps {
    /// Whether there is a `break`.
    pub(crate) breaks: bool,
    /// Whether there is a `continue`.
    pub(crate) continues: bool,
    /// Whether there is a `return`.
    pub(crate) returns: bool,
}

impl Jumps {
    /// The jumps out of these statements. Blocks nest as deep as the parser admits.
    pub(crate) fn of(body: &[Stmt]) -> Self {
        body.iter().fold(Self::default(), |jumps, statement| jumps.or(Self::of_one(statement)))
    }

    /// The jumps out of a statement.
    pub(crate) fn of_one(statement: &Stmt) -> Self {
        let none = Self::default();
        let blocks = || statement.blocks().fold(none, |jumps, body| jumps.or(Self::of(body)));
        match &statement.kind {
            StmtKind::Return(_) => Self { returns: true, ..none },
            StmtKind::Break => Self { breaks: true, ..none },
            StmtKind::Continue => Self { continues: true, ..none },
            // These jumps end in the loop.
            StmtKind::For(_) | StmtKind::While(_) => Self { returns: blocks().returns, ..none },
            _ => blocks(),
        }
    }

    /// The jumps of both.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            breaks: self.breaks || other.breaks,
            continues: self.continues || other.continues,
            returns: self.returns || other.returns,
        }
    }

    /// Whether there is one.
    pub(crate) fn any(self) -> bool {
        self.breaks || self.continues || self.returns
    }

    /// Whether one ends the loop that these statements are the body of.
    pub(crate) fn leave_the_loop(self) -> bool {
        self.breaks || self.returns
    }
}

/// Whether control never passes the end of these statements.
pub(crate) fn never_ends(module: &Module, body: &[Stmt]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue => true,
        StmtKind::If(this) => {
            never_ends(module, &this.otherwise)
                && this.arms.iter().all(|(_, body)| never_ends(module, body))
        }
        StmtKind::While(this) => is_true(module, this.condition) && !has_break(&this.body),
        _ => false,
    })
}

/// Whether a condition holds as it is written: `1` or `true`.
fn is_true(module: &Module, condition: ExprId) -> bool {
    match &module.exprs[condition].kind {
        ExprKind::Number(number) => *number != 0.0,
        ExprKind::Var(name) => &**name == "true",
        _ => false,
    }
}

/// Whether these statements end the loop around them by `break`.
fn has_break(body: &[Stmt]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StmtKind::Break => true,
        StmtKind::For(_) | StmtKind::While(_) => false,
        _ => statement.blocks().any(has_break),
    })
}

/// How deep statements nest that run only if statements before them did not jump.
pub(super) fn exit_depth(body: &[Stmt]) -> usize {
    let inner = body.iter().flat_map(Stmt::blocks).map(exit_depth).max().unwrap_or(0);
    let jumping = body.iter().filter(|statement| Jumps::of_one(statement).any()).count();
    inner + jumping
}
