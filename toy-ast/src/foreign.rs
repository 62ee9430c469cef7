//! What Toy has for the names of other languages: those of NumPy, PyTorch, Julia, MATLAB and C.
//!
//! People type what they know. Each name here is unknown in Toy, and the answer says what to write
//! instead. A program that defines such a name is not affected.

/// What Toy has for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ours {
    /// The same under another name.
    Name(&'static str),
    /// Something that is written differently: a sentence about it, with Toy in backticks.
    Advice(&'static str),
}

impl Ours {
    /// A sentence that says what to write.
    pub fn help(self) -> String {
        match self {
            Self::Name(name) => format!("it is called `{name}` here"),
            Self::Advice(advice) => advice.to_owned(),
        }
    }
}

type Names = &'static [&'static str];

/// What Toy has for a range as a value.
pub(crate) const RANGE: &str = "`iota(n)` is the tensor of 0, 1, ... up to n - 1; a loop is \
    written `for i in 0:n { ... }`";

/// Functions that have another name here.
const RENAMED: &[(Names, &str)] = &[
    (&["absolute", "fabs", "magnitude"], "abs"),
    (&["maximum", "fmax", "amax", "nanmax"], "max"),
    (&["minimum", "fmin", "amin", "nanmin"], "min"),
    (&["average", "avg", "nanmean"], "mean"),
    (&["total", "nansum", "reduce_sum"], "sum"),
    (&["product"], "prod"),
    (&["power", "expt"], "pow"),
    (&["arcsin"], "asin"),
    (&["arccos"], "acos"),
    (&["arctan"], "atan"),
    (&["arctan2"], "atan2"),
    (&["ln", "loge"], "log"),
    (&["ceiling"], "ceil"),
    (&["rint", "around", "rnd"], "round"),
    (&["fix", "int", "integer", "truncate"], "trunc"),
    (&["float32", "Float32", "single"], "f32"),
    (&["float", "float64", "Float64", "double"], "f64"),
    (&["int64", "Int64", "int32", "long"], "i64"),
    (&["boolean", "Bool", "bool_", "logical"], "bool"),
    (&["signum", "sgn"], "sign"),
    (&["clamp", "bound"], "clip"),
    (&["ifelse", "cond", "iif", "merge"], "where"),
    (&["sorted", "msort"], "sort"),
    (&["sortperm"], "argsort"),
    (&["indmax", "which_max"], "argmax"),
    (&["indmin", "which_min"], "argmin"),
    (&["circshift", "rotate"], "roll"),
    (&["permutedims", "permute", "trans"], "transpose"),
    (&["concatenate", "vstack", "vcat", "cat", "rbind"], "concat"),
    (&["println", "disp", "display", "echo", "puts", "say", "cout"], "print"),
    (&["mm", "mmul", "matprod", "bmm"], "matmul"),
    (&["resize"], "reshape"),
];

