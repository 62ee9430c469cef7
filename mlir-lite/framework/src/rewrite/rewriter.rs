//! The rewriter: all changes that a pattern makes go through it.

use crate::rewrite::{MatchFailure, RewriteDriver};
use mlir_lite::attributes::Attribute;
use mlir_lite::ir::builder::{Replacement, at};
use mlir_lite::ir::clone::IrMapping;
use mlir_lite::ir::symbol_requests::SymbolRequests;
use mlir_lite::ir::{
    BlockId, Body, Ident, InsertionPoint, Location, OpBuilder, OpId, OpOperand, RegionId, ValueId,
};
use mlir_lite::text::print_type;
use mlir_lite::types::Type;
use smallvec::SmallVec;
use std::borrow::Cow;

/// Changes a body on behalf of a pattern and notifies the driver.
///
/// It is an [`OpBuilder`]: an op's `build` takes it, and ops are created before the op that the
/// pattern matches, at its location, unless another insertion point or location is set. The driver
/// does not see changes made through [`body_mut`](OpBuilder::body_mut) alone, and must not need to.
pub struct PatternRewriter<'r, D: RewriteDriver + ?Sized = dyn RewriteDriver + 'r> {
    pub(crate) body: &'r mut Body,
    pub(crate) driver: &'r mut D,
    pub(crate) symbols: &'r mut SymbolRequests,
    point: InsertionPoint,
    location: ImplicitLocation,
    /// The name of the pattern that is applied, for messages.
    pattern: Option<&'r str>,
}

/// The location of ops that are created without one.
#[derive(Copy, Clone)]
enum ImplicitLocation {
    /// The location of an op.
    Of(OpId),
    /// This one.
    Is(Location),
}

impl<D: RewriteDriver + ?Sized> OpBuilder for PatternRewriter<'_, D> {
    fn body(&self) -> &Body {
        self.body
    }
    fn body_mut(&mut self) -> &mut Body {
        self.body
    }
    fn insertion_point(&self) -> InsertionPoint {
        self.point
    }
    fn set_insertion_point(&mut self, point: InsertionPoint) {
        self.point = point;
    }
    fn location(&self) -> Location {
        match self.location {
            ImplicitLocation::Of(op) if self.body.is_live(op) => self.body.location(op),
            ImplicitLocation::Of(_) => Location::UNKNOWN,
            ImplicitLocation::Is(location) => location,
        }
    }
    fn set_location(&mut self, location: Location) {
        self.location = ImplicitLocation::Is(location);
    }
    fn op_inserted(&mut self, op: OpId) {
        self.driver.op_inserted(self.body, op);
    }
    fn block_created(&mut self, block: BlockId) {
        self.driver.block_created(self.body, block);
    }
}

impl<'r, D: RewriteDriver + ?Sized> PatternRewriter<'r, D> {
    /// A rewriter that builds at `point`, at the location of the op there.
    pub fn new(
        body: &'r mut Body,
        driver: &'r mut D,
        symbols: &'r mut SymbolRequests,
        point: InsertionPoint,
    ) -> Self {
        let location = match point {
            InsertionPoint::Before(op) | InsertionPoint::After(op) => ImplicitLocation::Of(op),
            _ => ImplicitLocation::Is(Location::UNKNOWN),
        };
        Self { body, driver, symbols, point, location, pattern: None }
    }

    /// A rewriter for the pattern `name` that matches `root`, at its location: also if the root is
    /// that of the body, which is at no point in it.
    pub(crate) fn for_root(
        body: &'r mut Body,
        driver: &'r mut D,
        symbols: &'r mut SymbolRequests,
        point: InsertionPoint,
        root: OpId,
        name: &'r str,
    ) -> Self {
        let location = ImplicitLocation::Of(root);
        Self { body, driver, symbols, point, location, pattern: Some(name) }
    }

    /// The reason why a pattern does not apply:
    /// `return Err(rewriter.notify_match_failure("the shape is not known"))`.
    pub fn notify_match_failure(&self, reason: impl Into<Cow<'static, str>>) -> MatchFailure {
        MatchFailure::new(reason)
    }

    /// Requests a symbol in the enclosing module: if nothing of that name exists there and it was
    /// not requested before, the op that `create` makes is added to the module after the pass.
    pub fn require_symbol(&mut self, name: Ident, create: impl FnOnce() -> Body) {
        self.symbols.require(name, create);
    }

    /// The elements of the constant memory `name` in the enclosing module, if the pass knows them.
    pub fn constant_symbol(&self, name: Ident) -> Option<Attribute> {
        self.symbols.constant(name)
    }

    // Ops

