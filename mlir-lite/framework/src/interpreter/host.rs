//! The functions of C that programs declare and call: printing, memory, mathematics. Dialects may
//! define others.

use super::arithmetic::float_value;
use super::{DialectInterpreterInterface, Machine, Trap, Value, Values};
use mlir_lite::scalar::FloatFunction;
use mlir_lite::types::FloatKind;
use smallvec::smallvec;
use std::io::{self, Write as _};
use std::time::{Duration, SystemTime};

/// The numbers of files.
const STANDARD_OUTPUT: u32 = 1;
const STANDARD_ERROR: u32 = 2;

/// The time of the calendar.
fn time_since_1970() -> Result<Duration, Trap> {
    if cfg!(target_family = "wasm") {
        return Err(Trap::new("reads the time, which the interpreter has not in a browser"));
    }
    Ok(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default())
}

/// Calls the function of that name.
pub(super) fn call(m: &mut Machine<'_>, name: &str, arguments: &[Value]) -> Result<Values, Trap> {
    match (name, arguments) {
        ("printf", [format, rest @ ..]) => {
            let format = m.memory.c_string(format.as_int()? as u64)?.to_vec();
            let text = format_text(m, &format, rest)?;
            m.print(&text)?;
            Ok(smallvec![Value::Int(text.len() as u128)])
        }
        ("puts", [text]) => {
            let mut text = m.memory.c_string(text.as_int()? as u64)?.to_vec();
            text.push(b'\n');
            m.print(&text)?;
            Ok(smallvec![Value::Int(text.len() as u128)])
        }
        ("putchar", [byte]) => {
            m.print(&[byte.as_int()? as u8])?;
            Ok(smallvec![byte.clone()])
        }
        ("malloc", [size]) => {
            Ok(smallvec![Value::Int(m.memory.allocate(size.as_int()? as u64)?.into())])
        }
        ("aligned_alloc", [_, size]) => {
            Ok(smallvec![Value::Int(m.memory.allocate(size.as_int()? as u64)?.into())])
        }
        ("calloc", [count, size]) => {
            let size = (count.as_int()? as u64).saturating_mul(size.as_int()? as u64);
            Ok(smallvec![Value::Int(m.memory.allocate(size)?.into())])
        }
        ("free", [address]) => {
            m.memory.free(address.as_int()? as u64)?;
            Ok(Values::new())
        }
        ("dprintf", [file, format, rest @ ..]) => {
            let format = m.memory.c_string(format.as_int()? as u64)?.to_vec();
            let text = format_text(m, &format, rest)?;
            match file.as_int()? as u32 {
                STANDARD_OUTPUT => m.print(&text)?,
                // As in C, the program continues if this fails.
                STANDARD_ERROR => drop(io::stderr().write_all(&text)),
                _ => {
                    return Err(Trap::new(
                        "'dprintf' is given a file that the interpreter has not",
                    ));
                }
            }
            Ok(smallvec![Value::Int(text.len() as u128)])
        }
        ("clock_gettime", [_, time]) => {
            let now = time_since_1970()?;
            let time = m.memory.write(time.as_int()? as u64, 16)?;
            time[..8].copy_from_slice(&now.as_secs().to_le_bytes());
            time[8..].copy_from_slice(&u64::from(now.subsec_nanos()).to_le_bytes());
            Ok(smallvec![Value::Int(0)])
        }
        ("abort", []) => Err(Trap::new("the program aborts")),
        (_, numbers) if mathematical(name).is_some() => {
            let Some((function, kind)) = mathematical(name) else { return Ok(Values::new()) };
            // C does not require the number to be defined.
            if numbers.contains(&Value::Poison) {
                return Ok(smallvec![Value::Poison]);
            }
            let numbers = numbers.iter().map(Value::as_number).collect::<Result<Vec<_>, _>>()?;
            Ok(smallvec![float_value(function, kind, &numbers)?])
        }
        _ => {
            let dialects = m.context().dialects_with_interface::<dyn DialectInterpreterInterface>();
            match dialects.iter().find_map(|(_, dialect)| dialect.host_function(name)) {
                Some(function) => function(m, arguments),
                None => Err(Trap::new(format!(
                    "calls '@{name}', which has no body and is not known to the interpreter"
                ))),
            }
        }
    }
}

/// The function of that name, and the format that it computes in: those of `float` end with an f.
fn mathematical(name: &str) -> Option<(FloatFunction, FloatKind)> {
    let narrow = || Some((function_of_double(name.strip_suffix('f')?)?, FloatKind::F32));
    function_of_double(name).map(|function| (function, FloatKind::F64)).or_else(narrow)
}

