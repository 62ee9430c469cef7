//! The Python module that calls exported functions, and the C functions between the two.
//!
//! A function for Python has the name that its export gives it. Exports of the same name are one
//! function, which is dispatched by the shapes of its arguments. Parameters that are numbers in all
//! of them are passed as numbers, others as arrays.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use mlir_lite_diagnostics::visible;
use toy_dialect::elements::Element;
use toy_dialect::exports::{
    Export, ExportedTensor, LinearSize, MOST_ELEMENTS, Requirement, Signature,
};

use super::described::{Described, Description};
use crate::export_flags::is_python_name;

/// The part of a module that is the same in all.
const COMMON: &str = include_str!("module.py");

/// A module and the C functions of its library.
#[derive(Debug)]
pub(crate) struct PythonModule {
    /// The text of the module.
    pub(crate) module: String,
    /// The text of `functions.h`, which `python.c` includes.
    pub(crate) functions: String,
}

/// The exports with symbols that are distinct, and that no program can contain.
pub(super) fn numbered(exports: &[Export]) -> Vec<Export> {
    let numbered = |(index, export): (usize, &Export)| Export {
        symbol: format!("python.{index}"),
        ..export.clone()
    };
    exports.iter().enumerate().map(numbered).collect()
}

/// The module and its C functions. `exports` and `signatures` are of the same functions in the same
/// order; `library` is the name of the library's file.
pub(crate) fn python_module(
    source: &str,
    library: &str,
    exports: &[Export],
    signatures: &[Signature],
    described: &Described,
) -> PythonModule {
    let mut functions: Vec<Function<'_>> = Vec::new();
    for (index, (export, signature)) in exports.iter().zip(signatures).enumerate() {
        match functions.iter_mut().find(|function| function.name == export.symbol) {
            Some(function) => function.variants.push((index, signature)),
            None => {
                let described = described.get(&signature.function);
                functions.push(Function::new(&export.symbol, index, signature, described));
            }
        }
    }
    let all: Vec<String> = functions.iter().flat_map(Function::signatures).collect();
    let all = all.join("; ");
    let names: Vec<String> =
        functions.iter().map(|function| format!("\"{}\"", function.name)).collect();
    let mut module = format!(
        "\"\"\"Made by toyc of {}: compiled functions on NumPy arrays of {}.\n\n{}\n\"\"\"\n\n\
         _LIBRARY = \"{}\"\n_SIGNATURES = \"{all}\"\n\n{COMMON}\n\
         __all__ = [{}]\n",
        in_docstring(source),
        elements(signatures),
        functions.iter().flat_map(Function::signatures).collect::<Vec<_>>().join("\n"),
        in_docstring(library),
        names.join(", ")
    );
    let mut c = format!(
        "/* Made by toyc. */\nconst char *toy_python_signatures(void) {{ return \"{all}\"; }}\n"
    );
    for function in &functions {
        function.to_python(&mut module);
        function.to_c(&mut c);
    }
    PythonModule { module, functions: c }
}

/// A text within a docstring or a string: nothing in it ends or changes it.
fn in_docstring(text: &str) -> String {
    visible(text).replace('\\', "\\\\").replace('"', "\\\"")
}

/// A function of the module.
struct Function<'a> {
    name: &'a str,
    parameters: Vec<String>,
    comment: &'a str,
    /// For each list of shapes, the number of the export and its signature.
    variants: Vec<(usize, &'a Signature)>,
}

impl<'a> Function<'a> {
    fn new(
        name: &'a str,
        index: usize,
        signature: &'a Signature,
        described: Option<&'a Description>,
    ) -> Self {
        let names = described.map_or(&[][..], |described| &described.parameters);
        let name_of = |index: usize| match names.get(index) {
            Some(name) if is_python_name(name) && name != "result" => name.clone(),
            Some(name) => format!("{}_", name.trim_start_matches('_')),
            None => format!("argument{}", index + 1),
        };
        let mut parameters: Vec<String> = Vec::new();
        for index in 0..signature.parameters.len() {
            let mut name = name_of(index);
            while !is_python_name(&name) || parameters.contains(&name) {
                name = format!("argument_{name}");
            }
            parameters.push(name);
        }
        Self {
            name,
            parameters,
            comment: described.map_or("", |described| &described.comment),
            variants: vec![(index, signature)],
        }
    }

