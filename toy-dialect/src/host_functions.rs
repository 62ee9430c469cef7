//! The functions that lowered programs call, for the interpreter.

use mlir_lite::interpreter::{DialectInterpreterInterface, HostFn, Machine, Trap, Value, Values};

use crate::builtins::PrintValuesOp;
use crate::interpret::{bytes_of, put};
use crate::lowering::{FileFunctions, SHAPE_TEXT, with_sizes};
use crate::messages::out_of_range::OutOfRange;
use crate::notation::{self, Style};
use crate::npy::{self, StoredElement};
use crate::ops::{ExitStatusOp, TakesArgumentsOp};
use crate::picture;
use crate::program;
use crate::tensor::elements::Elements;

/// Runs the functions that toy programs call.
pub(crate) struct ToyInterpreter;

impl DialectInterpreterInterface for ToyInterpreter {
    fn host_function(&self, name: &str) -> Option<HostFn> {
        match name {
            FileFunctions::LOAD => Some(load::<f64>),
            FileFunctions::LOAD_F32 => Some(load::<f32>),
            FileFunctions::LOAD_I64 => Some(load::<i64>),
            FileFunctions::LOAD_BOOL => Some(load::<bool>),
            FileFunctions::LOAD_I8 => Some(load::<i8>),
            FileFunctions::LOAD_U8 => Some(load::<u8>),
            FileFunctions::SAVE => Some(save::<f64>),
            FileFunctions::SAVE_F32 => Some(save::<f32>),
            FileFunctions::SAVE_I64 => Some(save::<i64>),
            FileFunctions::SAVE_BOOL => Some(save::<bool>),
            FileFunctions::SAVE_I8 => Some(save::<i8>),
            FileFunctions::SAVE_U8 => Some(save::<u8>),
            FileFunctions::PLOT => Some(plot),
            FileFunctions::SHAPE => Some(file_shape),
            SHAPE_TEXT => Some(shape_text),
            OutOfRange::FUNCTION => Some(out_of_range),
            FileFunctions::ARGUMENT => Some(argument),
            TakesArgumentsOp::FUNCTION => Some(takes_arguments),
            ExitStatusOp::FUNCTION => Some(exit_status),
            PrintValuesOp::FUNCTION | PrintValuesOp::OF_INTEGERS => Some(shown),
            _ => None,
        }
    }
}

/// The arguments of a runtime function for files: a path, a shape, a location that the op has too,
/// and the address of the elements.
fn file_function_arguments(
    m: &Machine<'_>,
    arguments: &[Value],
) -> Result<(String, Vec<i64>, u64), Trap> {
    let [path, shape, _place, elements] = arguments else { return Err(Trap::malformed()) };
    let address = address_of(m, elements)?;
    Ok((text_at(m, path)?, FileFunctions::sizes(&text_at(m, shape)?), address))
}

fn load<E: StoredElement>(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let (path, shape, address) = file_function_arguments(m, arguments)?;
    let memory = m.memory.write(address, bytes_of::<E>(&shape))?;
    let mut elements = vec![E::default(); memory.len() / size_of::<E>()];
    npy::read_into(&path, &shape, &mut elements).map_err(Trap::new)?;
    put(memory, &elements);
    Ok(Values::new())
}

fn save<E: StoredElement>(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let (path, shape, address) = file_function_arguments(m, arguments)?;
    let memory = m.memory.read(address, bytes_of::<E>(&shape))?;
    let elements: Vec<E> = memory.chunks_exact(size_of::<E>()).map(E::of_bytes).collect();
    npy::write(&path, &shape, &elements).map_err(Trap::new)?;
    Ok(Values::new())
}

/// The function that reads the shape of a file.
fn file_shape(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let (path, stated, address) = file_function_arguments(m, arguments)?;
    let shape = npy::read_stated_shape(&path, &stated).map_err(Trap::new)?;
    put(m.memory.write(address, bytes_of::<i64>(&[shape.len() as i64]))?, &shape);
    Ok(Values::new())
}

