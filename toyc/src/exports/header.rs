//! The header for a C program that calls exported functions.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use mlir_lite_diagnostics::visible;
use toy_dialect::elements::Element;
use toy_dialect::exports::{ExportedTensor, Signature};

use crate::export_flags::is_reserved;

/// The name of the parameter for the result.
const RESULT: &str = "result";

/// The text of the header. `source` is the program's name, `parameters` gives the names of a
/// function's parameters.
pub(crate) fn header<'n>(
    source: &str,
    signatures: &[Signature],
    parameters: impl Fn(&str) -> Vec<&'n str>,
) -> String {
    let guard: String = source
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' })
        .collect();
    // A file name must not end the line or the comment.
    let source = visible(source).replace("*/", "* /").replace("/*", "/ *");
    let tensors = || {
        signatures
            .iter()
            .flat_map(|signature| signature.parameters.iter().chain(&signature.results))
    };
    let booleans = match tensors().any(|tensor| tensor.element == Element::Bool) {
        true => "#include <stdbool.h>\n",
        false => "",
    };
    let mut text = format!(
        "/* Made by toyc of {source}: functions of the object file that toyc makes of it with\n   \
         -emit=obj and the same --export flags.\n\
         \n   \
         A tensor is passed by the address of its descriptor, which is that of MLIR's C \
         interface:\n   \
         element [i, j] is aligned[offset + i * strides[0] + j * strides[1]].\n\
         \n   \
         Each function returns 0; or the number of the first argument that has not the sizes \
         for\n   \
         which the function was compiled, and has done nothing then.\n\
         \n   \
         Arguments stay the caller's, and are only read. They may lie in memory in any way; \
         those\n   \
         whose elements are in row-major order are read in place, others are copied first.\n   \
         A result belongs to the caller: it is memory of its own, to be freed by\n   \
         free(result->allocated). The previous contents of *result are overwritten. */\n\
         #ifndef TOY_{guard}\n#define TOY_{guard}\n\n{booleans}#include <stdint.h>\n\n\
         #ifdef __cplusplus\nextern \"C\" {{\n#endif\n"
    );
    let descriptors = tensors().map(|tensor| (tensor.element, tensor.sizes.len()));
    for (element, rank) in descriptors.collect::<BTreeSet<_>>() {
        descriptor(&mut text, element, rank);
    }
    for signature in signatures {
        prototype(&mut text, signature, &parameters(&signature.function));
    }
    text.push_str("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    text
}

/// The type of elements in C, and the suffix after the rank in the names of descriptors.
fn in_c(element: Element) -> (&'static str, &'static str) {
    match element {
        Element::F64 => ("double", ""),
        Element::F32 => ("float", "_f32"),
        Element::I64 => ("int64_t", "_i64"),
        Element::Bool => ("bool", "_bool"),
        Element::I8 => ("int8_t", "_i8"),
        Element::U8 => ("uint8_t", "_u8"),
    }
}

/// The name of the type of a tensor's descriptor.
fn descriptor_name(tensor: &ExportedTensor) -> String {
    format!("toy_memref_{}{}", tensor.sizes.len(), in_c(tensor.element).1)
}

/// The type of descriptors of tensors of a rank, and a function that creates one.
fn descriptor(text: &mut String, element: Element, rank: usize) {
    let (c_type, suffix) = in_c(element);
    let name = format!("toy_memref_{rank}{suffix}");
    let guard = name.to_ascii_uppercase();
    let arrays = if rank == 0 {
        String::new()
    } else {
        format!("  int64_t sizes[{rank}];\n  int64_t strides[{rank}]; /* in elements */\n")
    };
    let sizes: Vec<String> = (0..rank).map(|index| format!("size{index}")).collect();
    let parameters: String = sizes.iter().map(|size| format!(", int64_t {size}")).collect();
    let strides: Vec<String> = (1..=rank)
        .map(|index| if index == rank { "1".to_owned() } else { sizes[index..].join(" * ") })
        .collect();
    let fields = if rank == 0 {
        String::new()
    } else {
        format!(", {{{}}}, {{{}}}", sizes.join(", "), strides.join(", "))
    };
    // Writing into memory does not fail.
    let _ = write!(
        text,
        "\n#ifndef {guard}\n#define {guard}\n\
         /* A tensor of rank {rank}. */\n\
         typedef struct {{\n  \
           {c_type} *allocated; /* for free() */\n  \
           {c_type} *aligned;\n  \
           int64_t offset; /* in elements */\n\
         {arrays}}} {name};\n\n\
         /* Describes elements in row-major order, which stay yours. */\n\
         static inline {name} {name}_of({c_type} *elements{parameters}) {{\n  \
           {name} memref = {{elements, elements, 0{fields}}};\n  \
           return memref;\n\
         }}\n#endif\n"
    );
}

/// The declaration of a function.
fn prototype(text: &mut String, signature: &Signature, names: &[&str]) {
    let mut parameters = Vec::new();
    let mut described = Vec::new();
    for (index, result) in signature.results.iter().enumerate() {
        let number =
            if signature.results.len() == 1 { String::new() } else { format!("{}", index + 1) };
        parameters.push(format!("{} *{RESULT}{number}", descriptor_name(result)));
    }
    for (index, tensor) in signature.parameters.iter().enumerate() {
        let name =
            names.get(index).map_or_else(|| format!("argument{}", index + 1), |name| c_name(name));
        let separator = if tensor.element == Element::F64 { "" } else { " " };
        described.push(format!("{name}{separator}{}", tensor.text(&signature.names)));
        parameters.push(format!("const {} *{name}", descriptor_name(tensor)));
    }
    if parameters.is_empty() {
        parameters.push("void".into());
    }
    let names = &signature.names;
    let results: Vec<String> = signature.results.iter().map(|result| result.text(names)).collect();
    let result = match results.is_empty() {
        true => String::new(),
        false => format!(" -> {}", results.join(", ")),
    };
    let _ = write!(
        text,
        "\n/* {}({}){result} */\nint {}({});\n",
        signature.function,
        described.join(", "),
        signature.symbol,
        parameters.join(", ")
    );
}

/// The name of a parameter: that of the program, unless it is reserved in C.
fn c_name(name: &str) -> String {
    let is_result = name
        .strip_prefix(RESULT)
        .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    if is_reserved(name) || is_result { format!("{name}_") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn signature(symbol: &str, parameters: &[&[i64]], results: &[&[i64]]) -> Signature {
        Signature {
            symbol: symbol.into(),
            function: "f".into(),
            parameters: parameters.iter().map(|shape| tensor(shape)).collect(),
            results: results.iter().map(|shape| tensor(shape)).collect(),
            names: Vec::new(),
            required: Vec::new(),
            tensors: Vec::new(),
        }
    }

    fn tensor(shape: &[i64]) -> ExportedTensor {
        ExportedTensor::of_shape(shape, Element::F64)
    }

    fn declared(signature: &Signature, names: &[&str]) -> String {
        let mut text = String::new();
        prototype(&mut text, signature, names);
        text
    }

    #[test]
    fn prototypes_name_the_program_s_parameters() {
        assert_eq!(
            declared(&signature("f", &[&[2, 3], &[]], &[&[3]]), &["a", "double"]),
            "\n/* f(a<2,3>, double_<>) -> <3> */\n\
             int f(toy_memref_1 *result, const toy_memref_2 *a, const toy_memref_0 *double_);\n"
        );
        assert_eq!(declared(&signature("g", &[], &[]), &[]), "\n/* f() */\nint g(void);\n");
        assert_eq!(
            declared(&signature("h", &[&[2]], &[&[2], &[]]), &["result1"]),
            "\n/* f(result1_<2>) -> <2>, <> */\n\
             int h(toy_memref_1 *result1, toy_memref_0 *result2, \
             const toy_memref_1 *result1_);\n"
        );
    }

    #[test]
    fn floats_of_32_bits_have_descriptors_of_their_own() {
        let mut signature = signature("f", &[&[2], &[2]], &[&[]]);
        signature.parameters[1].element = Element::F32;
        signature.results[0].element = Element::F32;
        assert_eq!(
            declared(&signature, &["a", "b"]),
            "\n/* f(a<2>, b f32<2>) -> f32<> */\n\
             int f(toy_memref_0_f32 *result, const toy_memref_1 *a, const toy_memref_1_f32 *b);\n"
        );
        let text = header("a.toy", &[signature], |_| vec!["a", "b"]);
        assert!(text.contains("  float *aligned;\n  int64_t offset; /* in elements */\n"));
        assert!(text.contains("toy_memref_1_f32_of(float *elements, int64_t size0) {"));
    }

    #[test]
    fn descriptors_have_sizes_and_strides_for_each_dimension() {
        let text = header("a.toy", &[signature("f", &[&[2, 3, 4], &[]], &[])], |_| vec!["a", "b"]);
        assert!(text.contains("#ifndef TOY_A_TOY\n"));
        assert!(text.contains(
            "  int64_t sizes[3];\n  int64_t strides[3]; /* in elements */\n} toy_memref_3;"
        ));
        assert!(text.contains(
            "toy_memref_3_of(double *elements, int64_t size0, int64_t size1, int64_t size2) {"
        ));
        assert!(text.contains(
            "{elements, elements, 0, {size0, size1, size2}, {size1 * size2, size2, 1}};"
        ));
        assert!(text.contains("  int64_t offset; /* in elements */\n} toy_memref_0;"));
        assert!(text.contains("toy_memref_0 memref = {elements, elements, 0};"));
    }
}
