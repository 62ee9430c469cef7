//! `view-op-graph`: ops and the flow of values between them, as a graph in Graphviz's language.

use super::ReportSink;
use mlir_lite::ir::body::Body;
use mlir_lite::ir::entities::{ValueDef, ValueId};
use mlir_lite::ir::view::{BlockRef, OpRef};
use mlir_lite::pass::{PassContext, RunPass, pass};
use mlir_lite::text::{print_attribute, print_type};
use mlir_lite_diagnostics::Reported;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// The contents of a graph.
#[derive(Clone, Debug)]
pub struct GraphOptions {
    /// Whether the nodes list attributes.
    pub attributes: bool,
    /// Whether an edge leads from each op to the next one in its block.
    pub control_flow: bool,
    /// Texts of attributes and types are cut after this many characters.
    pub max_label: usize,
}

impl Default for GraphOptions {
    fn default() -> Self {
        Self { attributes: true, control_flow: false, max_label: 20 }
    }
}

/// Print Graphviz visualization of an operation.
// Prints a graph: `dot -Tsvg` draws it. Blocks are boxes around their ops; solid edges are values,
// dashed ones control.
#[pass(name = "view-op-graph")]
pub struct ViewOpGraphPass {
    /// The output: standard error, since standard output has the IR, which another tool may read.
    #[default(ReportSink::Stderr)]
    pub sink: ReportSink,
    /// The contents of the graph.
    pub options: GraphOptions,
}

impl RunPass for ViewOpGraphPass {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
        self.sink.write(&graph(body.as_op(), &self.options), cx.diagnostics)
    }
}

/// Identifies a node: a value, together with the body that it belongs to.
type Node = (*const Body, ValueId);

struct Graph<'o> {
    options: &'o GraphOptions,
    text: String,
    edges: String,
    next: usize,
    /// The node of an op's results or of a block's arguments.
    nodes: FxHashMap<Node, usize>,
}

enum Step<'b> {
    Op(OpRef<'b>),
    Block(BlockRef<'b>),
    /// The end of a cluster.
    Close,
}

/// The graph of an op and everything nested in it.
fn graph(root: OpRef<'_>, options: &GraphOptions) -> String {
    let mut graph = Graph {
        options,
        text: String::new(),
        edges: String::new(),
        next: 0,
        nodes: FxHashMap::default(),
    };
    let mut depth = 1;
    let mut pending = vec![Step::Op(root)];
    // Values flow into regions but never out of them, and a block may use values of a block that is
    // printed later; all edges are drawn last, when both ends have a node.
    let mut ops = Vec::new();
    while let Some(step) = pending.pop() {
        match step {
            Step::Op(op) => {
                let number = graph.number();
                let label = graph.op_label(op);
                for result in op.results() {
                    graph.nodes.insert((std::ptr::from_ref(op.body()), result), number);
                }
                if op.regions().all(|region| region.is_empty()) {
                    graph.line(depth, &format!("v{number} [label = \"{label}\", shape = box];"));
                } else {
                    graph.line(depth, &format!("subgraph cluster_{number} {{"));
                    depth += 1;
                    graph.line(depth, &format!("label = \"{label}\";"));
                    // Edges need a node to end at.
                    graph.line(depth, &format!("v{number} [label = \" \", shape = plain];"));
                    pending.push(Step::Close);
                    let blocks: Vec<_> = op.regions().flat_map(|region| region.blocks()).collect();
                    pending.extend(blocks.into_iter().rev().map(Step::Block));
                }
                ops.push((op, number));
            }
            Step::Block(block) => {
                let number = graph.number();
                graph.line(depth, &format!("subgraph cluster_{number} {{"));
                depth += 1;
                graph.line(depth, "label = \"\";");
                for (index, &argument) in block.arguments().iter().enumerate() {
                    let node = graph.number();
                    let ty =
                        graph.cut(&print_type(block.body().context(), block.body().ty(argument)));
                    graph.line(
                        depth,
                        &format!("v{node} [label = \"argument {index}: {ty}\", shape = ellipse];"),
                    );
                    graph.nodes.insert((std::ptr::from_ref(block.body()), argument), node);
                }
                pending.push(Step::Close);
                pending.extend(block.ops().rev().map(Step::Op));
            }
            Step::Close => {
                depth -= 1;
                graph.line(depth, "}");
            }
        }
    }
    graph.add_edges(&ops);
    format!("digraph G {{\n  compound = true;\n{}{}}}\n", graph.text, graph.edges)
}

impl Graph<'_> {
    fn number(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn line(&mut self, depth: usize, text: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{:1$}{text}", "", depth * 2);
    }

    /// Texts are quoted; characters that would end or structure a label are escaped.
    fn cut(&self, text: &str) -> String {
        let mut label = String::new();
        for (count, c) in text.chars().enumerate() {
            if count == self.options.max_label {
                label.push_str("...");
                break;
            }
            match c {
                '"' | '\\' => label.extend(['\\', c]),
                '\n' => label.push_str("\\n"),
                c => label.push(c),
            }
        }
        label
    }

    fn op_label(&self, op: OpRef<'_>) -> String {
        let mut label = format!("{}\\l", op.spelled_name());
        if self.options.attributes {
            for (name, value) in op.body().attributes(op.id()) {
                let value = self.cut(&print_attribute(op.context(), value));
                label += &format!("{}: {value}\\l", self.cut(name.text(op.context())));
            }
        }
        let types: Vec<String> =
            op.result_types().map(|ty| self.cut(&print_type(op.context(), ty))).collect();
        if !types.is_empty() {
            label += &format!("-> {}\\l", types.join(", "));
        }
        label
    }

    fn add_edges(&mut self, ops: &[(OpRef<'_>, usize)]) {
        let mut previous: Option<(OpRef<'_>, usize)> = None;
        let numbers: FxHashMap<_, usize> = ops
            .iter()
            .map(|(op, number)| ((std::ptr::from_ref(op.body()), op.id()), *number))
            .collect();
        for &(op, number) in ops {
            let body = std::ptr::from_ref(op.body());
            for operand in op.operands() {
                let Some(from) = self.nodes.get(&(body, operand)) else { continue };
                let index = match op.body().value_def(operand) {
                    ValueDef::Result { op, index } if numbers.contains_key(&(body, op)) => index,
                    _ => 0,
                };
                let label =
                    if index > 0 { format!(" [label = \"{index}\"]") } else { String::new() };
                let _ = writeln!(self.edges, "  v{from} -> v{number}{label};");
            }
            for block in op.successors() {
                let first = op.body().first_op(block).and_then(|first| numbers.get(&(body, first)));
                if let Some(first) = first {
                    let _ = writeln!(self.edges, "  v{number} -> v{first} [style = dashed];");
                }
            }
            if self.options.control_flow
                && let Some((before, from)) = previous
                && std::ptr::eq(before.body(), op.body())
                && op.body().previous_op(op.id()) == Some(before.id())
            {
                let _ = writeln!(self.edges, "  v{from} -> v{number} [style = dashed];");
            }
            previous = Some((op, number));
        }
    }
}
