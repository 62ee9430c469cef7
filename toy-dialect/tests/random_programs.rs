//! Random valid programs pass all checks, lower to affine loops, and read back at each level.

mod common;

use common::{Compiled, read_back};
use pretty_assertions::assert_eq;
use toy_dialect::pipeline::{Optimization, add_affine_passes};

#[test]
fn random_programs_lower() {
    for seed in 0..300 {
        let source = random_programs::generate(seed).source;
        let check = |program: &Compiled| {
            let text = program.text();
            assert_eq!(read_back(&text), text, "seed {seed}");
        };
        let mut program = Compiled::new(&source);
        check(&program);
        let failed = |errors: String| -> () { panic!("seed {seed}: {errors}\n{source}") };
        program.run_toy_passes().unwrap_or_else(failed);
        check(&program);
        let optimization = if seed % 2 == 0 { Optimization::None } else { Optimization::Full };
        program
            .run(|ctx, passes| add_affine_passes(ctx, passes, optimization, None))
            .unwrap_or_else(failed);
        check(&program);
    }
}
