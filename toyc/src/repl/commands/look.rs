//! `:plot`, `:hist` and `:image`: pictures of values.

use mlir_lite_diagnostics::Reported;

use super::super::plot::{histogram, picture, plot};
use super::super::session::Session;
use super::super::value::{Tensor, Value};
use super::Output;

/// The tensor that an expression gives.
fn tensor(
    session: &mut Session,
    text: &str,
    out: &mut Output<'_>,
) -> Result<(Vec<usize>, Vec<f64>), Reported> {
    match session.value_of(text, out.reply, out.diagnostics)? {
        Some(Value::Tensor(tensor)) => Ok(numbers(&tensor)),
        Some(_) => Err(out.error("a struct has no picture", "name one of its members")),
        None => Err(out.error("this gives no value", "enter an expression")),
    }
}

fn numbers(tensor: &Tensor) -> (Vec<usize>, Vec<f64>) {
    let sizes = tensor.shape().iter().map(|size| *size as usize).collect();
    (sizes, tensor.elements().to_f64s())
}

/// Shows a picture, or says that there is no finite number.
fn show(picture: Option<String>, out: &mut Output<'_>) -> Result<(), Reported> {
    let Some(picture) = picture else {
        return Err(out.error("no number of this is finite", "`print` shows it"));
    };
    out.reply.shown += &picture;
    Ok(())
}

pub(super) fn curves(
    session: &mut Session,
    text: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    // A list makes several vectors one value, and checks that they have one length.
    let (shape, elements) = tensor(session, &format!("[{text}]"), out)?;
    let (count, length) = match shape[..] {
        [count, length] => (count, length),
        [1, rows, length] => (rows, length),
        _ => {
            return Err(out.error(
                "curves are vectors of one length, or the rows of a matrix",
                "enter `:plot y`, `:plot x, y` or `:plot x, y, z`",
            ));
        }
    };
    let series: Vec<&[f64]> = elements.chunks(length).collect();
    let of_indices: Vec<f64> = (0..length).map(|index| index as f64).collect();
    match &series[..] {
        [x, others @ ..] if shape.len() == 2 && count > 1 => show(plot(x, others), out),
        all => show(plot(&of_indices, all), out),
    }
}

pub(super) fn bars(
    session: &mut Session,
    text: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let (_, elements) = tensor(session, text, out)?;
    show(histogram(&elements), out)
}

pub(super) fn image(
    session: &mut Session,
    text: &str,
    out: &mut Output<'_>,
) -> Result<(), Reported> {
    let (shape, elements) = tensor(session, text, out)?;
    let [rows, columns] = shape[..] else {
        return Err(out.error(
            format!("an image is a matrix, and this has {} dimensions", shape.len()),
            "take a part of two dimensions, as in `:image a[0]`",
        ));
    };
    show(picture(rows, columns, &elements), out)
}
