//! Generates documentation of a dialect from its declarations, as Markdown.
//!
//! The layout is that of MLIR's generated pages: a heading per op with its summary, syntax,
//! description, traits and interfaces, and tables of attributes, operands, results, regions and
//! successors; then attributes, types and enums. All text comes from the declarations.

use crate::data::Context;
use crate::ir::dialect::DataDoc;
use crate::ir::enums::EnumDef;
use crate::ir::op_def::{Arity, Assembly, Member, OpDef, TypeRelation, ValueGroupDef};
use crate::text::format::{Anchor, FormatArgument, FormatElement, Values};
use std::fmt::Write;

/// Returns the page of a loaded dialect. None if the dialect is not loaded.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::{Context, docs::dialect_doc};
///
/// let ctx = Context::new();
/// let page = dialect_doc(&ctx, "builtin").unwrap();
/// assert!(page.starts_with("# 'builtin' Dialect\n"));
/// assert!(page.contains("### `builtin.module` (ModuleOp)\n"));
/// ```
pub fn dialect_doc(ctx: &Context, namespace: &str) -> Option<String> {
    let id = ctx.find_dialect(namespace)?;
    let namespace = ctx.dialect_namespace(id);
    let doc = ctx.dialect_doc(id);
    let mut page = Page { out: format!("# '{namespace}' Dialect\n\n") };
    page.paragraph(doc.summary);
    page.paragraph(doc.description);
    page.line("[TOC]\n");
    let mut ops = ctx.dialect_ops(id);
    ops.sort_by_key(|def| def.name);
    page.section("Operations", &ops, Page::op);
    page.section("Attributes", &doc.attributes, |page, attribute| page.data("#", attribute));
    page.section("Types", &doc.types, |page, ty| page.data("!", ty));
    page.section("Enums", &doc.enums, |page, def| page.enumeration(def));
    page.out.truncate(page.out.trim_end().len());
    page.out.push('\n');
    Some(page.out)
}

/// Returns the section of an op in the page of its dialect, by any of its names. None if no loaded
/// dialect has such an op.
///
/// ```
/// # extern crate mlir_lite_ir as mlir_lite;
/// use mlir_lite::{Context, docs::op_doc};
///
/// let section = op_doc(&Context::new(), "module").unwrap();
/// assert!(section.starts_with("### `builtin.module` (ModuleOp)\n"));
/// ```
pub fn op_doc(ctx: &Context, name: &str) -> Option<String> {
    let def = ctx.op_info(ctx.registered_op(name)?).def()?;
    let mut page = Page { out: String::new() };
    page.op(&def);
    Some(page.out.trim_end().to_owned())
}

struct Page {
    out: String,
}

impl Page {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn paragraph(&mut self, text: &str) {
        if !text.is_empty() {
            self.line(text);
            self.line("");
        }
    }

    fn section<T>(&mut self, title: &str, items: &[T], write: impl Fn(&mut Self, &T)) {
        if !items.is_empty() {
            self.line(&format!("## {title}\n"));
            items.iter().for_each(|item| write(self, item));
        }
    }

    /// Writes a heading and a table; nothing if there are no rows.
    fn table(&mut self, title: &str, head: &[&str], rows: impl Iterator<Item = Vec<String>>) {
        let rows: Vec<_> = rows.collect();
        if rows.is_empty() {
            return;
        }
        self.line(&format!("#### {title}:\n"));
        self.line(&format!("| {} |", head.join(" | ")));
        // All but the last column are centred.
        let last = head.len() - 1;
        let dashes = |(i, name): (usize, &&str)| match i == last {
            true => "-----------".into(),
            false => format!(":{}:", "-".repeat(name.len().max(3) - 2)),
        };
        self.line(&format!(
            "| {} |",
            head.iter().enumerate().map(dashes).collect::<Vec<_>>().join(" | ")
        ));
        for row in rows {
            let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
            self.line(&format!("| {} |", cells.join(" | ")));
        }
        self.line("");
    }

