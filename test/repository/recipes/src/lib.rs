//! The recipes of `CONTRIBUTING.md`: applied to a copy of the repository, built and run.
//!
//! | file | concept |
//! |---|---|
//! | `page.rs` | the recipes of the page: edits of files |
//! | `tree.rs` | a copy of the repository |
//! | `main.rs` | `make recipes`: applies all edits to one copy, builds it, runs the new tests |
//!
//! `cargo test` checks that each edit can be applied. The build of the copy takes minutes, so it is
//! a command of its own.

#![forbid(unsafe_code)]

mod page;
mod tree;

pub use page::{Edit, Position, Recipe, recipes};
pub use tree::{Tree, repository};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The kinds of changes that have a recipe.
    const KINDS: [&str; 9] = [
        "An op of std",
        "A type",
        "A dialect",
        "An affine pass",
        "A pattern",
        "A builtin function of Toy",
        "A stage",
        "A command of the session",
        "A code of a diagnostic",
    ];

    fn page() -> String {
        std::fs::read_to_string(repository().join("CONTRIBUTING.md")).expect("the page is there")
    }

    #[test]
    fn each_kind_of_change_has_a_recipe_with_a_test() {
        let recipes = recipes(&page()).expect("the page is well-formed");
        let titles: Vec<&str> = recipes.iter().map(|recipe| recipe.title.as_str()).collect();
        pretty_assertions::assert_eq!(titles, KINDS);
        for recipe in &recipes {
            assert!(!recipe.tests().is_empty(), "'{}' adds no test below test/", recipe.title);
        }
    }

    #[test]
    fn all_recipes_can_be_applied_to_one_tree() {
        // Outside of a checkout with git, there is nothing to copy.
        let Ok(mut tree) = Tree::read(&repository()) else { return };
        let before = tree.paths();
        let mut added = BTreeSet::new();
        for recipe in recipes(&page()).expect("the page is well-formed") {
            for edit in &recipe.edits {
                let result = tree.apply(edit);
                assert!(result.is_ok(), "'{}': {result:?}", recipe.title);
                added.extend((edit.place == Position::NewFile).then(|| edit.path.clone()));
            }
        }
        let after: BTreeSet<String> = before.into_iter().chain(added).collect();
        pretty_assertions::assert_eq!(tree.paths(), after);
    }

    /// The functions and codes of diagnostics that a text defines, as they are written.
    fn definitions(text: &str) -> Vec<String> {
        let functions = text.split("fn ").skip(1).filter_map(|rest| {
            let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
            (!name.is_empty()).then(|| format!("fn {name}("))
        });
        let codes = text.split(" \"T0").skip(1).filter_map(|rest| Some(&rest[..rest.find('"')?]));
        functions.chain(codes.map(|number| format!(" \"T0{number}\" \""))).collect()
    }

    #[test]
    fn what_a_recipe_adds_is_not_there_yet() {
        let Ok(tree) = Tree::read(&repository()) else { return };
        let mut count = 0;
        for recipe in recipes(&page()).expect("the page is well-formed") {
            for edit in recipe.edits.iter().filter(|edit| edit.place != Position::NewFile) {
                let text = tree.text(&edit.path).unwrap_or_default();
                for definition in definitions(&edit.text) {
                    count += 1;
                    assert!(
                        !text.contains(&definition),
                        "'{}': {} has `{definition}` already",
                        recipe.title,
                        edit.path
                    );
                }
            }
        }
        assert!(count >= 2, "{count} definitions");
    }

    /// A recipe that adds a code would otherwise fail only where all recipes are built.
    #[test]
    fn tests_of_recipes_expect_the_codes_that_they_add() {
        let codes = |text: &str, before: &str| -> BTreeSet<String> {
            let found = text.split(before).skip(1);
            found
                .map(|rest| rest.chars().take_while(char::is_ascii_alphanumeric).collect())
                .collect()
        };
        let mut count = 0;
        for recipe in recipes(&page()).expect("the page is well-formed") {
            let of_all = |before: &str| -> BTreeSet<String> {
                recipe.edits.iter().flat_map(|edit| codes(&edit.text, before)).collect()
            };
            let (added, expected) = (of_all(" \"T0"), of_all("[T0"));
            count += expected.len();
            if !added.is_empty() {
                pretty_assertions::assert_eq!(expected, added, "{}", recipe.title);
            }
        }
        assert!(count > 0, "no recipe expects a code");
    }

    #[test]
    fn a_dialect_needs_four_lines_of_code_outside_of_its_folder() {
        let recipes = recipes(&page()).expect("the page is well-formed");
        let recipe = recipes.iter().find(|recipe| recipe.title == "A dialect");
        let edits = &recipe.expect("the recipe is there").edits;
        let outside = edits.iter().filter(|edit| edit.place != Position::NewFile);
        let (rows, code): (Vec<_>, Vec<_>) = outside.partition(|edit| edit.path.ends_with(".md"));
        let lines = |edits: &[&Edit]| edits.iter().map(|edit| edit.text.lines().count()).sum();
        pretty_assertions::assert_eq!((lines(&code), lines(&rows)), (4_usize, 2_usize));
    }
}
