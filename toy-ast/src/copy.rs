//! Copies of expressions and statements within an arena.

use std::collections::HashMap;

use crate::ast::{
    Assign, Expr, ExprId, ExprKind, Exprs, For, If, ParameterSize, ParameterSizes, Size, Stmt,
    StmtKind, Unpack, VarType, While,
};

impl Exprs {
    /// Adds a copy of an expression, with copies of its operands.
    pub fn copy(&mut self, root: ExprId) -> ExprId {
        let order: Vec<ExprId> = self.postorder(root).collect();
        let mut copies: HashMap<ExprId, ExprId> = HashMap::with_capacity(order.len());
        let mut copy = root;
        for id in order {
            let Expr { kind, span, loc } = &self[id];
            // Operands come first.
            let kind = kind.map(|operand| copies.get(&operand).copied().unwrap_or(operand));
            copy = self.push(kind, *span, *loc);
            copies.insert(id, copy);
        }
        copy
    }
}

impl ExprKind {
    /// The same kind of expression of other operands.
    fn map(&self, mut expr: impl FnMut(ExprId) -> ExprId) -> Self {
        match self {
            Self::Number(_)
            | Self::Literal(_)
            | Self::Host(_)
            | Self::Var(_)
            | Self::Text(_)
            | Self::Sizes(_) => self.clone(),
            Self::List(elements) => Self::List(elements.iter().map(|id| expr(*id)).collect()),
            Self::StructLiteral(values) => {
                Self::StructLiteral(values.iter().map(|id| expr(*id)).collect())
            }
            Self::Values(values) => Self::Values(values.iter().map(|id| expr(*id)).collect()),
            Self::Call { callee, args } => {
                let args = args.iter().map(|id| expr(*id)).collect();
                Self::Call { callee: callee.clone(), args }
            }
            Self::Neg(operand) => Self::Neg(expr(*operand)),
            Self::Not(operand) => Self::Not(expr(*operand)),
            Self::Invert(operand) => Self::Invert(expr(*operand)),
            Self::Binary { op, lhs, rhs } => {
                Self::Binary { op: *op, lhs: expr(*lhs), rhs: expr(*rhs) }
            }
            Self::Member { base, member } => {
                Self::Member { base: expr(*base), member: member.clone() }
            }
            Self::Index { base, subscripts } => Self::Index {
                base: expr(*base),
                subscripts: subscripts.iter().map(|subscript| subscript.map(&mut expr)).collect(),
            },
            Self::Lambda { params, body } => {
                Self::Lambda { params: params.clone(), body: expr(*body) }
            }
            Self::Named { name, value } => Self::Named { name: name.clone(), value: expr(*value) },
        }
    }
}

impl Stmt {
    /// A copy of the statement, with copies of its expressions and of the statements in it.
    #[must_use]
    pub fn copied(&self, exprs: &mut Exprs) -> Self {
        let kind = match &self.kind {
            StmtKind::Sizes(this) => {
                let sizes = this.sizes.iter().map(|size| match size {
                    ParameterSize::Named => ParameterSize::Named,
                    ParameterSize::Is(size) => ParameterSize::Is(size.copied(exprs)),
                });
                let sizes = sizes.collect();
                StmtKind::Sizes(Box::new(ParameterSizes { sizes, ..*this.clone() }))
            }
            StmtKind::Var { ty, name, init } => {
                let ty = match ty {
                    VarType::Shaped { shape, span } => VarType::Shaped {
                        shape: shape.iter().map(|size| size.copied(exprs)).collect(),
                        span: *span,
                    },
                    other => other.clone(),
                };
                StmtKind::Var { ty, name: name.clone(), init: exprs.copy(*init) }
            }
            StmtKind::Unpack(this) => {
                let init = exprs.copy(this.init);
                StmtKind::Unpack(Box::new(Unpack { names: this.names.clone(), init }))
            }
            StmtKind::Return(value) => StmtKind::Return(value.map(|value| exprs.copy(value))),
            StmtKind::Print(value) => StmtKind::Print(exprs.copy(*value)),
            StmtKind::Expr(value) => StmtKind::Expr(exprs.copy(*value)),
            StmtKind::Assign(this) => {
                let subscripts =
                    this.subscripts.iter().map(|subscript| subscript.map(|id| exprs.copy(id)));
                let subscripts = subscripts.collect();
                let value = exprs.copy(this.value);
                StmtKind::Assign(Box::new(Assign {
                    subscripts,
                    value,
                    name: this.name.clone(),
                    ..**this
                }))
            }
            StmtKind::For(this) => {
                let body = block(&this.body, exprs);
                StmtKind::For(Box::new(For {
                    variable: this.variable.clone(),
                    from: exprs.copy(this.from),
                    to: exprs.copy(this.to),
                    step: this.step.map(|step| exprs.copy(step)),
                    body,
                }))
            }
            StmtKind::While(this) => {
                let body = block(&this.body, exprs);
                StmtKind::While(Box::new(While { condition: exprs.copy(this.condition), body }))
            }
            StmtKind::Break => StmtKind::Break,
            StmtKind::Continue => StmtKind::Continue,
            StmtKind::If(this) => {
                let otherwise = block(&this.otherwise, exprs);
                let arms = this.arms.iter().map(|(condition, body)| {
                    let condition = exprs.copy(*condition);
                    (condition, block(body, exprs))
                });
                StmtKind::If(Box::new(If { arms: arms.collect(), otherwise }))
            }
        };
        Self { kind, span: self.span, loc: self.loc }
    }
}

/// Copies of statements. Braces nest only as deep as the parser allows.
fn block(body: &[Stmt], exprs: &mut Exprs) -> Vec<Stmt> {
    body.iter().map(|statement| statement.copied(exprs)).collect()
}

impl Size {
    fn copied(&self, exprs: &mut Exprs) -> Self {
        match self {
            Self::Number(size) => Self::Number(*size),
            Self::Expr(id) => Self::Expr(exprs.copy(*id)),
        }
    }
}