    /// Whether a parameter is a number for all shapes.
    fn is_number(&self, parameter: usize) -> bool {
        self.variants.iter().all(|(_, signature)| signature.parameters[parameter].is_number())
    }

    /// The element type of a parameter, which is that of all variants.
    fn element(&self, parameter: usize) -> Element {
        self.variants[0].1.parameters[parameter].element
    }

    /// The parameters and results of the function, a line for each list of shapes.
    fn signatures(&self) -> impl Iterator<Item = String> {
        self.variants.iter().map(|(_, signature)| {
            let parameters = self.parameters.iter().zip(&signature.parameters);
            let parameters: Vec<String> = parameters
                .map(|(name, tensor)| format!("{name}: {}", text_of(tensor, signature)))
                .collect();
            let results: Vec<String> =
                signature.results.iter().map(|result| text_of(result, signature)).collect();
            let result = match &results[..] {
                [] => "None".to_owned(),
                [result] => result.clone(),
                results => format!("({})", results.join(", ")),
            };
            format!("{}({}) -> {result}", self.name, parameters.join(", "))
        })
    }

    /// Appends the definition in Python.
    fn to_python(&self, text: &mut String) {
        let Self { name, parameters, .. } = self;
        let mut add = |line: &str| {
            text.push_str(line);
            text.push('\n');
        };
        add("\n");
        for (index, signature) in &self.variants {
            let results = signature.results.iter().map(|_| "_ctypes.c_void_p".to_owned());
            let arguments =
                (0..parameters.len()).map(|parameter| match self.is_number(parameter) {
                    true => format!("_ctypes.{}", Names::of(self.element(parameter)).ctypes),
                    false => "_ctypes.c_void_p".to_owned(),
                });
            let sizes = signature.names.iter().map(|_| "_ctypes.c_int64".to_owned());
            let types: Vec<String> = results.chain(arguments).chain(sizes).collect();
            add(&format!("_call_{index} = _function({index}, [{}])", types.join(", ")));
        }
        add(&format!("\n\ndef {name}({}):", parameters.join(", ")));
        let signatures: Vec<String> = self.signatures().collect();
        add(&format!("    \"\"\"{}", signatures.join("\n    ")));
        if !self.comment.is_empty() {
            add("");
            self.comment.lines().for_each(|line| match line {
                "" => add(""),
                line => add(&format!("    {}", in_docstring(line))),
            });
        }
        add("    \"\"\"");
        self.check_in_python(&mut add);
        self.dispatch_in_python(&mut add);
        add("    if status:\n        _raise(status)\n    return result");
    }

    /// Appends the lines that make arguments what the functions of the library take.
    fn check_in_python(&self, add: &mut impl FnMut(&str)) {
        let Self { name, parameters, .. } = self;
        for (index, parameter) in parameters.iter().enumerate() {
            let names = Names::of(self.element(index));
            let (dtype, passed) = (format!("_{}", names.numpy), names.passed());
            if self.is_number(index) {
                let is_other = match self.element(index) {
                    Element::I64 => format!("not _is_integer({parameter})"),
                    Element::I8 => {
                        format!("_type({parameter}) is not _int or not -128 <= {parameter} < 128")
                    }
                    Element::U8 => {
                        format!("_type({parameter}) is not _int or not 0 <= {parameter} < 256")
                    }
                    Element::Bool => {
                        format!("{parameter} is not True and {parameter} is not False")
                    }
                    Element::F64 | Element::F32 => format!("_type({parameter}) is not _float"),
                };
                add(&format!("    if {is_other}:"));
                let given = format!("\"{name}\", \"{parameter}\", {parameter}{passed}");
                add(&format!("        {parameter} = _number({given})"));
            } else {
                add(&format!(
                    "    if _type({parameter}) is not _ndarray or {parameter}.dtype is not \
                        {dtype} or {parameter}.flags.num & _PLAIN != _PLAIN:"
                ));
                add(&format!(
                    "        {parameter} = _array(\"{name}\", \"{parameter}\", {parameter}{passed})"
                ));
                // An array that is a view of other data may have any bytes. All but 0 are true.
                if self.element(index) == Element::Bool {
                    add(&format!("    if {parameter}.view(_uint8).max() > 1:"));
                    add(&format!("        {parameter} = {parameter}.view(_uint8) != 0"));
                }
            }
        }
    }

