//! The state of a run: frames, functions, memory, output; and how regions and calls are run.

use super::last_uses::{Dying, LastUses};
use super::launch::Thread;
use super::memref::MemRef;
use super::{InterpretOp, Memory, Outcome, Trap, Value, Values, constant_value, host};
use mlir_lite::attributes::Attribute;
use mlir_lite::context::{Context, OpName};
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::{OpId, ValueId};
use mlir_lite::ir::ident::Ident;
use mlir_lite::ir::interfaces::{CallOpInterface, Callee};
use mlir_lite::ir::op_def::TraitFlags;
use mlir_lite::ir::op_interface::Implementation;
use mlir_lite::ir::symbol_resolution::SymbolTables;
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite::ir::typed_view::{ValueRange, ValueRef};
use mlir_lite::ir::view::{BlockRef, OpRef, RegionRef};
use mlir_lite::types::Type;
use mlir_lite_diagnostics::Limit;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::io::{self, Write};
use std::sync::Arc;

/// The largest depth of nested regions and calls. The stack of a run has room for as many.
pub static MAX_CALL_DEPTH: Limit = Limit::new("--max-call-depth=N", 20_000).at_most(200_000);

/// The factor of the sizes of scalable vectors, `vscale`.
pub static VSCALE: Limit = Limit::new("--vscale=N", 1).at_most(16);

/// The memory that a run may allocate for each op that it may run.
const BYTES_OF_AN_OP: u64 = 1024;

/// Output is passed on in pieces of about this many bytes.
const OUTPUT_PIECE: usize = 1 << 16;

/// Buffered output is flushed after this number of ops, which take some milliseconds: it is seen
/// while the program runs, and not lost if that is ended.
const OPS_OF_A_PIECE: u64 = 1 << 18;

/// Where the run continues after an op.
#[derive(Debug)]
pub enum Flow {
    /// At the next op.
    Next,
    /// At the op's successor of that number.
    Jump(usize),
    /// After the region, which ends with these values.
    Yield(Values),
}

/// A function that is being run.
#[derive(Clone)]
pub(super) struct Frame<'b> {
    /// The module in which its symbols are looked up.
    module: &'b Body,
    /// By the values' numbers.
    values: Vec<Value>,
    /// Stack memory: the rest of it is freed on return.
    stack: Vec<u64>,
    /// Where its tensors die.
    last_uses: Arc<LastUses>,
}

/// The address of a body, which distinguishes it from others.
type Address = usize;

fn address_of(body: &Body) -> Address {
    std::ptr::from_ref(body).addr()
}

#[derive(Clone, Copy)]
struct Function<'b> {
    name: Ident,
    body: &'b Body,
    /// The module around it.
    module: &'b Body,
}

/// Everything that ops read and change while they are run.
pub struct Machine<'b> {
    ctx: Context,
    pub(super) root: &'b Body,
    /// Modules that define functions which the program only declares.
    pub(super) libraries: &'b [Body],
    pub(super) frames: Vec<Frame<'b>>,
    pub(super) depth: usize,
    /// How many may be.
    pub(super) max_depth: usize,
    /// How many ops may still be run.
    ops_left: u64,
    /// All memory.
    pub memory: Memory,
    /// The thread of a launch that is run.
    pub(super) thread: Option<Thread<'b>>,
    output: &'b mut (dyn Write + Send),
    pending: Vec<u8>,
    /// The symbols of each module met. The key is its address, which only distinguishes modules.
    symbols: FxHashMap<Address, SymbolTable>,
    /// Created for the first call by a reference of several names.
    tables: Option<SymbolTables<'b>>,
    functions: Vec<Function<'b>>,
    function_numbers: FxHashMap<Address, usize>,
    globals: FxHashMap<(Address, Ident), Value>,
    evaluators: FxHashMap<OpName, Implementation<dyn InterpretOp>>,
    constants: FxHashMap<(Attribute, Type), Value>,
    captured: Vec<(i64, Value)>,
    /// Sizes that types name by symbols of maps.
    sizes: Vec<i64>,
    /// Where the tensors of each function die; the key is its address.
    last_uses: FxHashMap<Address, Arc<LastUses>>,
}