/// Functions for which Toy has something else.
const FUNCTIONS: &[(Names, &str)] = &[
    (
        &["len", "length", "nrow", "rows"],
        "`shape(x)[0]` is the number of rows, `shape(x)` all sizes",
    ),
    (
        &["size", "sizeof", "dims"],
        "`shape(x)` is the tensor of all sizes, `prod(shape(x))` their product",
    ),
    (&["numel", "count"], "`prod(shape(x))` is the number of elements"),
    (&["cols", "ncol"], "`shape(x)[1]` is the number of columns"),
    (&["ndim", "ndims", "rank"], "`shape(shape(x))[0]` is the number of dimensions"),
    (
        &["range", "arange", "xrange", "seq", "colon"],
        "`iota(n)` is the tensor of 0, 1, ... up to n - 1; a loop is `for i in 0:n { ... }`",
    ),
    (&["linspace", "logspace"], "`iota(n) / (n - 1)` is the tensor of n numbers from 0 to 1"),
    (
        &["enumerate", "zip", "eachindex"],
        "a loop goes over numbers: `for i in 0:shape(a)[0] { ... }`",
    ),
    (
        &["map", "apply", "vectorize", "broadcast", "cellfun", "arrayfun"],
        "functions work on tensors of all shapes: call it with the whole tensor",
    ),
    (
        &["filter", "nonzero", "argwhere", "find", "flatnonzero", "findall"],
        "shapes do not depend on data: `where(condition, a, b)` chooses between elements, \
         `argmax(condition)` is the first that holds",
    ),
    (
        &["unique", "set", "dict", "list", "tuple"],
        "shapes do not depend on data: the only values are tensors and structs",
    ),
    (
        &["hstack", "hcat", "column_stack", "cbind"],
        "`concat(a, b, axis=1)` joins tensors along their second dimension",
    ),
    (
        &["dstack", "expand_dims", "unsqueeze", "newaxis"],
        "`reshape(x, 1, 3)` gives the elements of `x` another shape",
    ),
    (
        &["view", "flatten", "ravel", "squeeze", "vec"],
        "`reshape(x, 6)` gives the elements of `x` another shape",
    ),
    (
        &["dot", "mul", "mtimes", "inner", "vdot"],
        "products of matrices and vectors are written `a @ b`",
    ),
    (
        &["tensordot", "kron", "trace"],
        "`einsum(\"ii->\", a)` is a trace, and `einsum(\"ij,kl->ikjl\", a, b)` an outer product",
    ),
    (&["cross"], "write its elements: `[a[1] * b[2] - a[2] * b[1], ...]`"),
    (&["eye", "identity"], "`diag(ones(n))` is the matrix with ones on its diagonal"),
    (
        &["empty", "zeros_like"],
        "a tensor of zeros is `zeros(2, 3)`, and `0 * a` one of the shape of `a`",
    ),
    (
        &["ones_like", "full_like"],
        "`0 * a + 1` has the shape of `a`; `ones(2, 3)` is a tensor of ones",
    ),
    (&["full", "constant"], "`fill(value, 2, 3)` is a tensor of equal elements"),
    (
        &["tile", "repmat", "repeat", "broadcast_to"],
        "shapes are broadcast: `a + zeros(4, 3)` repeats the row `a` 4 times",
    ),
    (
        &["array", "asarray", "tensor", "matrix", "vector", "ndarray", "Matrix"],
        "a tensor is written `[[1, 2], [3, 4]]`",
    ),
    (
        &["astype", "dtype", "type"],
        "`f32(x)`, `f64(x)`, `i64(x)` and `bool(x)` convert the elements of `x`; others are floats \
            of 64 bits",
    ),
    (&["str", "string", "num2str"], "texts are made where they are printed: `print(\"x =\", x)`"),
    (&["copy", "clone", "deepcopy", "detach"], "values never change: `var b = a;` is enough"),
    (
        &["flip", "fliplr", "flipud", "reverse", "reversed", "rev"],
        "`a[shape(a)[0] - 1 - iota(shape(a)[0])]` is `a` in reverse",
    ),
    (&["swapaxes", "moveaxis"], "`transpose(a, 1, 0, 2)` gives the order of all dimensions"),
    (
        &["append", "push", "insert", "extend"],
        "`concat(a, b)` is a new tensor; elements are assigned to: `a[i] = x;`",
    ),
    (&["split", "chunk"], "take parts: `a[0:2]` and `a[2:4]`"),
    (&["diff"], "take differences of parts: `a[1:] - a[:-1]`"),
    (&["add"], "write `a + b`"),
    (&["subtract", "minus"], "write `a - b`"),
    (&["multiply", "times"], "write `a * b`"),
    (&["divide", "true_divide", "rdivide"], "write `a / b`"),
    (&["floor_divide", "floordiv", "quot", "idivide", "div"], "write `a // b`, which rounds down"),
    (&["mod", "rem", "remainder", "fmod"], "write `a % b`, which has the sign of `b`"),
    (&["negative", "neg"], "write `-a`"),
    (&["square", "sqr", "sq"], "write `x * x`"),
    (
        &["cbrt", "hypot", "reciprocal"],
        "write it with operators: `x ** (1 / 3)`, `sqrt(x * x + y * y)`, `1 / x`",
    ),
    (&["log2", "log10", "log1p", "logb"], "`log(x) / log(2)` is the logarithm to base 2"),
    (&["exp2", "expm1", "exp10"], "`2 ** x` and `exp(x) - 1` are written with operators"),
    (
        &["equal", "greater", "less", "array_equal", "allclose", "isclose", "isequal"],
        "compare with operators: `a == b`, `all(a == b)`, `all(abs(a - b) < 1e-9)`",
    ),
    (
        &["logical_and", "logical_or", "logical_not", "xor", "bitand", "bitor"],
        "conditions are joined by `and`, `or` and `not`: `a > 0 and not b`",
    ),
    (
        &["isnan", "isfinite", "isinf"],
        "`x != x` is 1 where `x` is nan; `abs(x) == inf` where it is infinite",
    ),
    (&["std", "stdev", "sd"], "`sqrt(mean((x - mean(x)) ** 2))` is the standard deviation"),
    (&["variance", "cov"], "`mean((x - mean(x)) ** 2)` is the variance"),
    (
        &["median", "percentile", "quantile"],
        "`sort(x)[shape(x)[0] // 2]` is the median of an odd number of elements",
    ),
    (&["bincount", "histogram", "hist"], "count in a loop: `h[k] += 1;` adds to one element"),
    (
        &["rand", "uniform", "randn", "normal", "randint", "random_sample", "seed", "rng"],
        "`random(seed, 2, 3)` is a tensor of random numbers from 0 to 1",
    ),
    (
        &["solve", "inv", "inverse", "det", "lstsq", "pinv", "linsolve"],
        "there is no solver: elimination is a loop of `a[i] -= a[i, k] / a[k, k] * a[k];`",
    ),
    (
        &["eig", "svd", "qr", "cholesky", "lu", "eigh"],
        "there are no factorizations: they are loops of `a[i] -= a[i, k] / a[k, k] * a[k];`",
    ),
    (
        &["fft", "ifft", "convolve", "conv", "interp", "gradient", "trapz"],
        "write it with parts and loops: `a[1:] + a[:-1]`",
    ),
    (&["sigmoid", "logistic"], "`1 / (1 + exp(-x))` is the logistic function"),
    (&["relu"], "`max(x, 0)` replaces negative elements by 0"),
    (&["softmax"], "`exp(x - max(x)) / sum(exp(x - max(x)))` is the softmax of a vector"),
    (&["input", "readline", "scanf", "gets", "raw_input"], "a program takes files: `load(arg(0))`"),
    (
        &["open", "read", "loadtxt", "read_csv", "fromfile"],
        "`load(\"file.npy\")` reads a file of NumPy's format for one array",
    ),
    (
        &["write", "savetxt", "tofile", "to_csv"],
        "`save(\"file.npy\", x);` writes a file of NumPy's format for one array",
    ),
    (
        &["sprintf", "printf", "fprintf", "strcat"],
        "`print(\"x =\", format(x, \".3f\"));` prints texts and values",
    ),
    (&["exit", "quit", "abort"], "`main` ends a program: `return 1;` in it gives its status"),
    (
        &["assert", "raise", "throw", "error", "panic"],
        "there are no exceptions: print a message, and `return 1;` from `main`",
    ),
    (
        &["time", "clock", "tic", "toc", "perf_counter"],
        "time is measured outside: `toyc --timing file.toy`",
    ),
    (
        &["plot", "show", "imshow", "figure"],
        "there are no pictures: `save(\"file.npy\", x);` writes a file for other programs",
    ),
    (
        &["isinstance", "typeof", "hasattr"],
        "a value is a tensor or a struct, which is known where it is written",
    ),
    (&["super", "__init__", "new"], "a struct is a value: `Point p = {1, 2};`"),
];

