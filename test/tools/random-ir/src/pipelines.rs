//! The registered passes, with options, and random pipelines of them.

use mlir_lite::pass::PassRegistry;
use mlir_lite::register_all_passes;
use random_programs::random::Random;

/// Functions that are run, or have marks that stay.
const PUBLIC: [&str; 13] = [
    "entry",
    "main",
    "registered0",
    "registered1",
    "registered2",
    "registered3",
    "unknown0",
    "unknown1",
    "f0",
    "f1",
    "f2",
    "f3",
    "inner0",
];

/// A registered pass, and its options.
#[derive(Clone, Debug)]
pub struct PassChoice {
    /// The name on command lines.
    pub name: &'static str,
    /// Names of options, and the kind of value of each.
    pub options: Vec<(String, String)>,
}

/// The registry of `mlir-lite-opt`.
pub fn registry() -> PassRegistry {
    let mut registry = PassRegistry::new();
    register_all_passes(&mut registry);
    registry
}

/// All passes of a registry, each once.
pub fn passes(registry: &PassRegistry) -> Vec<PassChoice> {
    let names = registry.names().into_iter().filter(|name| !registry.is_pipeline(name));
    let mut passes = Vec::new();
    for name in names {
        let Some(info) = registry.pass(name).filter(|info| info.argument() == name) else {
            continue;
        };
        passes.push(PassChoice { name, options: options(&info.markdown()) });
    }
    passes
}

/// The options that the documentation of a pass lists: `-key : text (kind; default: 3)`.
fn options(markdown: &str) -> Vec<(String, String)> {
    let lines = markdown.lines().skip_while(|line| !line.contains("#### Options")).skip(3);
    let mut options = Vec::new();
    for line in lines.take_while(|line| !line.starts_with("```")) {
        let Some((key, rest)) = line.trim_start_matches('-').split_once(':') else { continue };
        let kind =
            rest.rsplit_once('(').and_then(|(_, kind)| kind.split_once(';')).map(|(kind, _)| kind);
        options.push((key.trim().to_owned(), kind.unwrap_or_default().to_owned()));
    }
    options
}

impl PassChoice {
    /// The pass as a step of a pipeline, with some of its options: `cse{keep-reads=true}`.
    pub fn step(&self, random: &mut Random) -> String {
        let mut settings = Vec::new();
        for (key, kind) in &self.options {
            if kind == "list of string" {
                // Functions that are run have to stay public.
                settings.push(format!("{key}={}", PUBLIC.join(",")));
                continue;
            }
            if !random.chance(30) {
                continue;
            }
            // Convergence within a number of sweeps is tested elsewhere, and numbers of changes are
            // not limited.
            if ["test-convergence", "max-num-rewrites"].contains(&&**key) {
                continue;
            }
            let value = match kind.as_str() {
                "bool" => if random.chance(50) { "true" } else { "false" }.to_owned(),
                "int" | "uint" => {
                    random.pick(&[1, 1, 2, 3, 4, 8, 100]).map_or_else(String::new, usize::to_string)
                }
                _ => continue,
            };
            settings.push(format!("{key}={value}"));
        }
        if settings.is_empty() {
            self.name.to_owned()
        } else {
            format!("{}{{{}}}", self.name, settings.join(" "))
        }
    }
}

/// The passes that bring a module to the llvm dialect, with others between them.
pub fn lowering(random: &mut Random, passes: &[PassChoice]) -> Vec<String> {
    let mut steps = Vec::new();
    for stage in ["lower-affine", "convert-scf-to-std", "convert-std-to-llvm"] {
        if random.chance(50) {
            steps.extend(any_step(random, passes));
        }
        steps.push(stage.to_owned());
    }
    if random.chance(50) {
        steps.extend(any_step(random, passes));
    }
    steps
}

/// Some passes, now and then nested in the ops that they run on.
pub fn random_pipeline(random: &mut Random, passes: &[PassChoice]) -> Vec<String> {
    (0..random.between(2, 6)).filter_map(|_| any_step(random, passes)).collect()
}

fn any_step(random: &mut Random, passes: &[PassChoice]) -> Option<String> {
    random.pick(passes).map(|pass| pass.step(random))
}