impl<'b> Machine<'b> {
    pub(super) fn new(
        root: &'b Body,
        libraries: &'b [Body],
        max_ops: u64,
        output: &'b mut (dyn Write + Send),
    ) -> Self {
        Self {
            ctx: root.context().clone(),
            root,
            libraries,
            frames: Vec::new(),
            depth: 0,
            max_depth: MAX_CALL_DEPTH.get(),
            ops_left: max_ops,
            memory: Memory::limited(max_ops.saturating_mul(BYTES_OF_AN_OP)),
            thread: None,
            output,
            pending: Vec::new(),
            symbols: FxHashMap::default(),
            tables: None,
            functions: Vec::new(),
            function_numbers: FxHashMap::default(),
            globals: FxHashMap::default(),
            evaluators: FxHashMap::default(),
            constants: FxHashMap::default(),
            captured: Vec::new(),
            sizes: Vec::new(),
            last_uses: FxHashMap::default(),
        }
    }

    pub(super) fn run(&mut self, name: &str, arguments: Vec<Value>) -> Result<Values, Trap> {
        let name = self.ctx.ident(name);
        let function = self.find_function(self.root, name)?;
        let entry = function.body.as_op().region(0).and_then(RegionRef::entry);
        let parameters = entry.map_or(&[][..], BlockRef::arguments);
        let mut passed = Values::new();
        for (index, argument) in arguments.into_iter().enumerate() {
            let ty = parameters.get(index).map(|&parameter| function.body.ty(parameter));
            passed.push(match (argument, ty) {
                (Value::Elements(elements), Some(ty)) if ty.is_memref(&self.ctx) => {
                    Value::MemRef(self.memref_of_elements(ty, &elements)?)
                }
                (argument, _) => argument,
            });
        }
        let results = self.call_function(function, passed)?;
        results.into_iter().map(|result| self.contents(result)).collect()
    }

    /// Passes on the output, also of a run that failed.
    pub(super) fn finish(mut self, result: Result<Values, Trap>) -> Result<Outcome, Trap> {
        let flushed = self.flush();
        let results = result?;
        flushed?;
        Ok(Outcome { results, captured: self.captured })
    }

    /// The context.
    pub fn context(&self) -> &Context {
        &self.ctx
    }

    // Values

    fn frame(&mut self) -> &mut Frame<'b> {
        // Ops run in a frame; without one, an empty frame does no harm.
        if self.frames.is_empty() {
            let last_uses = Arc::default();
            let (module, values, stack) = (self.root, Vec::new(), Vec::new());
            self.frames.push(Frame { module, values, stack, last_uses });
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// A copy of the frame of what is being run, without memory of its own.
    pub(super) fn copy_of_frame(&mut self) -> Frame<'b> {
        let frame = self.frame();
        let (values, last_uses) = (frame.values.clone(), Arc::clone(&frame.last_uses));
        Frame { module: frame.module, values, stack: Vec::new(), last_uses }
    }

    /// A value of the function that is being run.
    pub fn get(&self, value: impl Into<ValueId>) -> Value {
        let (frame, value) = (self.frames.last(), value.into());
        frame.and_then(|frame| frame.values.get(value.index())).cloned().unwrap_or(Value::Poison)
    }

    /// An op's operands.
    pub fn operands(&self, op: OpRef<'_>) -> Values {
        op.operands().map(|operand| self.get(operand)).collect()
    }

    /// An op's operands, for an op that may change them. A tensor that no op uses afterwards is
    /// moved out of the function's values: the one that is given is the only reference to it.
    pub fn take_operands(&mut self, op: OpRef<'_>) -> Values {
        let operands = self.operands(op);
        self.drop_unused(op.id(), |dying| dying.is_operand_only);
        operands
    }

    /// The values of some operands.
    pub fn values(&self, operands: ValueRange<'_>) -> Values {
        operands.ids().map(|operand| self.get(operand)).collect()
    }

    /// Sets the single result of an op, and continues with the next op.
    ///
    /// # Errors
    /// Never: the type lets an interpreter function end with a call of this.
    pub fn set_result(&mut self, result: ValueRef<'_>, value: Value) -> Result<Flow, Trap> {
        self.define(result.id(), value);
        Ok(Flow::Next)
    }

    /// Defines a value.
    pub fn define(&mut self, id: ValueId, value: Value) {
        if let Some(slot) = self.frame().values.get_mut(id.index()) {
            *slot = value;
        }
    }

