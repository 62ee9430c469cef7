//! Values as programs print them, to be compared with those of NumPy in a table that
//! `test/toy/numpy_values.py` has made.

/// The numbers in a text, which may be in brackets.
pub(crate) fn numbers(text: &str) -> Vec<f64> {
    let words = text.split(|c: char| c.is_whitespace() || "[]".contains(c));
    words.filter(|word| !word.is_empty()).map(|word| word.parse().expect(text)).collect()
}

/// A statement that prints the shape and the elements of a value, which may be a number.
pub(crate) fn print_of(value: &str, is_number: bool) -> String {
    let shape = if is_number { "\"\"".to_owned() } else { format!("shape({value})") };
    format!("print(\"|\", {shape}, \"|\", format(f64({value}), \".17e\"));\n")
}

/// The shapes and elements that such statements have printed.
pub(crate) fn printed(output: &str) -> Vec<(Vec<f64>, Vec<f64>)> {
    let parts: Vec<Vec<f64>> = output.split('|').skip(1).map(numbers).collect();
    parts.chunks_exact(2).map(|part| (part[0].clone(), part[1].clone())).collect()
}