    /// Replaces the op's results by `values` and erases the op.
    ///
    /// In a conversion, the only result of an op may be replaced by several values, or by none; see
    /// [`replace_op_with_multiple`](PatternRewriter::replace_op_with_multiple).
    ///
    /// # Panics
    /// If there are not as many values as results, or if the types differ and the pattern is not
    /// one of a conversion.
    #[track_caller]
    pub fn replace_op(&mut self, op: OpId, values: &[ValueId]) {
        let results = self.body.num_results(op);
        if values.len() != results && (results != 1 || self.driver.keeps_types()) {
            let name = self.body.op(op).spelled_name();
            panic!(
                "{}'{name}' has {results} results and is replaced by {} values: an op is replaced \
                    by one value per result",
                self.of_pattern(),
                values.len()
            );
        }
        if values.len() == results {
            for (index, &value) in values.iter().enumerate() {
                self.check_types(self.body.result(op, index), value);
            }
        }
        self.leave(op);
        self.driver.replace_op(self.body, op, values);
    }

    /// Replaces an op by another, or by a value, which `build` creates in its place.
    #[track_caller]
    pub fn replace_op_with<R: Replacement>(
        &mut self,
        op: OpId,
        build: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let new = at(self, InsertionPoint::Before(op), build);
        let values = new.values(self.body);
        self.replace_op(op, &values);
        new
    }

    /// Erases an op whose results are not used, with everything nested in it.
    ///
    /// # Panics
    /// If the op owns the body, or a result is used, unless the pattern is one of a conversion,
    /// which may replace the uses later.
    #[track_caller]
    pub fn erase_op(&mut self, op: OpId) {
        if self.driver.keeps_types() {
            self.check_erased(op);
        }
        self.leave(op);
        self.driver.erase_op(self.body, op);
    }

    /// Changes name, attributes, operands, successors or result types of an
    /// op. `update` must change nothing else.
    pub fn update_in_place<R>(&mut self, op: OpId, update: impl FnOnce(&mut Body) -> R) -> R {
        self.driver.before_update(self.body, op);
        let result = update(self.body);
        self.driver.after_update(self.body, op);
        result
    }

    /// "pattern 'name': ", for messages.
    fn of_pattern(&self) -> String {
        self.pattern.map(|name| format!("pattern '{name}': ")).unwrap_or_default()
    }

    /// Panics if an op cannot be erased, with the name of the pattern.
    #[track_caller]
    fn check_erased(&self, op: OpId) {
        let body = &*self.body;
        if op == body.root() {
            let name = body.op(op).spelled_name();
            panic!(
                "{}the '{name}' op owns the body that is rewritten: it is erased in the body that \
                    holds it, by a pattern of `add_link`",
                self.of_pattern()
            );
        }
        if !body.regions(op).is_empty() {
            return; // nested ops may use the results, and are erased with them
        }
        for (index, result) in body.results(op).enumerate() {
            if let Some(used) = body.uses(result).next() {
                panic!(
                    "{}cannot erase the '{}' op: its result #{index} is in use, the '{}' op still \
                        uses it as operand #{}",
                    self.of_pattern(),
                    body.op(op).spelled_name(),
                    body.op(used.owner).spelled_name(),
                    used.index
                );
            }
        }
    }

    /// Panics if `to` cannot replace `from` because of its type.
    #[track_caller]
    fn check_types(&self, from: ValueId, to: ValueId) {
        let (old, new) = (self.body.ty(from), self.body.ty(to));
        if old != new && self.driver.keeps_types() {
            let print = |ty| print_type(self.body.context(), ty);
            panic!(
                "{}a value of type '{}' is replaced by one of type '{}': the users would have \
                    operands of another type; build a cast, or write a conversion",
                self.of_pattern(),
                print(old),
                print(new)
            );
        }
    }

    /// Replaces all uses of `from` by `to`.
    ///
    /// # Panics
    /// If the types differ and the pattern is not one of a conversion.
    #[track_caller]
    pub fn replace_all_uses(&mut self, from: ValueId, to: ValueId) {
        self.check_types(from, to);
        self.driver.replace_value(self.body, from, to);
    }

    /// Replaces the uses of `from` that `choose` accepts by `to`.
    pub fn replace_uses_if(
        &mut self,
        from: ValueId,
        to: ValueId,
        mut choose: impl FnMut(&Body, OpOperand) -> bool,
    ) {
        let mut uses: SmallVec<[OpOperand; 4]> = self.body.uses(from).collect();
        uses.retain(|operand| choose(self.body, *operand));
        for OpOperand { owner, index } in uses {
            self.update_in_place(owner, |body| body.set_operand(owner, index as usize, to));
        }
    }

    /// Replaces the uses of `from` by `to` in these ops.
    pub fn replace_uses_in(&mut self, from: ValueId, to: ValueId, mut users: SmallVec<[OpId; 4]>) {
        users.dedup();
        for user in users {
            self.update_in_place(user, |body| {
                for index in 0..body.num_operands(user) {
                    if body.operand(user, index) == from {
                        body.set_operand(user, index, to);
                    }
                }
            });
        }
    }