    fn op(&mut self, def: &&'static OpDef) {
        self.line(&format!("### `{}` ({})\n", def.name, def.type_name));
        if !def.summary.is_empty() {
            self.line(&format!("_{}_\n", def.summary));
        }
        if let Assembly::Format(elements) = def.assembly {
            self.line("Syntax:\n");
            self.line(&format!(
                "```\noperation ::= `{}` {}\n```\n",
                def.name,
                format_text(def, elements, None)
            ));
        }
        if let Some(upstream) = &def.upstream {
            let names: Vec<String> =
                upstream.names.iter().map(|name| format!("`{name}`")).collect();
            let when = if upstream.only { "Only in today's MLIR" } else { "In today's MLIR" };
            self.line(&format!("{when}: {}\n", names.join(", ")));
        }
        self.paragraph(def.description);
        let traits = def.traits.iter().map(|t| short_path((t.type_name)()));
        let traits: Vec<String> =
            traits.chain(def.relations.iter().map(|r| relation(def, r))).collect();
        self.names("Traits", &traits);
        self.names(
            "Interfaces",
            &def.interfaces.iter().map(|name| (*name).into()).collect::<Vec<_>>(),
        );
        self.table(
            "Attributes",
            &["Attribute", "Presence", "Description"],
            def.attrs.iter().map(|attr| {
                let presence = match (attr.default, attr.optional) {
                    (Some(_), _) => "has a default",
                    (None, true) => "optional",
                    (None, false) => "required",
                };
                vec![format!("`{}`", attr.name), presence.into(), (attr.constraint.describe)()]
            }),
        );
        self.table("Operands", &["Operand", "Description"], def.operands.iter().map(group));
        self.table("Results", &["Result", "Description"], def.results.iter().map(group));
        self.table(
            "Regions",
            &["Region", "Description"],
            def.regions.iter().map(|region| {
                let kind = if region.single_block { "region with 1 block" } else { "any region" };
                let variadic = if region.variadic { "variadic of " } else { "" };
                vec![format!("`{}`", region.name), format!("{variadic}{kind}")]
            }),
        );
        self.table(
            "Successors",
            &["Successor", "Description"],
            def.successors.iter().map(|successor| {
                let variadic = if successor.variadic { "variadic of " } else { "" };
                vec![format!("`{}`", successor.name), format!("{variadic}any successor")]
            }),
        );
    }

    fn names(&mut self, title: &str, names: &[String]) {
        if !names.is_empty() {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            self.line(&format!("{title}: {}\n", names.join(", ")));
        }
    }

    /// A type or an attribute.
    fn data(&mut self, sigil: &str, doc: &DataDoc) {
        self.line(&format!("### {}\n", short_path(doc.type_name)));
        if !doc.summary.is_empty() {
            self.line(&format!("_{}_\n", doc.summary));
        }
        let (namespace, mnemonic) = doc.name;
        let name = format!("{sigil}{namespace}.{mnemonic}");
        let syntax = if doc.syntax.is_empty() { &name } else { doc.syntax };
        self.line(&format!("Syntax:\n\n```\n{syntax}\n```\n"));
        self.paragraph(doc.description);
        self.table(
            "Parameters",
            &["Parameter", "Rust type", "Description"],
            doc.parameters.iter().map(|parameter| {
                vec![parameter.name.into(), format!("`{}`", parameter.ty), parameter.summary.into()]
            }),
        );
    }

    fn enumeration(&mut self, def: &EnumDef) {
        self.line(&format!("### {}\n", def.name));
        if !def.summary.is_empty() {
            self.line(&format!("_{}_\n", def.summary));
        }
        self.table(
            "Cases",
            &["Symbol", "Value", "String"],
            def.cases.iter().map(|case| {
                vec![case.symbol.into(), format!("`{}`", case.value), case.text.into()]
            }),
        );
    }
}

fn group(def: &ValueGroupDef) -> Vec<String> {
    let arity = match def.arity {
        Arity::One => "",
        Arity::Optional => "optional ",
        Arity::Variadic => "variadic of ",
    };
    vec![format!("`{}`", def.name), format!("{arity}{}", (def.constraint.describe)())]
}

/// A Rust type's name without the modules of its paths.
fn short_path(name: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else if c == ':' && chars.peek() == Some(&':') {
            chars.next();
            word.clear();
        } else {
            out.push_str(&word);
            word.clear();
            out.push(c);
        }
    }
    out + &word
}

fn member(def: &OpDef, member: Member) -> &'static str {
    match member {
        Member::Operand(index) => def.operands[index].name,
        Member::Result(index) => def.results[index].name,
        Member::Attr(slot) => def.attrs[slot].name,
    }
}

fn relation(def: &OpDef, relation: &TypeRelation) -> String {
    match relation {
        TypeRelation::AllMatch { members, aspect } => {
            let names: Vec<&str> = members.iter().map(|&m| member(def, m)).collect();
            format!("All{aspect:?}sMatch<{}>", names.join(", "))
        }
        TypeRelation::MatchWith { summary, from, to, .. } => {
            format!("TypesMatchWith<{}, {}: {summary}>", member(def, *from), member(def, *to))
        }
    }
}

fn values(def: &OpDef, values: Values) -> String {
    match values {
        Values::Operand(index) => format!("${}", def.operands[index].name),
        Values::Result(index) => format!("${}", def.results[index].name),
        Values::Operands => "operands".into(),
        Values::Results => "results".into(),
    }
}

