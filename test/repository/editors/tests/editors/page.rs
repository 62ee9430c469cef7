//! The blocks of `docs/editors.md`: what can be run here is run, and the rest is compared with the
//! pages of the folders.

use std::fs;
use std::process::Command;

use editors::repository::{read, root};

/// The blocks of a page: the language and the text of each.
fn blocks(path: &str) -> Vec<(String, String)> {
    let page = read(path);
    let parts: Vec<&str> = page.split("```").collect();
    let blocks = parts.iter().skip(1).step_by(2);
    let blocks = blocks.map(|block| block.split_once('\n').expect("a language"));
    blocks.map(|(language, text)| (language.to_owned(), text.to_owned())).collect()
}

fn block(language: &str, part: &str) -> String {
    let found = blocks("docs/editors.md").into_iter();
    let mut found = found.filter(|(other, text)| other == language && text.contains(part));
    found.next().unwrap_or_else(|| panic!("no block of {language} with '{part}'")).1
}

#[test]
fn the_pages_of_the_folders_say_the_same() {
    let ours = blocks("docs/editors.md");
    let mut count = 0;
    for page in ["toyc/editors/vscode/README.md", "toyc/editors/vim/README.md"] {
        for block in blocks(page) {
            assert!(ours.contains(&block), "{page}: docs/editors.md has no block\n{}", block.1);
            count += 1;
        }
    }
    assert_eq!(count, 6);
}

#[test]
fn each_editor_starts_both_servers() {
    let lua = block("lua", "vim.lsp.start");
    assert!(
        lua.contains("toy = { 'toyc', 'lsp' }")
            && lua.contains("mlir = { 'mlir-lite-opt', 'lsp' }")
    );
    let elisp = block("elisp", "eglot");
    let [open, close] = ['(', ')'].map(|bracket| elisp.matches(bracket).count());
    assert_eq!(open, close);
    for (mode, server) in [("toy", "toyc"), ("mlir", "mlir-lite-opt")] {
        assert!(elisp.contains(&format!("'({mode}-mode . (\"{server}\" \"lsp\"))")));
        assert!(elisp.contains(&format!("\\\\.{mode}\\\\'")));
    }
    let toml: toml::Table = block("toml", "language-server").parse().expect("TOML");
    let languages = toml["language"].as_array().expect("languages");
    let server = |language: &toml::Value| -> Vec<toml::Value> {
        let server =
            &toml["language-server"][language["language-servers"][0].as_str().expect("a name")];
        vec![
            language["file-types"][0].clone(),
            server["command"].clone(),
            server["args"][0].clone(),
        ]
    };
    let found: Vec<Vec<toml::Value>> = languages.iter().map(server).collect();
    assert_eq!(
        found,
        [["toy", "toyc", "lsp"], ["mlir", "mlir-lite-opt", "lsp"]]
            .map(|words| { words.map(toml::Value::from).to_vec() })
    );
}

/// The folders that `cargo install` names have these programs, and the package has the name of the
/// file that `vsce` writes.
#[test]
fn commands_name_what_is_there() {
    let install = block("sh", "cargo install");
    for line in install.lines() {
        let folder = line.strip_prefix("cargo install --path ").expect("an installation");
        assert!(read(&format!("{folder}/Cargo.toml")).contains("name = "), "{folder}");
    }
    let package = editors::repository::json("toyc/editors/vscode/package.json");
    let [name, version] = ["name", "version"].map(|key| package[key].as_str().expect("a text"));
    let code = block("sh", "vsce");
    assert!(code.contains(&format!("{name}-{version}.vsix")), "{code}");
    assert!(
        root()
            .join(code.lines().next().and_then(|line| line.strip_prefix("cd ")).expect("cd"))
            .is_dir()
    );
}

/// Runs the commands for vim in a home of their own, and opens a file of each language.
#[test]
fn vim_finds_the_package_where_the_page_installs_it() {
    if !super::vim::has_vim() {
        return;
    }
    let home = super::vim::folder("vim-home");
    let _ = fs::remove_dir_all(&home);
    fs::create_dir_all(&home).expect("a folder for the test");
    for part in ["~/.vim", "~/.local/share/nvim"] {
        let mut shell = Command::new("sh");
        shell.args(["-ec", &block("sh", part)]).current_dir(root()).env("HOME", &home);
        assert!(shell.status().expect("a shell").success(), "{part}");
    }
    let nvim = home.join(".local/share/nvim/site/pack/toy/start/toy");
    assert!(nvim.join("syntax/toy.vim").is_file() && nvim.join("ftdetect/mlir.vim").is_file());
    fs::write(home.join(".vimrc"), block("vim", "syntax on")).expect("a configuration");
    let settings = "[&filetype, b:current_syntax, &commentstring, &indentexpr, &shiftwidth]";
    let script = format!(
        "edit a.toy\nlet g:found = [string({settings})]\nedit a.mlir\n\
         let g:found += [string({settings})]\ncall writefile(g:found, 'found')\nqall!\n"
    );
    fs::write(home.join("test.vim"), script).expect("a script");
    let mut vim = Command::new("timeout");
    vim.args(["60", "vim", "-es", "-N", "-u", ".vimrc", "-i", "NONE", "-S", "test.vim"]);
    let status = vim.current_dir(&home).env("HOME", &home).status().expect("vim starts");
    let found = fs::read_to_string(home.join("found")).unwrap_or_default();
    let expected = "['toy', 'toy', '# %s', 'GetToyIndent()', 2]\n\
                    ['mlir', 'mlir', '// %s', 'GetMlirIndent()', 2]\n";
    assert_eq!(found, expected, "{status}");
}
