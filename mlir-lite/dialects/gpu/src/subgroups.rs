//! Ops that the threads of a subgroup do together.

use crate::kinds::{AllReduceOperation, Broadcast, Numbers};
use crate::lanes::{kind_of, lanes};
use crate::parts::{parse_keyword, parse_reduced, print_keyword, print_reduced};
use mlir_lite::interpreter::{Flow, InterpretOp, Machine, Meeting, Trap, Value, combine};
use mlir_lite::ir::prelude::*;

/// The values of the threads of a subgroup, or of clusters of them, combined.
///
/// ```mlir
/// %1 = gpu.subgroup_reduce add %0 cluster(size = 4) : (f32) -> f32
/// ```
#[op(
    name = "gpu.subgroup_reduce",
    traits(SameOperandsAndResultType),
    implements(CustomAssembly, VerifyOp, InterpretOp)
)]
pub struct SubgroupReduceOp {
    /// The value of the thread.
    #[operand]
    value: Numbers,
    /// How values are combined.
    #[attr(typed, name = "op")]
    operation: AllReduceOperation,
    /// Whether all threads of the subgroup are here together.
    #[attr]
    uniform: Optional<UnitAttr>,
    /// The threads of a cluster; without it, it is the subgroup.
    #[attr]
    cluster_size: Optional<I32Attr>,
    /// The distance of the threads of a cluster.
    #[attr(default = one)]
    cluster_stride: I32Attr,
    /// The combined value.
    #[result]
    result: Numbers,
}

fn one(ctx: &Context) -> Attribute {
    ctx.integer_attr(Type::I32, 1)
}

/// The value of a thread that is a fixed number further in the subgroup, and whether the thread is
/// one of those that exchange values.
///
/// ```mlir
/// %1, %valid = gpu.rotate %0, 1, 16 : f32
/// ```
#[op(
    name = "gpu.rotate",
    traits(Pure, AllTypesMatch(value, rotate_result)),
    implements(VerifyOp, InterpretOp),
    format = "$value `,` $offset `,` $width attr-dict `:` type($value)"
)]
pub struct RotateOp {
    /// The value of the thread.
    #[operand]
    value: Numbers,
    /// How much further the other thread is.
    #[attr]
    offset: Offset,
    /// How many threads exchange values.
    #[attr]
    width: Width,
    /// The value of the other thread.
    #[result(upstream_name = "rotateResult")]
    rotate_result: Numbers,
    /// Whether the thread is one of them.
    #[result(upstream_name = "valid")]
    valid: I1,
}

/// The value of one thread of the subgroup, for all of them.
///
/// ```mlir
/// %1 = gpu.subgroup_broadcast %0, specific_lane %lane : f32
/// ```
#[op(
    name = "gpu.subgroup_broadcast",
    traits(Pure, ConditionallySpeculatable, AllTypesMatch(src, result)),
    implements(CustomAssembly, VerifyOp, InterpretOp)
)]
pub struct SubgroupBroadcastOp {
    /// The value of the thread.
    #[operand]
    src: AnyType,
    /// The number of the thread.
    #[operand]
    lane: Optional<I32>,
    /// Which thread.
    #[attr(typed)]
    broadcast_type: Broadcast,
    /// The value.
    #[result]
    result: AnyType,
}

mlir_lite::attr_constraints! {
    /// A number of threads.
    pub(crate) Offset = "32-bit signless integer attribute whose minimum value is 0",
        implied Type::I32,
        |ctx, attr| I32Attr::matches(ctx, attr) && attr.as_i64(ctx).is_some_and(|it| it >= 0);
    /// A number of threads that exchange values.
    pub(crate) Width = "32-bit signless integer attribute whose value is a power of two > 0",
        implied Type::I32,
        |ctx, attr| I32Attr::matches(ctx, attr)
            && attr.as_i64(ctx).is_some_and(|it| it > 0 && it & (it - 1) == 0);
}

