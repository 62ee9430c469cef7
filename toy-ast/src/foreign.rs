//! Toy's counterparts of names of other languages: those of NumPy, PyTorch, Julia, MATLAB and C.
//!
//! People type what they know. Each name here is unknown in Toy, and the answer says what to write
//! instead. A program that defines such a name is not affected.

/// Toy's counterpart of a name.
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

/// Toy's counterpart of a range as a value.
pub(crate) const RANGE: &str = "`iota(n)` is the tensor of 0, 1, ... up to n - 1; a loop is \
    written `for i in 0:n { ... }`";

/// Toy's counterpart of a new dimension of size 1.
pub const NEW_AXIS: &str = "`x[None, :]` makes a row of a vector, and `x[:, None]` a column";

/// Functions that have another name here, and take the same arguments.
const RENAMED: &[(Names, &str)] = &[
    (&["absolute", "fabs", "magnitude"], "abs"),
    (&["maximum", "amax"], "max"),
    (&["minimum", "amin"], "min"),
    (&["average", "avg"], "mean"),
    (&["total", "reduce_sum"], "sum"),
    (&["product"], "prod"),
    (&["power", "expt", "float_power"], "pow"),
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
    (&["int64", "Int64", "long"], "i64"),
    (&["int8", "Int8"], "i8"),
    (&["uint8", "UInt8", "byte"], "u8"),
    (&["boolean", "Bool", "bool_", "logical"], "bool"),
    (&["signum", "sgn"], "sign"),
    (&["clamp", "bound"], "clip"),
    (&["ifelse", "cond", "iif", "merge"], "where"),
    (&["sorted"], "sort"),
    (&["sortperm"], "argsort"),
    (&["indmax", "which_max"], "argmax"),
    (&["indmin", "which_min"], "argmin"),
    (&["circshift", "rotate"], "roll"),
    (&["identity"], "eye"),
    (&["empty_like"], "zeros_like"),
    (&["permutedims", "permute", "trans", "matrix_transpose"], "transpose"),
    (&["concatenate", "vcat", "cat", "rbind"], "concat"),
    (&["println", "disp", "display", "echo", "puts", "say", "cout"], "print"),
    (&["mm", "mmul", "matprod", "bmm"], "matmul"),
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
    (&["count_nonzero"], "`sum(x != 0)` is the number of elements that are not 0"),
    (&["cols", "ncol"], "`shape(x)[1]` is the number of columns"),
    (&["ndim", "ndims", "rank"], "`shape(shape(x))[0]` is the number of dimensions"),
    (
        &["range", "xrange", "seq", "colon"],
        "`arange(n)` is the tensor of 0, 1, ... up to n - 1, and `arange(a, b, s)` has steps of s; \
         a loop is `for i in 0:n { ... }`",
    ),
    (
        &["logspace"],
        "`10 ** (a + (b - a) * iota(n) / (n - 1))` is the tensor of n powers of 10 from 10 ** a to \
         10 ** b",
    ),
    (&["geomspace"], "`a * (b / a) ** (iota(n) / (n - 1))` is the tensor of n numbers from a to b"),
    (
        &["enumerate", "zip", "eachindex"],
        "a loop goes over numbers: `for i in 0:shape(a)[0] { ... }`",
    ),
    (
        &["map", "apply", "vectorize", "broadcast", "cellfun", "arrayfun"],
        "functions work on tensors of all shapes: call it with the whole tensor",
    ),
    (
        &["filter", "nonzero", "argwhere", "find", "flatnonzero", "findall", "extract", "compress"],
        "shapes do not depend on data: `where(condition, a, b)` chooses between elements, \
         `argmax(condition)` is the first that holds, and `sum(condition)` how many",
    ),
    (
        &["unique", "unique_values", "union1d", "intersect1d", "setdiff1d"],
        "shapes do not depend on data: `sort(x)` brings equal elements together",
    ),
    (
        &["set", "dict", "list", "tuple", "tolist"],
        "there are no lists: the only values are tensors and structs, and `x` stays a tensor",
    ),
    (
        &["isin", "in1d"],
        "`any(reshape(x, shape(x)[0], 1) == y, axis=1)` is 1 where an element of `x` is in `y`",
    ),
    (
        &["searchsorted", "digitize"],
        "`sum(y < reshape(x, shape(x)[0], 1), axis=1)` counts the elements of `y` below `x`",
    ),
    (
        &["vstack", "row_stack"],
        "`stack(x, y)` is the matrix of two vectors, and `concat(a, b)` has the rows of two \
         matrices",
    ),
    (
        &["hstack", "hcat", "cbind"],
        "`concat(a, b, axis=1)` joins matrices along their second dimension, and `concat(x, y)` \
         vectors",
    ),
    (
        &["column_stack"],
        "`stack(x, y, axis=1)` is the matrix with two vectors as columns, and `concat(a, b, \
         axis=1)` joins matrices",
    ),
    (&["dstack"], "`stack(a, b, axis=2)` joins matrices along a third dimension"),
    (&["block"], "blocks are joined by `concat(a, b)` and `concat(a, b, axis=1)`"),
    (&["unsqueeze", "atleast_2d"], NEW_AXIS),
    (
        &["view", "flatten", "ravel", "vec"],
        "`reshape(x, prod(shape(x)))` has the elements of `x` in one dimension",
    ),
    (
        &["squeeze", "resize", "item"],
        "`reshape(x, 6)` gives the elements of `x` another shape, and \
        `x[0]` takes one",
    ),
    (
        &["dot", "mul", "mtimes", "inner", "vdot", "vecdot", "multi_dot"],
        "products of matrices and vectors are written `a @ b`",
    ),
    (
        &["tensordot", "kron"],
        "sums of products are written with `einsum`: `einsum(\"ij,jk->ik\", a, b)`, and \
         `einsum(\"ij,kl->ikjl\", a, b)` has the products of all pairs",
    ),
    (&["trace"], "`sum(diag(a))` is the trace"),
    (&["diagonal"], "`diag(a)` is the diagonal of a matrix"),
    (
        &["cross"],
        "write its elements: `[a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - \
         a[1] * b[0]]`",
    ),
    (&["tri"], "`tril(ones(n, n))` is the matrix with ones on and below its diagonal"),
    (
        &["vander"],
        "`reshape(x, shape(x)[0], 1) ** (n - 1 - iota(n))` has the powers of `x` in its rows",
    ),
    (&["empty"], "a tensor of zeros is `zeros(2, 3)`"),
    (&["constant"], "`fill(value, 2, 3)` is a tensor of equal elements"),
    (&["broadcast_to"], "shapes are broadcast: `zeros(4, 3) + a` repeats the row `a` 4 times"),
    (&["tile", "repmat"], "`concat(a, a)` repeats a tensor"),
    (
        &["repeat"],
        "indices repeat elements: `x[iota(shape(x)[0] * n) // n]` has each element n times",
    ),
    (
        &[
            "array",
            "asarray",
            "tensor",
            "matrix",
            "vector",
            "ndarray",
            "Matrix",
            "ascontiguousarray",
        ],
        "a tensor is written `[1, 2]` or `[[1, 2], [3, 4]]`, and a value is one already",
    ),
    (
        &["astype", "dtype", "type"],
        "`f32(x)`, `f64(x)`, `i64(x)`, `i8(x)`, `u8(x)` and `bool(x)` convert the elements of `x`; \
         others are floats of 64 bits",
    ),
    (
        &["int32", "int16", "uint16", "uint32", "uint64", "float16"],
        "elements are `f64(x)`, `f32(x)`, `i64(x)`, `i8(x)`, `u8(x)` or `bool(x)`",
    ),
    (&["str", "string", "num2str"], "texts are made where they are printed: `print(\"x =\", x)`"),
    (
        &["copy", "clone", "deepcopy", "detach"],
        "values never change: `a` is as good, and `var b = a;` gives it another name",
    ),
    (
        &["flip", "flipud", "reverse", "reversed", "rev"],
        "`a[shape(a)[0] - 1 - iota(shape(a)[0])]` has the rows of `a` in reverse order",
    ),
    (
        &["fliplr"],
        "`transpose(transpose(a)[shape(a)[1] - 1 - iota(shape(a)[1])])` has the columns of `a` in \
         reverse order",
    ),
    (&["rot90"], "`transpose(a)[shape(a)[1] - 1 - iota(shape(a)[1])]` is `a` turned by 90 degrees"),
    (
        &["swapaxes", "moveaxis", "rollaxis"],
        "`transpose(a, 1, 0)` gives the order of all dimensions",
    ),
    (
        &["append", "push", "insert", "extend"],
        "`concat(a, b)` is a new tensor, and `concat(a, [1])` has one more element",
    ),
    (&["delete"], "`concat(a[:i], a[i + 1:])` leaves out an element"),
    (&["split", "chunk", "array_split", "hsplit", "vsplit"], "take parts: `a[0:2]` and `a[2:4]`"),
    (&["take", "take_along_axis"], "elements are taken by their indices: `a[[0, 2]]`"),
    (&["put", "put_along_axis"], "elements are assigned by their indices: `a[[0, 2]] = 1;`"),
    (&["diff", "ediff1d"], "take differences of parts: `a[1:] - a[:-1]`"),
    (&["ptp"], "`max(x) - min(x)` is the range of values"),
    (&["fmax"], "`where(a != a, b, where(b != b, a, max(a, b)))` ignores nan"),
    (&["fmin"], "`where(a != a, b, where(b != b, a, min(a, b)))` ignores nan"),
    (&["nanmax"], "`max(where(x == x, x, -inf))` ignores nan"),
    (&["nanmin"], "`min(where(x == x, x, inf))` ignores nan"),
    (&["nansum"], "`sum(where(x == x, x, 0))` ignores nan"),
    (&["nanprod"], "`prod(where(x == x, x, 1))` ignores nan"),
    (&["nancumsum"], "`cumsum(where(x == x, x, 0))` ignores nan"),
    (&["nanmean"], "`sum(where(x == x, x, 0)) / sum(x == x)` ignores nan"),
    (&["nanargmax"], "`argmax(where(x == x, x, -inf))` ignores nan"),
    (&["nanargmin"], "`argmin(where(x == x, x, inf))` ignores nan"),
    (
        &["nanstd", "nanvar", "nanmedian"],
        "`where(x == x, x, 0)` replaces nan, and `sum(x == x)` counts the other elements",
    ),
    (&["nan_to_num"], "`where(x == x, x, 0)` replaces nan, and `clip(x, -a, a)` limits infinities"),
    (&["add"], "write `a + b`"),
    (&["subtract", "minus"], "write `a - b`"),
    (&["multiply", "times"], "write `a * b`"),
    (&["divide", "true_divide", "rdivide"], "write `a / b`"),
    (&["floor_divide", "floordiv", "quot", "idivide", "div"], "write `a // b`, which rounds down"),
    (&["mod", "rem", "remainder"], "write `a % b`, which has the sign of `b`"),
    (&["fmod"], "`a - trunc(a / b) * b` has the sign of `a`, and `a % b` that of `b`"),
    (&["divmod"], "write `a // b` and `a % b`"),
    (&["modf"], "`trunc(x)` is the whole part, and `x - trunc(x)` the fraction"),
    (&["negative", "neg"], "write `-a`"),
    (&["positive"], "write `a`: a sign `+` changes nothing"),
    (&["square", "sqr", "sq"], "write `x * x`"),
    (&["cbrt"], "`sign(x) * abs(x) ** (1 / 3)` is the cube root"),
    (&["hypot"], "`sqrt(x * x + y * y)` is the length of the hypotenuse"),
    (&["reciprocal"], "write `1 / x`"),
    (&["log2", "logb"], "`log(x) / log(2)` is the logarithm to base 2"),
    (&["log10"], "`log(x) / log(10)` is the logarithm to base 10"),
    (
        &["log1p"],
        "`where(1 + x == 1, x, x * log(1 + x) / (1 + x - 1))` is log(1 + x), and keeps the digits \
         of small x",
    ),
    (&["logaddexp"], "`max(a, b) + log(1 + exp(-abs(a - b)))` is the logarithm of the sum"),
    (&["exp2"], "write `2 ** x`"),
    (&["exp10"], "write `10 ** x`"),
    (&["expm1"], "`2 * sinh(x / 2) * exp(x / 2)` is exp(x) - 1, and keeps the digits of small x"),
    (
        &["arcsinh", "asinh"],
        "`sign(x) * log(abs(x) + sqrt(x * x + 1))` is the inverse of `sinh(x)`",
    ),
    (&["arccosh", "acosh"], "`log(x + sqrt(x * x - 1))` is the inverse of `cosh(x)`"),
    (&["arctanh", "atanh"], "`log((1 + x) / (1 - x)) / 2` is the inverse of `tanh(x)`"),
    (&["deg2rad", "radians"], "`x * (pi / 180)` converts degrees to radians"),
    (&["rad2deg", "degrees"], "`x * (180 / pi)` converts radians to degrees"),
    (&["sinc"], "`where(x == 0, 1, sin(pi * x) / (pi * x))` is the normalized sinc"),
    (&["heaviside"], "`where(x == 0, y, x > 0)` is the step function"),
    (&["copysign"], "`where(y < 0, -abs(x), abs(x))` has the sign of `y`"),
    (&["signbit"], "`x < 0` is 1 where `x` is negative"),
    (&["ldexp"], "write `x * 2 ** n`"),
    (
        &["gcd", "lcm"],
        "Euclid's algorithm is a loop: `while b != 0 { var r = a % b; a = b; b = r; }`",
    ),
    (&["factorial"], "`prod(1 + iota(n))` is the factorial of n"),
    (&["equal", "not_equal"], "compare with operators: `a == b` and `a != b`"),
    (
        &["greater", "greater_equal", "less", "less_equal"],
        "compare with operators: `a > b`, `a >= \
        b`, `a < b` and `a <= b`",
    ),
    (&["array_equal", "isequal", "array_equiv"], "`all(a == b)` is 1 if all elements are equal"),
    (
        &["allclose"],
        "`all(abs(a - b) <= 1e-8 + 1e-5 * abs(b))` is 1 if all elements are almost equal",
    ),
    (&["isclose"], "`abs(a - b) <= 1e-8 + 1e-5 * abs(b)` is 1 where they are almost equal"),
    (
        &["logical_and", "logical_or", "logical_not"],
        "conditions are joined by `and`, `or` and `not`: `a and b`, `a or b`, `not a`",
    ),
    (&["logical_xor", "xor"], "`(not a) != (not b)` is 1 where one of two conditions holds"),
    (
        &["bitand", "bitor", "bitxor", "bitwise_and", "bitwise_or", "bitwise_xor"],
        "integers and conditions have the operators `a & b`, `a | b` and `a ^ b`",
    ),
    (&["bitwise_not", "invert"], "`~a` has the other bits of integers, or the other conditions"),
    (
        &["left_shift", "right_shift", "bitwise_left_shift", "bitwise_right_shift"],
        "integers are shifted by `a << n` and `a >> n`",
    ),
    (&["isnan"], "`x != x` is 1 where `x` is nan"),
    (&["isinf"], "`abs(x) == inf` is 1 where `x` is infinite"),
    (&["isposinf"], "`x == inf` is 1 where `x` is infinite"),
    (&["isneginf"], "`x == -inf` is 1 where `x` is infinite and negative"),
    (&["isfinite"], "`x - x == 0` is 1 where `x` is finite"),
    (&["std", "stdev", "sd"], "`sqrt(mean((x - mean(x)) ** 2))` is the standard deviation"),
    (&["variance", "var"], "`mean((x - mean(x)) ** 2)` is the variance"),
    (
        &["cov"],
        "`(x - mean(x)) @ (y - mean(y)) / (shape(x)[0] - 1)` is the covariance of two vectors",
    ),
    (
        &["corrcoef"],
        "`(x - mean(x)) @ (y - mean(y)) / (norm(x - mean(x)) * norm(y - mean(y)))` is the \
         correlation of two vectors",
    ),
    (
        &["median"],
        "`(sort(x)[(shape(x)[0] - 1) // 2] + sort(x)[shape(x)[0] // 2]) / 2` is the median",
    ),
    (
        &["percentile", "quantile"],
        "`sort(x)[floor(p * (shape(x)[0] - 1))]` is the element at the fraction p of the order",
    ),
    (
        &["bincount", "histogram", "hist"],
        "`sum(reshape(iota(n), n, 1) == x, axis=1)` counts how often each number below n occurs",
    ),
    (
        &["partition", "argpartition", "lexsort"],
        "`sort(x)` and `argsort(x)` are orders of all elements",
    ),
    (
        &[
            "rand",
            "uniform",
            "randn",
            "normal",
            "randint",
            "random_sample",
            "seed",
            "rng",
            "standard_normal",
            "default_rng",
            "shuffle",
            "permutation",
            "choice",
        ],
        "`random(seed, 2, 3)` is a tensor of random numbers from 0 to 1",
    ),
    (
        &["solve", "inv", "inverse", "lstsq", "pinv", "linsolve", "matrix_rank"],
        "`import \"std/linalg.toy\";` at the start of the file defines `solve(a, b)`, `inv(a)`, \
         `lstsq(a, b)`, `pinv(a)` and `svd(a)`",
    ),
    (
        &["det", "slogdet"],
        "`a[0, 0] * a[1, 1] - a[0, 1] * a[1, 0]` is the determinant of a matrix of size 2; \
         `import \"std/linalg.toy\";` defines `det(a)` for all",
    ),
    (&["matrix_power"], "powers of a matrix are products: `a @ a`"),
    (
        &["eig", "svd", "qr", "cholesky", "lu", "eigh", "eigvals", "eigvalsh"],
        "`import \"std/linalg.toy\";` at the start of the file defines `qr(a)`, `svd(a)`, \
         `cholesky(a)`, `lu_factor(a)`, and `eigh(a)` for symmetric matrices",
    ),
    (
        &["fft", "ifft", "rfft"],
        "`import \"std/fft.toy\";` defines `fft(re, im)`; of a few elements, \
         `cos(2 * pi / n * outer(iota(n), iota(n))) @ x` is the real part of that of `x`, and \
         `-sin(2 * pi / n * outer(iota(n), iota(n))) @ x` the imaginary one",
    ),
    (
        &["brentq", "fsolve", "fzero", "odeint", "ode45", "fmin", "fminsearch", "dblquad"],
        "`import \"std/optimize.toy\";` defines `root(f, a, b)`, `quad(f, a, b)`, \
         `minimize(f, x)` and `solve_ivp(f, times, y)`, where `f` is a function",
    ),
    (
        &["convolve", "conv", "correlate"],
        "sum shifted products: with two weights, `a * x[1:] + b * x[:-1]`",
    ),
    (&["interp"], "between two points, it is `y + (b - y) * (t - x) / (a - x)`"),
    (&["gradient"], "inside, it is `(a[2:] - a[:-2]) / 2`"),
    (&["trapz", "trapezoid"], "`sum(y[1:] + y[:-1]) / 2` is the integral by trapezoids of width 1"),
    (
        &["meshgrid"],
        "shapes are broadcast: `zeros(shape(y)[0], 1) + x` has `x` in its rows, and \
         `zeros(1, shape(x)[0]) + reshape(y, shape(y)[0], 1)` has `y` in its columns",
    ),
    (
        &["indices", "mgrid", "ogrid", "ix_"],
        "`reshape(iota(n), n, 1)` and `iota(n)` are indices of rows and columns",
    ),
    (
        &["polyval"],
        "`sum(p * x ** (shape(p)[0] - 1 - iota(shape(p)[0])))` is the value of a polynomial",
    ),
    (
        &["polyfit", "poly1d"],
        "there is no fit: of a line, the slope is \
         `(x - mean(x)) @ (y - mean(y)) / sum((x - mean(x)) ** 2)`",
    ),
    (&["unravel_index"], "`[k // n, k % n]` are the indices of element k in rows of n"),
    (&["ravel_multi_index"], "`i * n + j` is the index of row i and column j in rows of n"),
    (&["sigmoid", "logistic"], "`1 / (1 + exp(-x))` is the logistic function"),
    (&["relu"], "`max(x, 0)` replaces negative elements by 0"),
    (&["softmax"], "`exp(x - max(x)) / sum(exp(x - max(x)))` is the softmax of a vector"),
    (&["input", "readline", "scanf", "gets", "raw_input"], "a program takes files: `load(arg(0))`"),
    (
        &["open", "read", "loadtxt", "read_csv", "fromfile", "genfromtxt"],
        "`load(\"file.npy\")` reads a file of NumPy's format for one array",
    ),
    (
        &["write", "savetxt", "tofile", "to_csv", "savez"],
        "`save(\"file.npy\", x);` writes a file of NumPy's format for one array",
    ),
    (
        &["sprintf", "printf", "fprintf", "strcat", "array2string", "set_printoptions"],
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
        &["show", "figure", "savefig", "scatter", "imshow"],
        "`plot(\"file.svg\", x, y);` draws lines, with `kind=\"scatter\"`, `\"hist\"` or \
         `\"image\"` other pictures",
    ),
    (
        &["isinstance", "typeof", "hasattr"],
        "a value is a tensor or a struct, which is known where it is written",
    ),
    (
        &["real", "imag", "conj", "conjugate", "angle", "iscomplex", "isreal"],
        "there are no complex numbers: every `x` is real",
    ),
    (&["super", "__init__", "new"], "a struct is a value: `Point p = {1, 2};`"),
];

