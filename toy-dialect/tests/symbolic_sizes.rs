//! Shapes of functions whose sizes a caller decides, beside those for given sizes.
//!
//! Random functions are inferred once with symbols, and once for each of several sizes. Where these
//! meet the conditions on the symbols, the function is right and its results have the sizes that
//! the symbols give; otherwise it is wrong. One that is wrong with symbols is wrong for all sizes.

mod common;

use common::signature;
use pretty_assertions::assert_eq;
use random_programs::random::Random;
use toy_dialect::exports::{ExportedTensor, LinearSize};

fn evaluated(size: &LinearSize, sizes: &[i64]) -> i64 {
    let terms = size.terms.iter();
    terms.fold(size.constant, |sum, (symbol, factor)| sum + factor * sizes[*symbol as usize])
}

/// The header of the function: three sizes, and vectors of any.
const PARAMETERS: &str = "def f(a<n, m>, b<m, k>, c<n>, d<m>, x, y)";

/// The sizes of its parameters; those of `x` and `y` have no names.
fn parameters(size: impl Fn(u32) -> LinearSize) -> Vec<Vec<LinearSize>> {
    let [n, m, k, x, y] = [0, 1, 2, 3, 4].map(size);
    vec![vec![n.clone(), m.clone()], vec![m.clone(), k], vec![n], vec![m], vec![x], vec![y]]
}

/// A random function with those parameters. Numbers of dimensions fit, sizes need not.
fn function(random: &mut Random) -> String {
    let mut matrices = vec!["a".to_owned(), "b".to_owned()];
    let mut vectors = ["c", "d", "x", "y"].map(str::to_owned).to_vec();
    let mut text = format!("{PARAMETERS} {{\n");
    let mut last = "a".to_owned();
    for number in 0..random.between(1, 5) {
        let name = format!("v{number}");
        let [p, q] = [(); 2].map(|()| random.pick(&matrices).cloned().unwrap_or_default());
        let [v, w] = [(); 2].map(|()| random.pick(&vectors).cloned().unwrap_or_default());
        let sizes = ["n", "m", "k", "n + 1", "m + 2", "2 * k", "shape(x)[0]", "n + k"];
        let [s, t] = [(); 2].map(|()| random.pick(&sizes).copied().unwrap_or_default());
        let (is_matrix, value) = match random.below(29) {
            0 => (true, format!("{p} + {q}")),
            1 => (true, format!("exp({p}) * {q} > 0")),
            2 => (true, format!("{p} @ {q}")),
            3 => (true, format!("transpose({p})")),
            4 => (true, format!("{p} - {v}")),
            5 => (true, format!("zeros({s}, {t}) + {p}")),
            6 => (true, format!("{v}[:, None] / {w}")),
            7 => (true, format!("sum({p}, axis=0, keepdims=true) * {q}")),
            8 => (false, format!("{p} @ {v}")),
            9 => (false, format!("{v} @ {p}")),
            10 => (false, format!("mean({p}, axis={})", random.below(2))),
            11 => (false, format!("{v} * {w}")),
            12 => (false, format!("iota({s}) - {v}")),
            13 => (false, format!("{p}[0] + {v}")),
            14 => (false, format!("{p}[:, 1]")),
            15 => (false, format!("cumsum({v}) + argmax({p}, axis=1)")),
            16 => (false, format!("full_like({v}, 2) @ {p}")),
            17 => (false, format!("{v}[1:] * {w}[:-1]")),
            18 => (false, format!("{v}[:{s}] + {w}")),
            19 => (true, format!("{p}[1:, :-1] - {q}[:-1, 1:]")),
            20 => (false, format!("{v}[{s}:] / 2")),
            21 => (false, format!("sort({v}) + argsort({w})")),
            22 => (true, format!("sort({p}, axis=0) + {q}")),
            23 => (false, format!("concat({v}, {w})[1:]")),
            24 => (true, format!("concat({p}, {q}, axis={})", random.below(2))),
            25 => (true, format!("outer({v}, {w})")),
            26 => (true, format!("[{v}, {w}]")),
            _ => (false, format!("{v} @ {w} + {v}")),
        };
        text += &format!("  var {name} = {value};\n");
        if random.chance(30) {
            let (target, value) =
                if is_matrix { (format!("{name}[0]"), v) } else { (name.clone(), w) };
            let index = match is_matrix {
                true => "",
                false if random.chance(50) => "[c > 0]",
                false => "[:]",
            };
            text += &format!("  {target}{index} = {value};\n");
        }
        if is_matrix {
            matrices.push(name.clone())
        } else {
            vectors.push(name.clone())
        }
        last = name;
    }
    format!("{text}  return {last};\n}}\n")
}

#[test]
fn random_functions_have_the_shapes_that_their_symbols_give() {
    let (mut right, mut wrong, mut conditional) = (0, 0, 0);
    for seed in 0..240 {
        let mut random = Random::new(seed);
        let source = function(&mut random);
        let symbolic = signature(&source, &parameters(LinearSize::symbol));
        match &symbolic {
            Ok(signature) if signature.required.is_empty() => right += 1,
            Ok(_) => conditional += 1,
            Err(_) => wrong += 1,
        }
        for _ in 0..4 {
            // Few different ones, so that they are often equal; 1 would be repeated.
            let sizes: Vec<i64> = (0..5).map(|_| random.between(8, 9) as i64).collect();
            let given =
                signature(&source, &parameters(|number| LinearSize::from(sizes[number as usize])));
            let Ok(signature) = &symbolic else {
                assert!(given.is_err(), "seed {seed}: {sizes:?} fit\n{source}{symbolic:?}");
                continue;
            };
            let holds = signature.required.iter().all(|required| {
                let found = evaluated(&required.size, &sizes);
                if required.is_equality { found == 0 } else { found >= 0 }
            });
            assert_eq!(
                holds,
                given.is_ok(),
                "seed {seed}: {sizes:?}\n{source}{signature:?}{given:?}"
            );
            if let Ok(given) = given {
                let results = signature.results.iter().map(|result| {
                    result.sizes.iter().map(|size| evaluated(size, &sizes)).collect::<Vec<i64>>()
                });
                let found: Vec<_> =
                    given.results.iter().filter_map(ExportedTensor::shape).collect();
                assert_eq!(results.collect::<Vec<_>>(), found, "seed {seed}: {sizes:?}\n{source}");
            }
        }
    }
    assert!(right > 10 && wrong > 5 && conditional > 100, "{right}, {wrong}, {conditional}");
}

#[test]
fn messages_name_the_sizes() {
    let source = "def f(a<n, m>, b<m, k>, c<n>, d<m>, x, y) {\n  return a + zeros(n, m + 1);\n}\n";
    let errors = signature(source, &parameters(LinearSize::symbol)).expect_err("sizes differ");
    assert!(
        errors.contains("operator '+' cannot combine shapes <n, m> and <n, m + 1>"),
        "{errors}"
    );
}

#[test]
fn functions_that_need_known_sizes_say_so() {
    let source = "def f(a<n, m>, b<m, k>, c<n>, d<m>, x, y) {\n  return pad(x, 1, 1);\n}\n";
    let errors = signature(source, &parameters(LinearSize::symbol)).expect_err("it pads");
    assert!(errors.contains("the sizes of this operand must be known"), "{errors}");
    assert!(errors.contains("export the function for sizes in digits"), "{errors}");
}