impl CustomAssembly for SubgroupReduceOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        parse_keyword::<AllReduceOperation>(parser, "op")?;
        let position = parser.position();
        let value = parser.parse_operand()?;
        if parser.parse_optional_keyword("uniform") {
            parser.set_attr("uniform", Attribute::UNIT);
        }
        let ctx = parser.context().clone();
        let mut stride = 1;
        if parser.parse_optional_keyword("cluster") {
            parser.parse_punct("(")?;
            parser.parse_keyword("size")?;
            parser.parse_punct("=")?;
            let size = parser.parse_integer()?;
            parser.set_attr("cluster_size", ctx.integer_attr(Type::I32, size));
            if parser.parse_optional_punct(",") {
                parser.parse_keyword("stride")?;
                parser.parse_punct("=")?;
                stride = parser.parse_integer()?;
            }
            parser.parse_punct(")")?;
        }
        parser.set_attr("cluster_stride", ctx.integer_attr(Type::I32, stride));
        parser.parse_attr_dict()?;
        parse_reduced(parser, value, position)
    }

    fn print<'b>(op: SubgroupReduceOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        print_keyword(printer, op.operation());
        printer.write(" ");
        printer.operand(op.value());
        if op.uniform().is_some() {
            printer.write(" uniform");
        }
        if let Some(size) = cluster_size(op) {
            printer.write(" cluster(size = ");
            printer.number(size);
            let stride = cluster_stride(op);
            if stride != 1 {
                printer.write(", stride = ");
                printer.number(stride);
            }
            printer.write(")");
        }
        printer.attr_dict(op.op(), &["op", "uniform", "cluster_size", "cluster_stride"]);
        print_reduced(printer, op.value().ty(), op.result().ty());
    }
}

pub(crate) fn cluster_size(op: SubgroupReduceOpRef<'_>) -> Option<i64> {
    op.cluster_size()?.as_i64(op.context())
}

pub(crate) fn cluster_stride(op: SubgroupReduceOpRef<'_>) -> i64 {
    op.cluster_stride().expect_i64(op.context())
}

impl VerifyOp for SubgroupReduceOp {
    fn verify(op: SubgroupReduceOpRef<'_>, diagnostics: &mut Diagnostics) {
        let (ctx, this) = (op.context(), op.op());
        let ty = op.value().ty().element_or_self(ctx);
        if let Err(message) = op.operation().check_type(ctx, ty) {
            diagnostics.error(this.error(message));
            return;
        }
        let is_power = |number: i64| number > 0 && number & (number - 1) == 0;
        let stride = cluster_stride(op);
        match cluster_size(op) {
            Some(size) if !is_power(size) => {
                let message = format_args!("cluster size {size} is not a power of two");
                diagnostics.error(this.op_error(message));
            }
            Some(_) if !is_power(stride) => {
                let message = format_args!("cluster stride {stride} is not a power of two");
                diagnostics.error(this.op_error(message));
            }
            None if stride != 1 => {
                let message = "cluster stride can only be specified if cluster size is specified";
                diagnostics.error(this.op_error(message));
            }
            _ => {}
        }
    }
}

impl VerifyOp for RotateOp {
    fn verify(op: RotateOpRef<'_>, diagnostics: &mut Diagnostics) {
        let number = |attribute: Attribute| attribute.expect_i64(op.context());
        let (offset, width) = (number(op.offset()), number(op.width()));
        if offset >= width {
            let message = format_args!("offset must be in the range [0, {width})");
            diagnostics.error(op.op().op_error(message));
        }
    }
}

impl CustomAssembly for SubgroupBroadcastOp {
    fn parse(parser: &mut OpAsmParser<'_, '_>) -> Parsed<()> {
        let position = parser.position();
        let value = parser.parse_operand()?;
        parser.parse_punct(",")?;
        parse_keyword::<Broadcast>(parser, "broadcast_type")?;
        let lane = if parser.at_operand() { Some(parser.parse_operand()?) } else { None };
        parser.parse_attr_dict()?;
        parser.parse_punct(":")?;
        let ty = parser.parse_type()?;
        let operands = parser.resolve_all(&[value], &[ty], position)?;
        parser.add_operands(&operands);
        if let Some(lane) = lane {
            let lane = parser.resolve(&lane, Type::I32)?;
            parser.add_operand(lane);
        }
        parser.add_result_types(&[ty]);
        Ok(())
    }