/// Members of a tensor; tensors have no members.
const MEMBERS: &[(Names, &str)] = &[
    (&["shape", "size", "length", "len", "dims"], "`shape(x)` is the tensor of all sizes"),
    (&["T", "mT", "H"], "write `transpose(x)`"),
    (&["ndim"], "`shape(shape(x))[0]` is the number of dimensions"),
    (
        &["dtype", "itemsize", "nbytes"],
        "elements are floats of 64 bits, or what `f32(x)`, `i64(x)` or `bool(x)` make of them",
    ),
    (&["real", "imag"], "there are no complex numbers: every `x` is real"),
    (&["flat"], "`reshape(x, prod(shape(x)))` has the elements of `x` in one dimension"),
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
    (&["newaxis"], Ours::Advice(NEW_AXIS)),
    (&["euler_gamma"], Ours::Advice("Euler's constant is `0.5772156649015329`")),
    (&["Ellipsis"], Ours::Advice("`...` stands for dimensions without a subscript: `a[..., 0]`")),
];

/// The functions of Toy.
pub const BUILTINS: Names = &[
    "abs",
    "acos",
    "all",
    "any",
    "arange",
    "arg",
    "argmax",
    "argmin",
    "argsort",
    "asin",
    "atan",
    "atan2",
    "bool",
    "ceil",
    "clip",
    "concat",
    "cos",
    "cosh",
    "cumprod",
    "cumsum",
    "dequantize",
    "diag",
    "einsum",
    "erf",
    "exp",
    "expand_dims",
    "eye",
    "f32",
    "f64",
    "fill",
    "floor",
    "format",
    "full",
    "full_like",
    "i64",
    "i8",
    "iota",
    "linspace",
    "load",
    "log",
    "matmul",
    "max",
    "mean",
    "min",
    "norm",
    "ones",
    "ones_like",
    "outer",
    "pad",
    "plot",
    "pow",
    "print",
    "prod",
    "quantize",
    "quantize_u8",
    "random",
    "reshape",
    "roll",
    "round",
    "save",
    "select",
    "shape",
    "sign",
    "sin",
    "sinh",
    "sort",
    "sqrt",
    "stack",
    "sum",
    "tan",
    "tanh",
    "transpose",
    "tril",
    "triu",
    "trunc",
    "u8",
    "where",
    "zeros",
    "zeros_like",
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
    (&["lambda"], "names, a `:` and an expression follow `lambda`: `lambda x, y: x + y`"),
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

/// Toy's counterpart of a function.
pub fn function(name: &str) -> Option<Ours> {
    look_up(RENAMED, name).map(Ours::Name).or_else(|| look_up(FUNCTIONS, name).map(Ours::Advice))
}

/// Toy's counterpart of a member of a tensor.
pub fn member(name: &str) -> Option<&'static str> {
    look_up(MEMBERS, name)
}

/// Toy's counterpart of a variable or a constant.
pub fn value(name: &str) -> Option<Ours> {
    look_up(VALUES, name)
}

/// Toy's counterpart of a word that begins a statement or a definition.
pub fn word(name: &str) -> Option<&'static str> {
    look_up(WORDS, name)
}

/// Whether a word begins definitions of variables, as `var` does in Toy.
pub fn defines_variable(name: &str) -> bool {
    DEFINING.contains(&name)
}

/// Whether a name is that of a module whose functions are called with it in front.
pub fn is_module(name: &str) -> bool {
    MODULES.contains(&name)
}

/// All names, in no order, with Toy's counterparts: for tests of the advice.
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
