//! Parameters of attributes that are written with their names, in any order.

use mlir_lite::text::asm::{AsmParser, Parsed};

/// Reads `<a = .., b = ..>`; `value` reads the parameter of an index. None for those that are not
/// given.
pub(super) fn parse_named<T: Copy, const N: usize>(
    parser: &mut AsmParser<'_, '_>,
    names: [&str; N],
    mut value: impl FnMut(&mut AsmParser<'_, '_>, usize) -> Parsed<T>,
) -> Parsed<[Option<T>; N]> {
    let mut values = [None; N];
    parser.parse_punct("<")?;
    loop {
        let position = parser.position();
        let Some(index) = names.iter().position(|name| parser.parse_optional_keyword(name)) else {
            return Err(parser.expected(&format!("one of {}", names.join(", "))));
        };
        parser.parse_punct("=")?;
        if values[index].replace(value(parser, index)?).is_some() {
            let message = format!("'{}' is given twice", names[index]);
            return Err(parser.error(position, message));
        }
        if !parser.parse_optional_punct(",") {
            parser.parse_punct(">")?;
            return Ok(values);
        }
    }
}