    /// Appends the lines that choose an export by the shapes.
    fn dispatch_in_python(&self, add: &mut impl FnMut(&str)) {
        let Self { name, parameters, .. } = self;
        let arrays: Vec<usize> =
            (0..parameters.len()).filter(|index| !self.is_number(*index)).collect();
        let mut keyword = "if";
        for (index, signature) in &self.variants {
            if arrays.is_empty() {
                add("    if True:");
            } else {
                let conditions: Vec<String> = arrays
                    .iter()
                    .map(|&index| {
                        let (name, tensor) = (&parameters[index], &signature.parameters[index]);
                        let names = &signature.names;
                        match tensor.shape() {
                            Some(_) => format!("{name}.shape == {}", wanted(tensor, names)),
                            None => format!("_fits({name}.shape, {})", wanted(tensor, names)),
                        }
                    })
                    .collect();
                add(&format!("    {keyword} {}:", conditions.join(" and ")));
            }
            keyword = "elif";
            self.call_in_python(*index, signature, add);
        }
        if !arrays.is_empty() {
            let names: Vec<String> =
                arrays.iter().map(|&index| format!("\"{}\"", parameters[index])).collect();
            let found: Vec<String> =
                arrays.iter().map(|&index| format!("{}.shape", parameters[index])).collect();
            let compiled = self.variants.iter().map(|(_, signature)| {
                let wanted =
                    |index: &usize| wanted(&signature.parameters[*index], &signature.names);
                let shapes = arrays.iter().map(wanted);
                list(&shapes.collect::<Vec<_>>())
            });
            add("    else:");
            add(&format!(
                "        raise _mismatch(\"{name}\", {}, {}, {})",
                list(&names),
                list(&found),
                list(&compiled.collect::<Vec<_>>())
            ));
        }
    }

    /// Appends the lines that read the sizes which the caller decides, and check them.
    fn sizes_in_python(&self, signature: &Signature, add: &mut impl FnMut(&str)) {
        let mut read = 0;
        for (name, tensor) in self.parameters.iter().zip(&signature.parameters) {
            for (dimension, size) in tensor.sizes.iter().enumerate() {
                let Some((number, _)) = size.terms.first() else { continue };
                if *number == read {
                    add(&format!("        _size{number} = {name}.shape[{dimension}]"));
                    read += 1;
                    continue;
                }
                // A size of the same name as an earlier one.
                let sizes: Vec<String> =
                    tensor.sizes.iter().map(|size| size.text(&signature.names)).collect();
                let declared = in_docstring(&format!("<{}>", sizes.join(", ")));
                let own = in_docstring(&signature.names[*number as usize]);
                add(&format!("        if {name}.shape[{dimension}] != _size{number}:"));
                add(&format!(
                    "            raise _other(\"{}\", \"{name}\", \"{declared}\", \"{own}\", \
                        _size{number}, {name}.shape)",
                    self.name
                ));
            }
        }
        for Requirement { size, is_equality, at } in &signature.required {
            let comparison = if *is_equality { "!=" } else { "<" };
            add(&format!("        if {} {comparison} 0:", computed(size, "_size")));
            let [left, right] = sides(size, *is_equality).map(|side| side.text(&signature.names));
            let comparison = if *is_equality { "==" } else { ">=" };
            let found: Vec<String> = size
                .terms
                .iter()
                .map(|(symbol, _)| {
                    let name = &signature.names[*symbol as usize];
                    format!("(\"{}\", _size{symbol})", in_docstring(name))
                })
                .collect();
            add(&format!(
                "            raise _unfit(\"{}\", \"{left} {comparison} {right}\", {}, \"{}\")",
                self.name,
                list(&found),
                in_docstring(at)
            ));
        }
    }

    /// Appends the lines that refuse sizes of tensors that no memory holds.
    fn room_in_python(&self, signature: &Signature, add: &mut impl FnMut(&str)) {
        for sizes in &signature.tensors {
            let count = sizes.iter().map(|size| format!("({})", computed(size, "_size")));
            let shape: Vec<String> = sizes.iter().map(|size| size.text(&signature.names)).collect();
            let count = count.collect::<Vec<_>>().join(" * ");
            add(&format!("        if {count} > {MOST_ELEMENTS}:"));
            add(&format!(
                "            raise MemoryError(\"{}: a tensor of shape <{}> is too large\")",
                self.name,
                in_docstring(&shape.join(", "))
            ));
        }
    }