    /// Gives an op its result `index`.
    pub fn set(&mut self, op: OpRef<'_>, index: usize, value: Value) {
        self.define(op.result(index), value);
    }

    /// Gives an op its results.
    pub fn set_results(&mut self, op: OpRef<'_>, values: Values) {
        for (result, value) in op.results().zip(values) {
            self.define(result, value);
        }
    }

    /// The value of type `ty` that an attribute represents; it is computed once.
    ///
    /// # Errors
    /// If it is none.
    pub fn constant(&mut self, attribute: Attribute, ty: Type) -> Result<Value, Trap> {
        self.constant_of_dialect(attribute, ty, |ctx| constant_value(ctx, attribute, ty))
    }

    /// As [`constant`](Self::constant), of a kind of value that a dialect defines.
    ///
    /// # Errors
    /// Those of `create`, which is called once.
    pub fn constant_of_dialect(
        &mut self,
        attribute: Attribute,
        ty: Type,
        create: impl FnOnce(&Context) -> Result<Value, Trap>,
    ) -> Result<Value, Trap> {
        if let Some(value) = self.constants.get(&(attribute, ty)) {
            return Ok(value.clone());
        }
        let value = create(&self.ctx)?;
        self.constants.insert((attribute, ty), value.clone());
        Ok(value)
    }

    // Regions

    /// Runs a region of the op that is being run, from its first block on, and returns what it ends
    /// with.
    ///
    /// # Errors
    /// If an op in it traps.
    pub fn run_region(&mut self, region: RegionRef<'b>, arguments: Values) -> Result<Values, Trap> {
        if self.depth >= self.max_depth {
            let (most, advice) = (self.max_depth, MAX_CALL_DEPTH.advice());
            return Err(Trap::new(format!(
                "more than {most} calls and regions are open at once; {advice}"
            )));
        }
        self.depth += 1;
        let height = self.stack_height();
        let result = self.run_blocks(region, arguments);
        if self.stack_height() > height && is_allocation_scope(region) {
            self.unwind_stack(height);
        }
        self.depth -= 1;
        result
    }

    fn run_blocks(&mut self, region: RegionRef<'b>, mut arguments: Values) -> Result<Values, Trap> {
        let body = region.body();
        let mut next = region.entry().map(|block| block.id());
        while let Some(block) = next {
            for (&argument, value) in body.arguments(block).iter().zip(arguments) {
                self.define(argument, value);
            }
            (next, arguments) = (None, Values::new());
            for op in body.ops(block) {
                let flow = self.run_op(body.op(op))?;
                if let Flow::Jump(index) = flow {
                    let operands = body.successor_operands(op, index);
                    arguments = operands.into_iter().map(|operand| self.get(operand)).collect();
                    next = Some(body.successor(op, index));
                }
                self.drop_unused(op, |_| true);
                match flow {
                    Flow::Next => {}
                    Flow::Yield(values) => return Ok(values),
                    Flow::Jump(_) => break,
                }
            }
        }
        Ok(Values::new())
    }

    /// Drops tensors that no op uses after this one, those that `is_dropped`.
    fn drop_unused(&mut self, op: OpId, is_dropped: impl Fn(&Dying) -> bool) {
        let frame = self.frame();
        if frame.last_uses.is_empty() {
            return;
        }
        for dying in frame.last_uses.at(op).iter().filter(|dying| is_dropped(dying)) {
            if let Some(slot) = frame.values.get_mut(dying.value.index()) {
                *slot = Value::Poison;
            }
        }
    }

    fn run_op(&mut self, op: OpRef<'b>) -> Result<Flow, Trap> {
        let evaluator = match self.evaluators.get(&op.name()) {
            Some(&evaluator) => evaluator,
            None => self.find_evaluator(op)?,
        };
        self.ops_left = self.ops_left.saturating_sub(1);
        if self.ops_left.is_multiple_of(OPS_OF_A_PIECE) && !self.pending.is_empty() {
            self.flush()?;
        }
        let outer = self.memory.watched(|shadow| shadow.set_location(op.location()));
        let outcome = match self.ops_left {
            0 => Err(Trap::new("is not done after as many ops as the run may take")),
            _ => evaluator.ask(op, |op| op.interpret(self)),
        };
        if let Some(outer) = outer {
            self.memory.watched(|shadow| shadow.set_location(outer));
        }
        outcome.map_err(|mut trap| {
            if trap.places.is_empty() {
                trap.places.push(op.location());
            }
            trap
        })
    }