fn function_of_double(name: &str) -> Option<FloatFunction> {
    Some(match name {
        "exp" => FloatFunction::Exp,
        "exp2" => FloatFunction::Exp2,
        "log" => FloatFunction::Log,
        "log2" => FloatFunction::Log2,
        "log10" => FloatFunction::Log10,
        "sqrt" => FloatFunction::Sqrt,
        "sin" => FloatFunction::Sin,
        "cos" => FloatFunction::Cos,
        "tan" => FloatFunction::Tan,
        "tanh" => FloatFunction::Tanh,
        "atan" => FloatFunction::Atan,
        "asin" => FloatFunction::Asin,
        "acos" => FloatFunction::Acos,
        "sinh" => FloatFunction::Sinh,
        "cosh" => FloatFunction::Cosh,
        "asinh" => FloatFunction::Asinh,
        "acosh" => FloatFunction::Acosh,
        "atanh" => FloatFunction::Atanh,
        "expm1" => FloatFunction::ExpM1,
        "log1p" => FloatFunction::Log1p,
        "erf" => FloatFunction::Erf,
        "erfc" => FloatFunction::Erfc,
        "cbrt" => FloatFunction::Cbrt,
        "fabs" => FloatFunction::Abs,
        "floor" => FloatFunction::Floor,
        "ceil" => FloatFunction::Ceil,
        "trunc" => FloatFunction::Trunc,
        "round" => FloatFunction::Round,
        "roundeven" => FloatFunction::RoundEven,
        "fma" => FloatFunction::Fma,
        "pow" => FloatFunction::Pow,
        "atan2" => FloatFunction::Atan2,
        "fmod" => FloatFunction::Rem,
        _ => return None,
    })
}

/// The text that `printf` prints. Of its formats, those that lowerings use: `%d`, `%i`, `%u`,
/// `%ld`, `%lld`, `%lu`, `%c`, `%s`, `%p`, `%%`, `%g`, and `%f` and `%e` with a precision.
pub(super) fn format_text(
    m: &Machine<'_>,
    format: &[u8],
    arguments: &[Value],
) -> Result<Vec<u8>, Trap> {
    let mut out = Vec::new();
    let mut arguments = arguments.iter();
    let mut rest = format.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        if rest.next_if_eq(&b'%').is_some() {
            out.push(b'%');
            continue;
        }
        let mut precision = 6usize;
        if rest.next_if_eq(&b'.').is_some() {
            precision = 0;
            while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
                precision = precision
                    .saturating_mul(10)
                    .saturating_add(usize::from(digit - b'0'))
                    .min(1000);
            }
        }
        let mut is_long = false;
        while rest.next_if(|byte| matches!(byte, b'l' | b'z' | b'j')).is_some() {
            is_long = true;
        }
        let conversion = rest.next();
        let argument =
            arguments.next().ok_or_else(|| Trap::new("'printf' is given too few arguments"))?;
        match conversion {
            Some(b'f' | b'F') => out.extend(format_fixed(argument.as_float()?, precision).bytes()),
            Some(b'e') => out.extend(format_exponential(argument.as_float()?, precision).bytes()),
            Some(b'g') => out.extend(format_general(argument.as_float()?).bytes()),
            Some(b'd' | b'i') => {
                let value = argument.as_int()? as u64;
                let value = if is_long { value as i64 } else { i64::from(value as i32) };
                out.extend(value.to_string().bytes());
            }
            Some(b'u') => {
                let value = argument.as_int()? as u64;
                out.extend(
                    if is_long { value } else { u64::from(value as u32) }.to_string().bytes(),
                );
            }
            Some(b'c') => out.push(argument.as_int()? as u8),
            Some(b's') => out.extend_from_slice(m.memory.c_string(argument.as_int()? as u64)?),
            Some(b'p') => out.extend(format!("{:#x}", argument.as_int()? as u64).bytes()),
            other => {
                let shown = other.map_or(String::new(), |byte| char::from(byte).to_string());
                return Err(Trap::new(format!(
                    "'printf' is given the format '%{shown}', which the interpreter does not know"
                )));
            }
        }
    }
    Ok(out)
}

/// As `%.*f` prints.
fn format_fixed(value: f64, precision: usize) -> String {
    if value.is_finite() { format!("{value:.precision$}") } else { not_finite(value) }
}

/// As `%.*e` prints.
#[doc(hidden)]
pub fn format_exponential(value: f64, precision: usize) -> String {
    if value.is_finite() {
        mlir_lite::text::float::format_exponential(value, precision)
    } else {
        not_finite(value)
    }
}

/// As `%g` prints: six digits, zeros at the end left out.
#[doc(hidden)]
pub fn format_general(value: f64) -> String {
    const DIGITS: i32 = 6;
    // Rounding may carry to another digit, so the exponent is that of the rounded number.
    let scientific = format_exponential(value, DIGITS as usize - 1);
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let without_zeros = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text.to_string(),
    };
    let places = exponent.parse().map_or(0, |exponent: i32| DIGITS - 1 - exponent);
    if (0..DIGITS + 4).contains(&places) {
        return without_zeros(&format_fixed(value, places as usize));
    }
    format!("{}e{exponent}", without_zeros(digits))
}

fn not_finite(value: f64) -> String {
    let text = if value.is_nan() { "nan" } else { "inf" };
    if value.is_sign_negative() { format!("-{text}") } else { text.to_owned() }
}
