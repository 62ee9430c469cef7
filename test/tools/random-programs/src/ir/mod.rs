//! Random valid IR: functions over the dialects func, arith, memref, scf, affine and cf, in the
//! spelling of MLIR 22.
//!
//! `@main` takes nothing, returns numbers, and always terminates; no op in it is undefined for its
//! operands. So every correct transformation preserves its results. The code offers many
//! simplifications: constants, equal operands, unused values, overwritten stores, branches with a
//! known condition.

mod function;
mod types;

use crate::random::Random;
use function::FunctionWriter;
use types::{Signature, Ty};

/// Makes the module of this seed: always the same one.
///
/// ```
/// let module = random_programs::ir::generate(7);
/// assert!(module.contains("func.func @main()"));
/// assert_eq!(module, random_programs::ir::generate(7));
/// ```
pub fn generate(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = String::new();
    let mut callable: Vec<Signature> = Vec::new();
    for number in 0..random.below(4) {
        let parameters: Vec<Ty> = (0..random.between(1, 3)).map(|_| Ty::any(&mut random)).collect();
        let results: Vec<Ty> = (0..random.between(1, 2)).map(|_| Ty::any(&mut random)).collect();
        let signature = Signature { name: format!("f{number}"), parameters, results };
        let size = random.between(2, 12);
        text += &FunctionWriter::new(&mut random, &callable).write(&signature, "private ", size);
        callable.push(signature);
    }
    let results: Vec<Ty> = (0..random.between(1, 4)).map(|_| Ty::any(&mut random)).collect();
    let main = Signature { name: "main".to_owned(), parameters: Vec::new(), results };
    let size = random.between(5, 40);
    text += &FunctionWriter::new(&mut random, &callable).write(&main, "", size);
    text
}

#[cfg(test)]
mod tests {
    use super::generate;
    use pretty_assertions::assert_eq;

    #[test]
    fn seeds_make_the_same_module_each_time_and_different_ones() {
        let mut modules: Vec<_> = (0..200).map(generate).collect();
        assert_eq!(modules, (0..200).map(generate).collect::<Vec<_>>());
        modules.sort();
        modules.dedup();
        assert_eq!(modules.len(), 200);
    }

    #[test]
    fn every_kind_of_op_occurs() {
        let all: String = (0..300).map(generate).collect();
        for op in [
            "arith.addi",
            "arith.divsi",
            "arith.shli",
            "arith.cmpi",
            "arith.select",
            "arith.extsi",
            "arith.trunci",
            "arith.addf",
            "arith.cmpf",
            "arith.sitofp",
            "arith.truncf",
            "scf.if",
            "scf.for",
            "affine.for",
            "affine.if",
            "affine.apply",
            "memref.alloc",
            "memref.load",
            "memref.store",
            "affine.load",
            "affine.store",
            "memref.dealloc",
            "cf.cond_br",
            "cf.br",
            "func.call",
            "call @",
        ] {
            assert!(all.contains(op), "{op} does not occur");
        }
    }
}
