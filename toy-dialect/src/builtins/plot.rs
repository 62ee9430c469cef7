//! `plot`

use mlir_lite::conversion::{ConversionPatternSet, LowerByPatterns};
use mlir_lite::interpreter::{Flow, Machine, Trap};

use super::elementwise::*;
use super::files::FileName;
use super::{F64Op, StackOp, Text};
use crate::interpret::tensor_of;
use crate::loop_builder::are_in_memory;
use crate::picture::{self, Kind, Picture};

/// Writes a picture of a tensor of floats, or during lowering of the memory that holds it, into an
/// SVG file.
#[op(
    name = "toy.plot",
    implements(LowerByPatterns<Affine>, InterpretOp),
    format = "$input attr-dict `:` type($input)"
)]
pub struct PlotOp {
    #[operand]
    input: AnyTypeOf<(NumberTensor, NumberMemRef)>,
    #[attr(typed)]
    path: Optional<StrAttr>,
    /// The number of the program's argument with the path.
    #[attr(typed)]
    argument: Optional<I64Attr>,
    /// How the numbers are shown; lines, if it is absent.
    #[attr(typed)]
    kind: Optional<StrAttr>,
    /// Whether the first row has the places of the others along the horizontal axis.
    #[attr(typed)]
    has_x: Optional<UnitAttr>,
    #[attr(typed)]
    title: Optional<StrAttr>,
    #[attr(typed)]
    xlabel: Optional<StrAttr>,
    #[attr(typed)]
    ylabel: Optional<StrAttr>,
    /// The names of the series, with commas between them.
    #[attr(typed)]
    labels: Optional<StrAttr>,
}

impl PlotOpRef<'_> {
    /// The file to write.
    pub(crate) fn file(self) -> FileName {
        FileName { path: self.path(), argument: self.argument() }
    }

    /// The picture without its numbers.
    pub(crate) fn picture(self) -> Picture {
        let kind = self.kind().and_then(|kind| kind.parse().ok());
        let text = Option::unwrap_or_default;
        Picture {
            kind: kind.unwrap_or(Kind::WORDS[0].1),
            has_x: self.has_x().is_some(),
            title: text(self.title()),
            axes: [text(self.xlabel()), text(self.ylabel())],
            labels: text(self.labels()),
        }
    }
}

impl InterpretOp for PlotOp {
    fn interpret<'b>(op: PlotOpRef<'b>, m: &mut Machine<'b>) -> Result<Flow, Trap> {
        let path = &op.file().at_run_time().map_err(Trap::new)?;
        let tensor = tensor_of(m, op.input())?;
        let template = op.picture().template(&tensor.shape);
        let numbers = tensor.list::<f64>().map_err(Trap::new)?;
        picture::write(path, &template, numbers).map_err(Trap::new)?;
        Ok(Flow::Next)
    }
}

pub(super) static BUILTIN: Builtin = Builtin {
    name: "plot",
    is_shadowable: true,
    signatures: &[Signature {
        parameters: &[
            Parameter::text("file"),
            Parameter::tensors("y"),
            Parameter::text("kind").optional().by_name(),
            Parameter::text("title").optional().by_name(),
            Parameter::text("xlabel").optional().by_name(),
            Parameter::text("ylabel").optional().by_name(),
            Parameter::text("labels").optional().by_name(),
        ],
        emit: |call| {
            let FileName { path, argument } = FileName::of_text(call.text(0));
            let rows = call.values(1);
            let (location, tensor) = (call.location, call.tensor);
            let all = match rows[..] {
                [row] => row,
                _ => {
                    let count = rows.len() as i64;
                    let stacked = StackOp::build(call.builder, location, &rows, count, tensor);
                    call.result_of(stacked.id())
                }
            };
            let input = call.value_of::<F64Op>(&[all]);
            let text = |parameter| match call.text(parameter) {
                Text::Literal(text) if !text.is_empty() => Some(String::from(text)),
                _ => None,
            };
            let [kind, title, xlabel, ylabel, labels] = [2, 3, 4, 5, 6].map(text);
            let has_x = (rows.len() > 1).then_some(());
            PlotOp::build(
                call.builder,
                location,
                input,
                path,
                argument,
                kind,
                has_x,
                title,
                xlabel,
                ylabel,
                labels,
            )
            .id()
        },
    }],
    returns: Returns::Nothing,
    summary: "Writes a picture of numbers into an SVG file, which browsers show.",
    details: "`plot(\"a.svg\", y)` draws the elements of a vector over their indices, \
        `plot(\"a.svg\", x, y, z)` the series `y` and `z` over `x`, and the rows of a matrix alone \
        are series, too. `kind` is `\"line\"`, which it is if it is not given, `\"scatter\"`, \
        which draws points, `\"scatter, line\"` for points of the first series and lines of the \
        others, `\"line, scatter\"` for the opposite, `\"hist\"`, which counts the numbers in \
        intervals, or `\"image\"`, a matrix in colours, whose first row is at the top. The texts \
        `title`, `xlabel`, `ylabel` and `labels=\"one, two\"`, the names of series, are written in \
        the program. Numbers that are not finite are left out. The bytes are the same on every \
        engine. If the file cannot be written, the program ends, and a file that was there \
        before is as it was.",
    shape: "The series have one shape.",
    errors: &[
        ("plot(\"no such folder/a.svg\", [1, 2])", "cannot write 'no such folder/a.svg'"),
        ("plot(\"a.svg\", [1, 2], kind=\"pie\")", "there is no kind of picture \"pie\""),
        ("plot(\"a.svg\", [1, 2], [1, 2, 3])", "'stack' cannot stack shapes <2> and <3>"),
    ],
    example: (
        "var x = linspace(0, 2 * pi, 50);\nplot(\"plot-example.svg\", x, sin(x), cos(x), \
         labels=\"sin, cos\", xlabel=\"x\");",
        "",
    ),
    ops: &[OpEntry::in_memory::<PlotOp>()],
};

impl LowerByPatterns<Affine> for PlotOp {
    fn patterns(set: &mut ConversionPatternSet, (): &()) {
        set.add::<PlotOp>("toy.plot-to-affine", 1, |op, operands, rewriter| {
            let body = rewriter.body();
            are_in_memory(body, operands.values())?;
            let (path, argument) = (op.path(body), op.argument(body));
            let (kind, has_x, title) = (op.kind(body), op.has_x(body), op.title(body));
            let (xlabel, ylabel) = (op.xlabel(body), op.ylabel(body));
            let (input, labels) = (operands.input(), op.labels(body));
            PlotOp::create(
                rewriter, input, path, argument, kind, has_x, title, xlabel, ylabel, labels,
            );
            rewriter.erase_op(op.id());
            Ok(())
        });
    }
}