    fn print<'b>(op: SubgroupBroadcastOpRef<'b>, printer: &mut OpAsmPrinter<'_, 'b>) {
        printer.write(" ");
        printer.operand(op.src());
        printer.write(", ");
        print_keyword(printer, op.broadcast_type());
        if let Some(lane) = op.lane() {
            printer.write(" ");
            printer.operand(lane);
        }
        printer.attr_dict(op.op(), &["broadcast_type"]);
        printer.write(" : ");
        printer.ty(op.src().ty());
    }
}

impl VerifyOp for SubgroupBroadcastOp {
    fn verify(op: SubgroupBroadcastOpRef<'_>, diagnostics: &mut Diagnostics) {
        let is_specific = op.broadcast_type() == Broadcast::SpecificLane;
        let message = match (is_specific, op.lane()) {
            (true, None) => "lane must be specified for `specific_lane` broadcast",
            (false, Some(_)) => "lane can only be specified for `specific_lane` broadcast",
            _ => return,
        };
        diagnostics.error(op.op().op_error(message));
    }
}

impl InterpretOp for SubgroupReduceOp {
    /// Each thread combines the values of its cluster, in the order of the threads.
    fn interpret<'b>(op: SubgroupReduceOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (lane, width) = lanes(m)?;
        let own = m.get(op.value());
        let given = m.meet(op.op(), Meeting::Lanes { width }, own)?;
        let stride = cluster_stride(op) as usize;
        let members: Vec<usize> = match cluster_size(op) {
            None => (0..width).collect(),
            Some(size) => {
                let size = size as usize;
                let first = lane / (size * stride) * (size * stride) + lane % stride;
                (0..size).map(|at| first + at * stride).collect()
            }
        };
        let operation = op.operation();
        let ctx = op.context();
        let ty = op.value().ty().element_or_self(ctx);
        let kind = kind_of(operation, ty.is_float(ctx));
        let mut combined: Option<Value> = None;
        for member in members {
            let Some(value) = given.get(member) else {
                return Err(Trap::new(format!(
                    "combines the value of lane {member} in a subgroup of {width}"
                )));
            };
            combined = Some(match combined {
                None => value.clone(),
                Some(so_far) => match (&so_far, value) {
                    (Value::Elements(a), Value::Elements(b)) => {
                        let pairs = a.values.iter().zip(&b.values);
                        let values = pairs.map(|(a, b)| combine(m, kind, ty, a, b));
                        Value::elements(&a.shape, values.collect::<Result<_, _>>()?)
                    }
                    (a, b) => combine(m, kind, ty, a, b)?,
                },
            });
        }
        m.set_result(op.result(), combined.unwrap_or(Value::Poison))
    }
}

impl InterpretOp for RotateOp {
    fn interpret<'b>(op: RotateOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let number = |attribute: Attribute| attribute.expect_i64(op.context()) as usize;
        let (offset, width) = (number(op.offset()), number(op.width()));
        let (lane, count) = lanes(m)?;
        if width > count {
            return Err(Trap::new(format!(
                "exchanges values of {width} threads in a subgroup of {count}"
            )));
        }
        let mut value = Value::Poison;
        if lane < width {
            let own = m.get(op.value());
            let given = m.meet(op.op(), Meeting::Lanes { width }, own)?;
            value = given.get((lane + offset) % width).cloned().unwrap_or(Value::Poison);
        }
        m.set_result(op.rotate_result(), value)?;
        m.set_result(op.valid(), Value::bool(lane < width))
    }
}

impl InterpretOp for SubgroupBroadcastOp {
    fn interpret<'b>(op: SubgroupBroadcastOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let (_, width) = lanes(m)?;
        let lane = op.lane().map(|lane| m.get(lane).as_int()).transpose()?.unwrap_or(0) as usize;
        let own = m.get(op.src());
        let given = m.meet(op.op(), Meeting::Lanes { width }, own)?;
        let value = given.get(lane).cloned().ok_or_else(|| {
            Trap::new(format!("takes the value of lane {lane} in a subgroup of {width}"))
        })?;
        m.set_result(op.result(), value)
    }
}

pub(crate) fn register_subgroups(dialect: &mut DialectRegistration<'_>) {
    dialect.op::<SubgroupReduceOp>();
    dialect.op::<RotateOp>();
    dialect.op::<SubgroupBroadcastOp>();
}
