//! Prints comments that name the users of values.

use crate::ir::entities::{OpId, ValueId};
use crate::ir::view::{BlockRef, OpRef};
use crate::text::printer::OpPrinter;
use rustc_hash::FxHashSet;

impl<'b> OpPrinter<'_, 'b> {
    /// ` // users: %1, %2` after an op: those of each result. An op without results says its number
    /// instead, by which it is named as a user.
    pub(super) fn users_of_results(&mut self, op: OpRef<'b>) {
        let (body, id) = (op.body(), op.id());
        if op.num_results() == 0 {
            if body.operands(id).len() > 0 {
                self.write(" // id: ");
                self.op_number(id);
            }
            return;
        }
        if body.is_unused(id) {
            return self.write(" // unused");
        }
        let has_brackets = op.num_results() > 1;
        let mut users = body.users(op.result(0));
        let first = users.next();
        let is_one = !has_brackets
            && first.is_some_and(|first| body.num_results(first) <= 1)
            && users.all(|user| Some(user) == first);
        self.write(if is_one { " // user: " } else { " // users: " });
        for (i, result) in body.results(id).enumerate() {
            self.write(if i > 0 { ", " } else { "" });
            self.write(if has_brackets { "(" } else { "" });
            if body.uses(result).next().is_none() {
                self.write("unused");
            }
            self.users(result);
            self.write(if has_brackets { ")" } else { "" });
        }
    }

    /// `// %a is used by %1, %2`, a line for each argument of a block.
    pub(super) fn users_of_arguments(&mut self, block: BlockRef<'b>) {
        for &argument in block.arguments() {
            self.new_line();
            self.write("// ");
            self.operand(argument);
            if block.body().uses(argument).next().is_none() {
                self.write(" is unused");
            } else {
                self.write(" is used by ");
                self.users(argument);
            }
        }
    }

    /// The users of a value, the last one first, each once.
    fn users(&mut self, value: ValueId) {
        let Some(body) = self.body() else { return };
        let mut seen = FxHashSet::default();
        let users = body.users(value).filter(|&user| seen.insert(user));
        for (i, user) in users.enumerate() {
            self.write(if i > 0 { ", " } else { "" });
            match body.num_results(user) {
                0 => self.op_number(user),
                _ => self.operands(body.results(user)),
            }
        }
    }

    fn op_number(&mut self, op: OpId) {
        let number = self.names().map_or(0, |names| names.op(op));
        self.write("%");
        self.small_number(number);
    }
}