    /// Appends the lines that allocate results, and call the function of the library.
    fn call_in_python(&self, index: usize, signature: &Signature, add: &mut impl FnMut(&str)) {
        self.sizes_in_python(signature, add);
        self.room_in_python(signature, add);
        let names: Vec<String> = match signature.results.len() {
            0 => Vec::new(),
            1 => vec!["result".to_owned()],
            count => (0..count).map(|index| format!("_result{index}")).collect(),
        };
        for (name, tensor) in names.iter().zip(&signature.results) {
            let allocate = if tensor.takes_aligned_memory() { "_aligned" } else { "_empty" };
            let dtype = Names::of(tensor.element).passed();
            let sizes = tensor.sizes.iter().map(|size| computed(size, "_size"));
            let shape = list(&sizes.collect::<Vec<_>>());
            add(&format!("        {name} = {allocate}({shape}{dtype})"));
        }
        let results = names.iter().map(|name| format!("_elements({name})"));
        let arguments = self.parameters.iter().enumerate().map(|(index, name)| {
            if self.is_number(index) { name.clone() } else { format!("_elements({name})") }
        });
        let sizes = (0..signature.names.len()).map(|number| format!("_size{number}"));
        let passed: Vec<String> = results.chain(arguments).chain(sizes).collect();
        add(&format!("        status = _call_{index}({})", passed.join(", ")));
        // A number is returned as one of Python.
        let values: Vec<String> = names
            .iter()
            .zip(&signature.results)
            .map(|(name, tensor)| match tensor.is_number() {
                true => format!("{name}.item()"),
                false => name.clone(),
            })
            .collect();
        match &values[..] {
            [] => add("        result = None"),
            [value] if value == "result" => {}
            [value] => add(&format!("        result = {value}")),
            values => add(&format!("        result = ({})", values.join(", "))),
        }
    }

    /// Appends the definitions in C.
    fn to_c(&self, text: &mut String) {
        for (index, signature) in &self.variants {
            let (results, count) = (signature.results.len(), self.parameters.len());
            let passed = signature.parameters.iter().chain(&signature.results);
            let pointers: Vec<String> = passed
                .flat_map(|tensor| {
                    let pointer = format!("{} *", Names::of(tensor.element).c);
                    match tensor.shape() {
                        Some(_) => vec![pointer],
                        // A descriptor in parts: the offset, the sizes and the strides are numbers.
                        None => {
                            let numbers = vec!["int64_t".to_owned(); 1 + 2 * tensor.sizes.len()];
                            [vec![pointer.clone(), pointer], numbers].concat()
                        }
                    }
                })
                .collect();
            let parameters =
                if pointers.is_empty() { "void".to_owned() } else { pointers.join(", ") };
            let own: Vec<String> = (0..results)
                .map(|result| format!("char *result{result}"))
                .chain((0..count).map(|parameter| match self.is_number(parameter) {
                    true => format!("{} argument{parameter}", Names::of(self.element(parameter)).c),
                    false => format!("char *argument{parameter}"),
                }))
                .chain((0..signature.names.len()).map(|number| format!("int64_t size{number}")))
                .collect();
            let own = if own.is_empty() { "void".to_owned() } else { own.join(", ") };
            let passed: Vec<String> = (0..count)
                .map(|parameter| {
                    let tensor = &signature.parameters[parameter];
                    match self.is_number(parameter) {
                        true => format!("&argument{parameter}"),
                        false => in_parts(&format!("elements(argument{parameter})"), tensor),
                    }
                })
                .chain((0..results).map(|result| {
                    in_parts(&format!("elements(result{result})"), &signature.results[result])
                }))
                .collect();
            // Writing into memory does not fail.
            let _ = write!(
                text,
                "\nvoid inner_{index}({parameters})\n    \
                 __asm__(TEXT(__USER_LABEL_PREFIX__) \"{}\");\n\
                 int toy_python_{index}({own}) {{\n  CALL(inner_{index}({}));\n}}\n",
                signature.root(),
                passed.join(", ")
            );
        }
    }
}

/// The names of an element type.
struct Names {
    c: &'static str,
    ctypes: &'static str,
    numpy: &'static str,
}