/// The function that puts sizes into the text of a shape.
fn shape_text(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [text, sizes] = arguments else { return Err(Trap::malformed()) };
    let (text, address) = (text_at(m, text)?, address_of(m, sizes)?);
    let count = text.matches('?').count() as i64;
    let (sizes, _) = m.memory.read(address, bytes_of::<i64>(&[count]))?.as_chunks::<8>();
    let sizes: Vec<i64> = sizes.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect();
    c_string(m, with_sizes(&text, sizes))
}

fn plot(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [path, template, _place, elements] = arguments else { return Err(Trap::malformed()) };
    let (path, template) = (text_at(m, path)?, text_at(m, template)?);
    let address = address_of(m, elements)?;
    let memory = m.memory.read(address, bytes_of::<f64>(&[picture::count(&template) as i64]))?;
    let numbers: Vec<f64> = memory.chunks_exact(size_of::<f64>()).map(f64::of_bytes).collect();
    picture::write(&path, &template, &numbers).map_err(Trap::new)?;
    Ok(Values::new())
}

/// The function called by a failing check.
fn out_of_range(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [first, count, size, at] = arguments else { return Err(Trap::malformed()) };
    let at = String::from_utf8_lossy(m.memory.c_string(at.as_int()? as u64)?).into_owned();
    let number = |value: &Value| value.as_int().map(|number| number as i64);
    let (first, count, size) = (number(first)?, number(count)?, number(size)?);
    Err(Trap::reported(OutOfRange { at, first, count, size }.diagnostic()))
}

/// A text in memory.
fn text_at(m: &Machine<'_>, address: &Value) -> Result<String, Trap> {
    Ok(String::from_utf8_lossy(m.memory.c_string(address.as_int()? as u64)?).into_owned())
}

fn argument(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [number] = arguments else { return Err(Trap::malformed()) };
    let word = program::argument(number.as_int()? as i64).map_err(Trap::new)?;
    c_string(m, word)
}

/// A new text in memory, as the result of a function.
fn c_string(m: &mut Machine<'_>, text: String) -> Result<Values, Trap> {
    let mut text = text.into_bytes();
    text.push(0);
    let address = m.memory.allocate(text.len() as u64)?;
    m.memory.write(address, text.len() as u64)?.copy_from_slice(&text);
    Ok(Values::from_elem(Value::Int(address.into()), 1))
}

/// The address of the first element: of a memref in std, or the address in llvm.
fn address_of(m: &Machine<'_>, elements: &Value) -> Result<u64, Trap> {
    match elements {
        Value::MemRef(memref) => memref.address(m.context(), &[]),
        address => Ok(address.as_int()? as u64),
    }
}

/// The function that gives the text of a tensor.
fn shown(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [shape, style, elements] = arguments else { return Err(Trap::malformed()) };
    let shape = FileFunctions::sizes(&text_at(m, shape)?);
    let style = Style::with_elements(&text_at(m, style)?).map_err(Trap::new)?;
    let address = address_of(m, elements)?;
    let (elements, _) = m.memory.read(address, bytes_of::<f64>(&shape))?.as_chunks::<8>();
    let elements = match style.element().is_integer() {
        true => Elements::I64(elements.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect()),
        false => Elements::F64(elements.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect()),
    };
    c_string(m, notation::shown(&shape, &elements, style))
}

fn takes_arguments(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [count, usage] = arguments else { return Err(Trap::malformed()) };
    program::check_arguments(count.as_int()? as i64, &text_at(m, usage)?).map_err(Trap::new)?;
    Ok(Values::new())
}

fn exit_status(m: &mut Machine<'_>, arguments: &[Value]) -> Result<Values, Trap> {
    let [_place, value] = arguments else { return Err(Trap::malformed()) };
    let address = address_of(m, value)?;
    let (values, _) = m.memory.read(address, bytes_of::<f64>(&[]))?.as_chunks::<8>();
    let [value] = values else { return Err(Trap::malformed()) };
    program::set_exit_status(f64::from_le_bytes(*value)).map_err(Trap::new)?;
    Ok(Values::new())
}