/// Members of a tensor; tensors have no members.
const MEMBERS: &[(Names, &str)] = &[
    (&["shape", "size", "length", "len", "dims"], "`shape(x)` is the tensor of all sizes"),
    (&["T", "transpose", "mT", "H"], "write `transpose(x)`"),
    (&["ndim"], "`shape(shape(x))[0]` is the number of dimensions"),
    (&["dtype", "itemsize", "nbytes"], "all elements are 64-bit floats"),
    (&["real", "imag", "conj"], "there are no complex numbers"),
    (&["flat"], "`reshape(x, 6)` gives the elements of `x` another shape"),
];

/// Values.
const VALUES: &[(Names, Ours)] = &[
    (&["True", "TRUE"], Ours::Name("true")),
    (&["False", "FALSE"], Ours::Name("false")),
    (&["NaN", "NAN", "NA"], Ours::Name("nan")),
    (&["Inf", "INF", "Infinity", "infinity", "INFINITY"], Ours::Name("inf")),
    (&["PI", "Pi", "M_PI"], Ours::Name("pi")),
    (
        &["None", "null", "NULL", "nil", "nothing", "undefined", "void"],
        Ours::Advice(
            "there is no empty value: `nan` may mark a missing number, and `return;` returns \
             nothing",
        ),
    ),
    (
        &["self", "this"],
        Ours::Advice("a struct is a parameter like others: `def area(Shape s) { ... }`"),
    ),
    (&["eps", "epsilon"], Ours::Advice("the distance from 1 to the next number is `2 ** -52`")),
    (&["pass"], Ours::Advice("a block may be empty: `{ }`")),
    (
        &["end", "endif", "endfor", "endwhile", "endfunction"],
        Ours::Advice("a block ends with `}`, and `a[-1]` is the last element"),
    ),
    (&["newaxis"], Ours::Advice("`reshape(x, 1, 3)` gives the elements of `x` another shape")),
    (&["Ellipsis"], Ours::Advice("dimensions that are left out are taken whole: `a[0]`")),
];

