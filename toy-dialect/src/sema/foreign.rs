//! Advice for functions and members that exist in other languages.

/// The Toy replacement for a function of another language.
pub(super) fn function(name: &str) -> Option<&'static str> {
    Some(match name {
        "len" | "size" | "length" | "numel" => {
            "`shape(x)[0]` is the number of rows, `shape(x)` all sizes"
        }
        "range" | "arange" | "linspace" => "`iota(n)` is the tensor of 0, 1, ... up to n - 1",
        "append" | "push" | "hstack" | "vstack" | "concatenate" => {
            "`concat(a, b)` joins tensors, `concat(a, b, 1)` along their second dimension"
        }
        "dot" | "mul" | "mm" => "products of matrices and vectors are written `a @ b`",
        "view" | "flatten" => "`reshape(x, 2, 3)` gives the elements of `x` another shape",
        "ifelse" | "cond" => "`where(condition, a, b)` chooses between elements",
        "echo" | "display" | "puts" | "say" | "write" => "`print(x);` shows a value",
        "average" | "avg" => "`mean(x)` is the mean of all elements, `mean(x, 0)` of each column",
        "rand" | "uniform" => "`random(seed, 2, 3)` is a tensor of random numbers",
        "array" | "tensor" | "matrix" => "a tensor is written `[[1, 2], [3, 4]]`",
        _ => return None,
    })
}

/// The Toy replacement for a member of a tensor in another language; tensors have no members.
pub(super) fn member(name: &str) -> Option<&'static str> {
    Some(match name {
        "shape" | "size" | "length" | "len" => "`shape(x)` is the tensor of all sizes",
        "T" | "transpose" => "write `transpose(x)`",
        "sum" | "mean" | "min" | "max" => {
            "functions are not members: write `sum(x)`, `mean(x)`, `min(x)`, `max(x)`"
        }
        "reshape" => "write `reshape(x, 2, 3)`",
        "dot" => "products of matrices and vectors are written `a @ b`",
        _ => return None,
    })
}