impl Names {
    fn of(element: Element) -> Self {
        let (c, ctypes, numpy) = match element {
            Element::F64 => ("double", "c_double", "float64"),
            Element::F32 => ("float", "c_float", "float32"),
            Element::I64 => ("int64_t", "c_int64", "int64"),
            Element::Bool => ("_Bool", "c_bool", "bool"),
            Element::I8 => ("int8_t", "c_int8", "int8"),
            Element::U8 => ("uint8_t", "c_uint8", "uint8"),
        };
        Self { c, ctypes, numpy }
    }

    /// The last argument of functions of the module that take a type: none for `float64`.
    fn passed(&self) -> String {
        if self.numpy == "float64" { String::new() } else { format!(", _{}", self.numpy) }
    }
}

/// The element types of the tensors of functions, as NumPy calls them.
fn elements(signatures: &[Signature]) -> String {
    let tensors = signatures.iter().flat_map(|one| one.parameters.iter().chain(&one.results));
    let found: BTreeSet<Element> = tensors.map(|tensor| tensor.element).collect();
    let others = found.into_iter().filter(|element| *element != Element::F64);
    let others = others.map(|element| {
        format!(", and of {} where it says {}", Names::of(element).numpy, element.name())
    });
    std::iter::once("float64".to_owned()).chain(others).collect()
}

/// The type of a tensor for people.
fn text_of(tensor: &ExportedTensor, signature: &Signature) -> String {
    let element = match tensor.element {
        Element::F64 => String::new(),
        element => format!("{} ", element.name()),
    };
    if tensor.is_number() {
        return format!("{element}number");
    }
    let sizes = tensor.sizes.iter().map(|size| size.text(&signature.names));
    format!("{element}<{}>", sizes.collect::<Vec<_>>().join(", "))
}

/// The sizes that an argument must have as a tuple of Python; one that the caller decides is its
/// name.
fn wanted(tensor: &ExportedTensor, names: &[String]) -> String {
    let size = |size: &LinearSize| match size.known() {
        Some(size) => size.to_string(),
        None => format!("\"{}\"", in_docstring(&size.text(names))),
    };
    list(&tensor.sizes.iter().map(size).collect::<Vec<_>>())
}

/// A size as an expression of Python or C; those that the caller decides have this name and their
/// numbers.
fn computed(size: &LinearSize, name: &str) -> String {
    let terms = size.terms.iter().map(|(symbol, factor)| match factor {
        1 => format!("{name}{symbol}"),
        _ => format!("{factor} * {name}{symbol}"),
    });
    let constant = (size.constant != 0 || size.terms.is_empty()).then(|| size.constant.to_string());
    terms.chain(constant).collect::<Vec<_>>().join(" + ")
}

/// The sides of an equation, or of an inequality, by which a size is 0, or at least 0: all terms
/// with their factors above 0.
fn sides(size: &LinearSize, is_equality: bool) -> [LinearSize; 2] {
    let [mut left, mut right] = [LinearSize::from(0), LinearSize::from(0)];
    for &(symbol, factor) in &size.terms {
        match factor {
            1.. => left.terms.push((symbol, factor)),
            _ => right.terms.push((symbol, -factor)),
        }
    }
    match size.constant {
        1.. if is_equality || !left.terms.is_empty() && !right.terms.is_empty() => {
            left.constant = size.constant;
        }
        constant => right.constant = -constant,
    }
    [left, right]
}

/// The arguments in C for memory: its address, or a descriptor in parts where the caller decides a
/// size.
fn in_parts(address: &str, tensor: &ExportedTensor) -> String {
    if tensor.shape().is_some() {
        return address.to_owned();
    }
    let sizes: Vec<String> = tensor.sizes.iter().map(|size| computed(size, "size")).collect();
    let strides = (1..=sizes.len()).map(|first| match &sizes[first..] {
        [] => "1".to_owned(),
        after => format!("({})", after.join(") * (")),
    });
    let address = [address, address, "0"].map(str::to_owned).into_iter();
    let numbers = address.chain(sizes.iter().cloned()).chain(strides);
    numbers.collect::<Vec<_>>().join(", ")
}

/// A tuple of Python.
fn list(parts: &[String]) -> String {
    match parts {
        [part] => format!("({part},)"),
        parts => format!("({})", parts.join(", ")),
    }
}