/// Words that begin the definition of a variable.
const DEFINING: Names = &[
    "let", "const", "val", "auto", "float", "double", "int", "mut", "local", "dim", "number",
    "tensor", "long", "my",
];

/// Words that begin statements or definitions.
const WORDS: &[(Names, &str)] = &[
    (
        &["loop", "foreach", "repeat", "until", "do", "parfor"],
        "loops are `for i in 0:n { ... }` and `while condition { ... }`",
    ),
    (&["elif", "elsif", "elseif"], "write `else if`"),
    (DEFINING, "a variable is defined by `var name = ...;`"),
    (
        &[
            "fn", "func", "function", "fun", "define", "proc", "sub", "void", "public", "static",
            "async",
        ],
        "a function is written `def name(a, b) { ... }`",
    ),
    (
        &["class", "type", "record", "typedef", "dataclass"],
        "a struct is written `struct Name { var member; }`",
    ),
    (
        &[
            "import",
            "from",
            "using",
            "use",
            "include",
            "require",
            "package",
            "library",
            "namespace",
        ],
        "builtin functions need no import; `import \"file.toy\";` takes in the definitions of a \
         file",
    ),
    (&["switch", "match", "case", "select"], "write `if a { ... } else if b { ... } else { ... }`"),
    (
        &["try", "except", "catch", "finally", "raise", "throw", "throws", "assert"],
        "there are no exceptions: print a message, and `return 1;` from `main`",
    ),
    (
        &["global", "nonlocal", "extern"],
        "a `var` outside of functions is a constant, which all functions may use",
    ),
    (&["end", "endif", "endfor", "endwhile", "endfunction", "done", "fi"], "a block ends with `}`"),
    (&["begin", "then"], "a block begins with `{`"),
    (
        &["with", "yield", "await", "goto", "defer"],
        "statements are definitions, assignments, calls, `for`, `while`, `if` and `return`",
    ),
    (
        &["del", "delete", "free", "clear"],
        "nothing is deleted: memory is freed when a value is not needed any more",
    ),
    (&["exit", "quit"], "`return 0;` in `main` ends a program"),
    (&["unless"], "write `if not condition { ... }`"),
    (&["lambda"], "functions have names: `def name(x) { return ...; }`"),
    (&["new"], "a struct is a value: `Point p = {1, 2};`"),
];

/// Modules before a `.`, as in `np.sum(a)`.
const MODULES: &[&str] = &[
    "np",
    "numpy",
    "jnp",
    "math",
    "cmath",
    "torch",
    "tf",
    "tensorflow",
    "scipy",
    "sp",
    "plt",
    "pd",
    "pandas",
    "LinearAlgebra",
    "Base",
    "Math",
    "std",
    "sys",
    "os",
    "numba",
    "cupy",
    "cp",
    "console",
    "Console",
];

fn look_up<T: Copy>(table: &[(Names, T)], name: &str) -> Option<T> {
    table.iter().find(|(names, _)| names.contains(&name)).map(|(_, ours)| *ours)
}

/// What Toy has for a function.
pub fn function(name: &str) -> Option<Ours> {
    look_up(RENAMED, name).map(Ours::Name).or_else(|| look_up(FUNCTIONS, name).map(Ours::Advice))
}

/// What Toy has for a member of a tensor.
pub fn member(name: &str) -> Option<&'static str> {
    look_up(MEMBERS, name)
}

/// What Toy has for a variable or a constant.
pub fn value(name: &str) -> Option<Ours> {
    look_up(VALUES, name)
}

/// What Toy has for a word that begins a statement or a definition.
pub fn word(name: &str) -> Option<&'static str> {
    look_up(WORDS, name)
}

/// Whether a word stands where Toy has `var`.
pub fn defines_variable(name: &str) -> bool {
    DEFINING.contains(&name)
}

/// Whether a name is that of a module whose functions are called with it in front.
pub fn is_module(name: &str) -> bool {
    MODULES.contains(&name)
}

/// All names, in no order, with what Toy has for them: for tests of the advice.
pub fn all() -> impl Iterator<Item = (&'static str, Ours)> {
    fn each<T: Copy>(
        table: &'static [(Names, T)],
        ours: fn(T) -> Ours,
    ) -> impl Iterator<Item = (&'static str, Ours)> {
        table
            .iter()
            .flat_map(move |(names, value)| names.iter().map(move |name| (*name, ours(*value))))
    }
    each(RENAMED, Ours::Name)
        .chain(each(FUNCTIONS, Ours::Advice))
        .chain(each(MEMBERS, Ours::Advice))
        .chain(each(VALUES, |ours| ours))
        .chain(each(WORDS, Ours::Advice))
}