/// A format in its declared syntax. `anchor` is the anchor of the enclosing group.
fn format_text(def: &OpDef, elements: &[FormatElement], anchor: Option<Anchor>) -> String {
    let mut out = String::new();
    let mut anchored = false;
    for element in elements {
        if !out.is_empty() {
            out.push(' ');
        }
        let _ = match element {
            FormatElement::Literal(text) => write!(out, "`{text}`"),
            FormatElement::Space => write!(out, "` `"),
            FormatElement::NoSpace => write!(out, "``"),
            FormatElement::NewLine => write!(out, "`\\n`"),
            FormatElement::Operand(index) => write!(out, "${}", def.operands[*index].name),
            FormatElement::Operands => write!(out, "operands"),
            FormatElement::Attr(slot) => write!(out, "${}", def.attrs[*slot].name),
            FormatElement::QualifiedAttr(slot) => {
                write!(out, "qualified(${})", def.attrs[*slot].name)
            }
            FormatElement::Region(index) => write!(out, "${}", def.regions[*index].name),
            FormatElement::Regions => write!(out, "regions"),
            FormatElement::Successor(index) => write!(out, "${}", def.successors[*index].name),
            FormatElement::Successors => write!(out, "successors"),
            FormatElement::AttrDict { keyword: false, .. } => write!(out, "attr-dict"),
            FormatElement::AttrDict { keyword: true, .. } => write!(out, "attr-dict-with-keyword"),
            FormatElement::PropDict { .. } => write!(out, "prop-dict"),
            FormatElement::Types(of) => write!(out, "type({})", values(def, *of)),
            FormatElement::FunctionalType(inputs, results) => {
                write!(out, "functional-type({}, {})", values(def, *inputs), values(def, *results))
            }
            FormatElement::Custom { name, arguments, .. } => {
                let arguments: Vec<String> =
                    arguments.iter().map(|argument| argument_text(def, argument)).collect();
                write!(out, "custom<{name}>({})", arguments.join(", "))
            }
            FormatElement::Clauses(clauses) => {
                let clause = |clause: &FormatElement| match clause {
                    FormatElement::Optional { anchor, then, .. } => {
                        format_text(def, then, Some(*anchor))
                    }
                    _ => String::new(),
                };
                let clauses: Vec<String> = clauses.iter().map(clause).collect();
                write!(out, "oilist({})", clauses.join(" | "))
            }
            FormatElement::Optional { anchor, then, otherwise: [] } => {
                write!(out, "({})?", format_text(def, then, Some(*anchor)))
            }
            FormatElement::Optional { anchor, then, otherwise } => {
                let (of_then, of_otherwise) = match *anchor {
                    Anchor::Not(anchor) => (None, Some(*anchor)),
                    anchor => (Some(anchor), None),
                };
                let then = format_text(def, then, of_then);
                write!(out, "({then}) : ({})?", format_text(def, otherwise, of_otherwise))
            }
        };
        if !anchored && anchor.is_some_and(|anchor| is_anchor(anchor, element)) {
            anchored = true;
            out.push('^');
        }
    }
    out
}

/// Whether the element is the anchor.
fn is_anchor(anchor: Anchor, element: &FormatElement) -> bool {
    match (anchor, element) {
        (Anchor::Any(anchors), FormatElement::Custom { arguments, .. }) => {
            anchors.iter().all(|&anchor| arguments.iter().any(|of| anchor == argument_anchor(*of)))
        }
        _ => anchor_of(element) == Some(anchor),
    }
}

/// The anchor that an argument of a `custom` directive would be.
fn argument_anchor(argument: FormatArgument) -> Anchor {
    match argument {
        FormatArgument::Operand(index) => Anchor::Values(Values::Operand(index)),
        FormatArgument::Attr(slot) => Anchor::Attr(slot),
        FormatArgument::Region(index) => Anchor::Region(index),
        FormatArgument::Successor(index) => Anchor::Successor(index),
        FormatArgument::Types(values) => Anchor::Values(values),
    }
}

/// The anchor that an element would be.
fn anchor_of(element: &FormatElement) -> Option<Anchor> {
    Some(match *element {
        FormatElement::Operand(index) => Anchor::Values(Values::Operand(index)),
        FormatElement::Operands => Anchor::Values(Values::Operands),
        FormatElement::Types(values) => Anchor::Values(values),
        FormatElement::Attr(slot) | FormatElement::QualifiedAttr(slot) => Anchor::Attr(slot),
        FormatElement::Region(index) => Anchor::Region(index),
        FormatElement::Successor(index) => Anchor::Successor(index),
        _ => return None,
    })
}

fn argument_text(def: &OpDef, argument: &FormatArgument) -> String {
    match *argument {
        FormatArgument::Operand(index) => format!("${}", def.operands[index].name),
        FormatArgument::Attr(slot) => format!("${}", def.attrs[slot].name),
        FormatArgument::Region(index) => format!("${}", def.regions[index].name),
        FormatArgument::Successor(index) => format!("${}", def.successors[index].name),
        FormatArgument::Types(of) => format!("type({})", values(def, of)),
    }
}