    /// Moves an op before another.
    pub fn move_op_before(&mut self, before: OpId, op: OpId) {
        self.driver.before_op_move(self.body, op);
        self.body.move_op_before(before, op);
        self.driver.after_op_move(self.body, op);
    }

    /// Moves an op to the end of a block.
    pub fn move_op_to_end(&mut self, block: BlockId, op: OpId) {
        self.driver.before_op_move(self.body, op);
        self.body.move_op_to_end(block, op);
        self.driver.after_op_move(self.body, op);
    }

    /// Inserts a copy of an op, with everything nested in it.
    pub fn clone_op(&mut self, op: OpId, mapping: &mut IrMapping) -> OpId {
        let copy = self.body.clone_op(op, mapping);
        self.insert(copy);
        copy
    }

    /// Moves the insertion point after an op that is about to be erased.
    fn leave(&mut self, op: OpId) {
        if matches!(self.location, ImplicitLocation::Of(at) if at == op) {
            self.location = ImplicitLocation::Is(self.body.location(op));
        }
        if !matches!(self.point, InsertionPoint::Before(at) | InsertionPoint::After(at) if at == op)
        {
            return;
        }
        self.point = match self.body.next_op(op) {
            Some(next) => InsertionPoint::Before(next),
            None => self.body.block(op).map_or(InsertionPoint::Detached, InsertionPoint::End),
        };
    }

    // Blocks

    /// Adds an argument to a block. The driver is not notified, since no op uses it yet.
    pub fn add_argument(&mut self, block: BlockId, ty: Type) -> ValueId {
        self.body.add_argument(block, ty)
    }

    /// Erases an argument that is not used.
    pub fn erase_argument(&mut self, block: BlockId, index: usize) {
        self.body.erase_argument(block, index);
    }

    /// Creates a block before another.
    pub fn create_block_before(&mut self, before: BlockId, arguments: &[Type]) -> BlockId {
        let block = self.body.create_detached_block(arguments);
        self.body.insert_block_before(before, block);
        self.driver.block_created(self.body, block);
        block
    }

    /// Splits the block of an op in two, so that the op is the first of the second: returns the
    /// blocks before and from the op on.
    ///
    /// The first block has the arguments and predecessors, the second the successors. The shorter
    /// half moves to a new block, so that splitting a block many times takes linear time: do not
    /// rely on either half being the old block.
    pub fn split_block(&mut self, op: OpId) -> (BlockId, BlockId) {
        self.driver.split_block(self.body, op)
    }

    /// Moves all blocks of a region before `before`, in any region. The region
    /// is empty afterwards.
    pub fn inline_region_before(&mut self, region: RegionId, before: BlockId) {
        for block in self.body.blocks(region).collect::<SmallVec<[BlockId; 4]>>() {
            self.driver.before_block_move(self.body, block);
            self.body.detach_block(block);
            self.body.insert_block_before(before, block);
            self.driver.after_block_move(self.body, block);
        }
    }

    /// Moves all blocks of a region to the end of another.
    pub fn move_region(&mut self, region: RegionId, to: RegionId) {
        for block in self.body.blocks(region).collect::<SmallVec<[BlockId; 4]>>() {
            self.driver.before_block_move(self.body, block);
            self.body.detach_block(block);
            self.body.append_block(to, block);
            self.driver.after_block_move(self.body, block);
        }
    }

    /// Moves the ops of a block before an op, replaces the block's arguments by `values`, and
    /// erases the block.
    ///
    /// # Panics
    /// If there are not as many values as arguments.
    #[track_caller]
    pub fn inline_block_before(&mut self, block: BlockId, before: OpId, values: &[ValueId]) {
        self.replace_arguments_by(block, values);
        for op in self.body.ops(block).collect::<Vec<_>>() {
            self.move_op_before(before, op);
        }
        self.driver.erase_block(self.body, block);
    }

    /// Moves the ops of a block to the end of another, replaces the block's arguments by `values`,
    /// and erases the block.
    ///
    /// # Panics
    /// If there are not as many values as arguments.
    #[track_caller]
    pub fn merge_blocks(&mut self, block: BlockId, into: BlockId, values: &[ValueId]) {
        self.replace_arguments_by(block, values);
        for op in self.body.ops(block).collect::<Vec<_>>() {
            self.move_op_to_end(into, op);
        }
        self.driver.erase_block(self.body, block);
    }

    fn replace_arguments_by(&mut self, block: BlockId, values: &[ValueId]) {
        let arguments: SmallVec<[ValueId; 4]> = self.body.arguments(block).into();
        assert_eq!(arguments.len(), values.len(), "a block is inlined with one value per argument");
        for (argument, &value) in arguments.into_iter().zip(values) {
            self.driver.replace_value(self.body, argument, value);
        }
    }

    /// Erases a block without predecessors, whose values are used nowhere else.
    pub fn erase_block(&mut self, block: BlockId) {
        self.driver.erase_block(self.body, block);
    }
}