    fn find_evaluator(&mut self, op: OpRef<'b>) -> Result<Implementation<dyn InterpretOp>, Trap> {
        let info = op.info();
        let Some(evaluator) = info.interface::<dyn InterpretOp>() else {
            let mut trap = Trap::new(format!("'{}' op cannot be interpreted", info.name()));
            trap.places.push(op.location());
            return Err(trap);
        };
        self.evaluators.insert(op.name(), evaluator);
        Ok(evaluator)
    }

    // Functions and symbols

    /// The op that a name refers to in the function that is being run.
    fn find_symbol(&mut self, module: &'b Body, name: Ident) -> Result<OpRef<'b>, Trap> {
        let symbols =
            self.symbols.entry(address_of(module)).or_insert_with(|| SymbolTable::new(module));
        let found = symbols.lookup(name).map(|op| module.op(op));
        found.ok_or_else(|| Trap::new(format!("there is no symbol '@{}'", name.text(&self.ctx))))
    }

    fn find_function(&mut self, module: &'b Body, name: Ident) -> Result<Function<'b>, Trap> {
        let op = self.find_symbol(module, name)?;
        match module.child(op.id()) {
            Some(body) if is_function(body) => Ok(Function { name, body, module }),
            _ => Err(Trap::new(format!("symbol '@{}' is not a function", name.text(&self.ctx)))),
        }
    }

    /// The function that a reference of several names refers to.
    fn resolve_function(
        &mut self,
        op: OpRef<'b>,
        reference: Attribute,
    ) -> Result<Function<'b>, Trap> {
        let tables = self.tables.get_or_insert_with(|| SymbolTables::new(self.root));
        let symbol = tables.resolve(op, reference);
        let symbol = symbol.map_err(|error| Trap::new(format!("cannot be called: {error}")))?;
        match (symbol.symbol_name(), symbol.body().child(symbol.id())) {
            (Some(name), Some(body)) if is_function(body) => {
                Ok(Function { name, body, module: symbol.body() })
            }
            _ => Err(Trap::new("calls a symbol that is not a function")),
        }
    }

    /// The function that a reference of several names refers to.
    ///
    /// # Errors
    /// If there is none.
    pub fn resolve(&mut self, op: OpRef<'b>, reference: Attribute) -> Result<OpRef<'b>, Trap> {
        Ok(self.resolve_function(op, reference)?.body.as_op())
    }

    /// Runs a call: an op with the call interface.
    ///
    /// # Errors
    /// If what is called traps, or cannot be called.
    pub fn run_call(&mut self, op: OpRef<'b>) -> Result<Flow, Trap> {
        let parts =
            op.ask::<dyn CallOpInterface, _>(|call| Some((call.callee()?, call.arguments())));
        let Some((callee, arguments)) = parts.flatten() else {
            return Err(Trap::new("cannot be interpreted: calls nothing"));
        };
        let arguments = arguments.into_iter().map(|argument| self.get(argument)).collect();
        self.drop_unused(op.id(), |dying| dying.is_operand_only);
        self.call(op, callee, arguments)
    }

    /// Calls a function with these arguments and sets the results of the op.
    ///
    /// # Errors
    /// If what is called traps, or cannot be called.
    pub fn call(&mut self, op: OpRef<'b>, callee: Callee, arguments: Values) -> Result<Flow, Trap> {
        let function = match callee {
            Callee::Symbol(name) => {
                let module = self.frame().module;
                self.find_function(module, name)?
            }
            Callee::Reference(reference) => self.resolve_function(op, reference)?,
            Callee::Value(value) => {
                let address = self.get(value).as_int()? as u64;
                let function =
                    Memory::function_index(address).and_then(|index| self.functions.get(index));
                *function.ok_or_else(|| Trap::new("calls something that is not a function"))?
            }
        };
        let results = self.call_function(function, arguments).map_err(|mut trap| {
            trap.places.push(op.location());
            trap
        })?;
        self.set_results(op, results);
        Ok(Flow::Next)
    }

    fn call_function(&mut self, function: Function<'b>, arguments: Values) -> Result<Values, Trap> {
        let body = function.body;
        let Some(region) = body.as_op().region(0).filter(|region| !region.is_empty()) else {
            if let Some(definition) = self.find_in_libraries(function.name) {
                return self.call_library(definition, arguments);
            }
            let name = function.name.text(&self.ctx).to_owned();
            return host::call(self, &name, &arguments);
        };
        let parameters = region.entry().map_or(0, |block| block.arguments().len());
        if parameters != arguments.len() {
            let found = arguments.len();
            let name = function.name.text(&self.ctx);
            return Err(Trap::new(format!(
                "function '@{name}' takes {parameters} arguments, but is given {found}"
            )));
        }
        let values = vec![Value::Poison; body.value_capacity()];
        let last_uses = self.last_uses.entry(address_of(body));
        let last_uses = Arc::clone(last_uses.or_insert_with(|| Arc::new(LastUses::of(body))));
        self.frames.push(Frame { module: function.module, values, stack: Vec::new(), last_uses });
        let result = self.run_region(region, arguments);
        if let Some(frame) = self.frames.pop() {
            for address in frame.stack {
                // If the program has freed it by mistake, this fails; it is freed either way.
                let _ = self.memory.free(address);
            }
        }
        result
    }

    /// The definition of a function that the program only declares.
    fn find_in_libraries(&mut self, name: Ident) -> Option<Function<'b>> {
        let libraries = self.libraries;
        let defined = libraries.iter().filter_map(|library| self.find_function(library, name).ok());
        let mut defined = defined.filter(|function| !function.body.as_op().is_declaration());
        defined.next()
    }

    /// Calls a function of a library, which takes memrefs by their ranks and the addresses of their
    /// descriptors in memory.
    fn call_library(&mut self, function: Function<'b>, arguments: Values) -> Result<Values, Trap> {
        let mut passed = Values::new();
        let mut descriptors: SmallVec<[u64; 2]> = SmallVec::new();
        for argument in arguments {
            let Value::MemRef(memref) = &argument else {
                passed.push(argument);
                continue;
            };
            let address = self.memory.store_descriptor(memref)?;
            descriptors.push(address);
            passed.push(Value::index(memref.sizes.len() as i64));
            passed.push(Value::Int(address.into()));
        }
        let results = self.call_function(function, passed)?;
        for address in descriptors {
            self.memory.free(address)?;
        }
        Ok(results)
    }

    /// The value that represents the function of that name.
    ///
    /// # Errors
    /// If there is none.
    pub fn function_value(&mut self, name: Ident) -> Result<Value, Trap> {
        let module = self.frame().module;
        let function = self.find_function(module, name)?;
        let next = self.functions.len();
        let number = *self.function_numbers.entry(address_of(function.body)).or_insert(next);
        if number == next {
            self.functions.push(function);
        }
        Ok(Value::Int(Memory::function_address(number).into()))
    }

    /// Whether the name is a function's.
    ///
    /// # Errors
    /// If nothing has the name.
    pub fn is_function(&mut self, name: Ident) -> Result<bool, Trap> {
        let module = self.frame().module;
        let op = self.find_symbol(module, name)?;
        Ok(module.child(op.id()).is_some_and(is_function))
    }

    /// The value that represents a global; `create` makes it when it is first used.
    ///
    /// # Errors
    /// If nothing has the name, or it cannot be made.
    pub fn global(
        &mut self,
        name: Ident,
        create: impl FnOnce(&mut Self, OpRef<'b>) -> Result<Value, Trap>,
    ) -> Result<Value, Trap> {
        let module = self.frame().module;
        if let Some(value) = self.globals.get(&(address_of(module), name)) {
            return Ok(value.clone());
        }
        let op = self.find_symbol(module, name)?;
        let value = create(self, op)?;
        self.globals.insert((address_of(module), name), value.clone());
        Ok(value)
    }

    /// Runs a region of an isolated op, such as a global, in a frame of its own.
    ///
    /// # Errors
    /// If an op in it traps.
    pub fn run_isolated(
        &mut self,
        region: RegionRef<'b>,
        arguments: Values,
    ) -> Result<Values, Trap> {
        let values = vec![Value::Poison; region.body().value_capacity()];
        let module = self.frame().module;
        let last_uses = Arc::default();
        self.frames.push(Frame { module, values, stack: Vec::new(), last_uses });
        let result = self.run_region(region, arguments);
        self.frames.pop();
        result
    }

    // Memory and output

    /// The height of the function's stack, for [`Machine::unwind_stack`].
    pub fn stack_height(&mut self) -> usize {
        self.frame().stack.len()
    }

    /// Frees the function's memory that was allocated above this height.
    pub fn unwind_stack(&mut self, height: usize) {
        let stack = &mut self.frame().stack;
        let freed: Vec<u64> = stack.drain(height.min(stack.len())..).collect();
        for address in freed {
            // If the program has freed it by mistake, this fails; it is freed either way.
            let _ = self.memory.free(address);
        }
    }

    /// Allocates memory that is freed at the end of the region that is an allocation scope.
    ///
    /// # Errors
    /// If there is not that much.
    pub fn allocate_on_stack(&mut self, size: u64) -> Result<u64, Trap> {
        let address = self.memory.allocate(size)?;
        self.frame().stack.push(address);
        Ok(address)
    }

    /// The same for a memref.
    ///
    /// # Errors
    /// As [`Machine::allocate_memref`].
    pub fn allocate_memref_on_stack(
        &mut self,
        ty: Type,
        dynamic: &[i64],
    ) -> Result<Arc<MemRef>, Trap> {
        let memref = self.allocate_memref(ty, dynamic)?;
        self.frame().stack.push(memref.allocated);
        Ok(memref)
    }

    /// Checks the number of elements of a tensor: an element takes as much memory as an op, where
    /// ops are counted.
    ///
    /// # Errors
    /// If there are more than can be counted, or than the run may take.
    pub fn check_count(&self, count: Option<usize>) -> Result<(), Trap> {
        match count {
            Some(count) if count as u64 <= self.ops_left => Ok(()),
            Some(_) => Err(Trap::new("is not done after as many ops as the run may take")),
            None => Err(Trap::new("makes a tensor that is too large")),
        }
    }

    /// Passes a value to the host under a number.
    pub fn capture(&mut self, number: i64, value: Value) {
        self.captured.push((number, value));
    }

    /// Sets the value of a size that types name by the symbol of this number.
    pub fn set_size(&mut self, symbol: usize, size: i64) {
        self.sizes.resize(self.sizes.len().max(symbol + 1), 0);
        self.sizes[symbol] = size;
    }

    /// The values of the sizes that types name by symbols, as far as they were set; others are 0.
    pub fn sizes(&self) -> &[i64] {
        &self.sizes
    }

    /// Prints.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn print(&mut self, bytes: &[u8]) -> Result<(), Trap> {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= OUTPUT_PIECE { self.flush() } else { Ok(()) }
    }

    /// Prints values by a format of C.
    ///
    /// # Errors
    /// If the values are not those of the format, or the output cannot be written.
    pub fn print_formatted(&mut self, format: &[u8], values: &[Value]) -> Result<(), Trap> {
        let text = host::format_text(self, format, values)?;
        self.print(&text)
    }

    fn flush(&mut self) -> Result<(), Trap> {
        let result = self.output.write_all(&self.pending).and_then(|()| self.output.flush());
        self.pending.clear();
        match result {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Trap::new(format!("cannot write the output: {error}")))
            }
            // A reader that stops reading is not an error.
            _ => Ok(()),
        }
    }

    /// Operands as indices.
    ///
    /// # Errors
    /// If one is not defined.
    pub fn indices(
        &self,
        operands: impl IntoIterator<Item = impl Into<ValueId>>,
    ) -> Result<SmallVec<[i64; 4]>, Trap> {
        operands.into_iter().map(|operand| self.get(operand).as_index()).collect()
    }
}

/// Whether the memory on the stack that a region allocates is freed at its end. The regions of a
/// terminator, such as `scf.reduce`, belong to the op that they end.
fn is_allocation_scope(region: RegionRef<'_>) -> bool {
    let owner = region.body().region_owner(region.id()).map(|op| region.body().op(op));
    owner.is_some_and(|op| {
        op.has_trait(TraitFlags::AUTOMATIC_ALLOCATION_SCOPE) || op.has_trait(TraitFlags::TERMINATOR)
    })
}

fn is_function(body: &Body) -> bool {
    body.as_op().has_trait(TraitFlags::FUNCTION_LIKE)
}
