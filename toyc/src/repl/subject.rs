//! The subject of a command: an expression, or a function with or without the shapes of its
//! arguments.
//!
//! `f` is a function, `f(<2,3>, <>)` that function for arguments of these shapes, and everything
//! else is source as it is entered. As IR, source is a function too: the session's variables that
//! it uses are its parameters.

use mlir_lite::Context;
use mlir_lite::ir::prelude::{Body, Ident, Type};
use mlir_lite::ir::symbols::SymbolTable;
use mlir_lite_diagnostics::{Diagnostic, Diagnostics, Position, Reported, did_you_mean, nearest};
use toy_ast::{Function, Module};
use toy_dialect::elements::Element;
use toy_dialect::sema::{Analysis, Kind, analyze, takes_functions};
use toy_dialect::types::StructType;

use super::program::{Form, Kept, compose, compose_functions};
use super::run::context;
use super::session::{Entry, Session};
use super::value::Value;

/// The subject of a command.
#[derive(Debug)]
pub(super) enum Subject {
    /// Source.
    Entry(Entry),
    /// A function for arguments of any shape.
    Generic(String),
    /// A function for arguments of these shapes.
    Function(String, Vec<Shape>),
}

/// The shape of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A tensor's sizes, none for a number, and the type of its elements.
    Tensor(Vec<i64>, Element),
    /// Those of a struct's members.
    Struct(Vec<Shape>),
}

/// A program to look at, whose last function is the one of interest.
#[derive(Debug)]
pub(super) struct Program {
    /// Its tree.
    pub(super) tree: Module,
    /// The analysis of the program.
    pub(super) analysis: Analysis,
    /// The function of interest; none if there are only definitions.
    pub(super) root: Option<String>,
    /// The shapes of its parameters; none if they are not known.
    pub(super) shapes: Option<Vec<Shape>>,
}

impl Subject {
    /// Parses the argument of a command.
    ///
    /// # Errors
    /// If it is wrong.
    pub(super) fn read(
        session: &Session,
        text: &str,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self, Reported> {
        let text = text.trim();
        let name = text.trim_end_matches(';').trim_end();
        if session.definitions.variable(name).is_none()
            && let Some(function) = session.definitions.function(name)
        {
            return Ok(match &function.function().params[..] {
                [] => Self::Function(name.to_owned(), Vec::new()),
                _ => Self::Generic(name.to_owned()),
            });
        }
        let Some((name, shapes)) = applied_to_shapes(name) else {
            return session.read(text, diagnostics).map(Self::Entry);
        };
        let mut wrong = |message: String, help: String| {
            Err(diagnostics.error(Diagnostic::error(Position::Unknown, message).with_help(help)))
        };
        let Some(function) = session.definitions.function(name) else {
            let near = nearest(name, session.definitions.functions().map(|(name, _)| name));
            let help = near.map_or("`:functions` lists the functions".to_owned(), did_you_mean);
            return wrong(format!("there is no function '{name}'"), help);
        };
        let (count, usage) =
            (function.function().params.len(), example(name, function.function().params.len()));
        match ShapeReader(shapes).list() {
            Err(message) => wrong(
                message,
                format!("shapes are written as in `{usage}`; <> is that of a number"),
            ),
            Ok(shapes) if shapes.len() != count => wrong(
                format!(
                    "function '{name}' takes {}, found {}",
                    counted(count, "shape"),
                    shapes.len()
                ),
                format!("give a shape for each: `{usage}`"),
            ),
            Ok(shapes) => Ok(Self::Function(name.to_owned(), shapes)),
        }
    }

    /// The program to show.
    ///
    /// # Errors
    /// If names or kinds in it are wrong.
    pub(super) fn program(
        self,
        session: &Session,
        diagnostics: &mut Diagnostics,
    ) -> Result<Program, Reported> {
        let (tree, root, shapes) = match self {
            Self::Entry(entry) => {
                session.check(&entry.input, diagnostics)?;
                let name = unused_name(session, &entry.input.module);
                let tree =
                    compose(&entry.input, &session.definitions, Kept::Used, Form::Function(&name));
                let is_value = !entry.input.body.is_empty() || entry.input.value.is_some();
                let params =
                    tree.functions.last().filter(|_| is_value).map(|last| &last.params[..]);
                let values = params.unwrap_or_default().iter().map(|param| {
                    let name = param.name.text().split('#').next().unwrap_or_default();
                    session.definitions.variable(name).map(|variable| Shape::of(&variable.value))
                });
                let shapes = values.collect();
                (tree, is_value.then_some(name), shapes)
            }
            Self::Generic(name) => {
                (compose_functions([&*name], &session.definitions), Some(name), None)
            }
            Self::Function(name, shapes) => {
                (compose_functions([&*name], &session.definitions), Some(name), Some(shapes))
            }
        };
        let analysis = analyze(&tree, diagnostics)?;
        let mut functions = tree.functions.iter().enumerate();
        let is_root = |function: &Function| root.as_deref() == Some(function.name.text());
        let template = functions.find(|(index, it)| is_root(it) && analysis.is_template(*index));
        if let Some((_, template)) = template {
            return Err(diagnostics.error(takes_functions(template)));
        }
        Ok(Program { tree, analysis, root, shapes })
    }
}

impl Program {
    /// Its IR before any pass, with the known shapes.
    ///
    /// # Errors
    /// If a shape is given for a parameter that is a struct, or the other way round.
    pub(super) fn emit(
        &self,
        session: &Session,
        diagnostics: &mut Diagnostics,
    ) -> Result<Body, Reported> {
        let ctx = context(&session.settings, &session.sources);
        let arguments = session.settings.program_arguments();
        let mut module =
            toy_dialect::emit_module_with_arguments(&ctx, &self.tree, &self.analysis, arguments);
        let functions = &self.tree.functions;
        let root = self
            .root
            .as_ref()
            .and_then(|root| functions.iter().position(|f| f.name.text() == root));
        let (Some(index), Some(shapes)) = (root, &self.shapes) else { return Ok(module) };
        for ((shape, kind), param) in
            shapes.iter().zip(self.analysis.params(index)).zip(&functions[index].params)
        {
            if !self.fits(shape, *kind) {
                let (name, help) = match kind {
                    Kind::Tensor | Kind::Values(_) => {
                        ("a tensor", "give its sizes, as in `<2,3>`".to_owned())
                    }
                    Kind::Struct(_) => (
                        "a struct",
                        "give the shapes of its members, as in `{<2,3>, <>}`".to_owned(),
                    ),
                };
                let message = format!(
                    "parameter '{}' is {name}, and its shape is another one",
                    param.name.text()
                );
                return Err(diagnostics
                    .error(Diagnostic::error(Position::Unknown, message).with_help(help)));
            }
        }
        let types: Vec<Type> = shapes.iter().map(|shape| shape.ty(&ctx)).collect();
        set_parameters(&mut module, functions[index].name.text(), &types);
        Ok(module)
    }

    /// There are as many members as the struct's definition has.
    fn fits(&self, shape: &Shape, kind: Kind) -> bool {
        match (shape, kind) {
            (Shape::Tensor(..), Kind::Tensor) => true,
            (Shape::Struct(shapes), Kind::Struct(index)) => {
                let members = self.analysis.members(index);
                shapes.len() == members.len()
                    && shapes.iter().zip(members).all(|(shape, kind)| self.fits(shape, *kind))
            }
            _ => false,
        }
    }
}

impl Shape {
    /// The shape of a value.
    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Tensor(tensor) => {
                Self::Tensor(tensor.shape().to_vec(), tensor.elements().element())
            }
            Value::Struct(_, members) => {
                Self::Struct(members.iter().map(|(_, member)| Self::of(member)).collect())
            }
        }
    }

    fn ty(&self, ctx: &Context) -> Type {
        match self {
            Self::Tensor(sizes, element) => ctx.tensor_type(sizes, element.ty()),
            Self::Struct(members) => {
                let members: Vec<Type> = members.iter().map(|member| member.ty(ctx)).collect();
                StructType::get(ctx, members.into())
            }
        }
    }

    /// `<2,3>`, `f32<2,3>`, or `{<2,3>, <>}`.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Tensor(sizes, element) => {
                let element = if *element == Element::F64 { "" } else { element.name() };
                let sizes: Vec<_> = sizes.iter().map(i64::to_string).collect();
                format!("{element}<{}>", sizes.join(","))
            }
            Self::Struct(members) => {
                format!("{{{}}}", members.iter().map(Self::text).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// The shape of a type of values, if it is known.
    pub(super) fn of_type(ctx: &Context, ty: Type) -> Option<Self> {
        match StructType::elements(ctx, ty) {
            Some(members) => members
                .iter()
                .map(|member| Self::of_type(ctx, *member))
                .collect::<Option<_>>()
                .map(Self::Struct),
            None => Some(Self::Tensor(ty.static_shape(ctx)?.to_vec(), Element::of(ctx, ty))),
        }
    }
}

/// "1 shape", "2 shapes".
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A call of a function with shapes of rank 2: `f(<2,3>, <2,3>)`.
pub(super) fn example(name: &str, params: usize) -> String {
    format!("{name}({})", vec!["<2,3>"; params].join(", "))
}

/// The types of a function's parameters and results.
pub(super) fn signature(module: &Body, name: &str) -> Option<(Vec<Type>, Vec<Type>)> {
    let ctx = module.context();
    let function = module.child(SymbolTable::new(module).lookup(ctx.ident(name))?)?;
    let ty = function.attr(function.root(), Ident::FUNCTION_TYPE)?.as_type(ctx)?;
    ty.as_function(ctx).map(|(inputs, results)| (inputs.to_vec(), results.to_vec()))
}

/// Gives a function's parameters types; its result follows when shapes are inferred.
fn set_parameters(module: &mut Body, name: &str, types: &[Type]) {
    let ctx = module.context().clone();
    let Some((_, results)) = signature(module, name) else { return };
    let link = SymbolTable::new(module).lookup(ctx.ident(name));
    let Some(function) = link.and_then(|link| module.child_mut(link)) else { return };
    let region = function.regions(function.root()).first().copied();
    let Some(entry) = region.and_then(|region| function.entry_block(region)) else { return };
    for (argument, ty) in function.arguments(entry).to_vec().into_iter().zip(types) {
        function.set_type(argument, *ty);
    }
    let (root, ty) = (function.root(), ctx.type_attr(ctx.function_type(types, &results)));
    function.set_attr(root, Ident::FUNCTION_TYPE, ty);
}

/// A name for an entry as a function, different from those of all functions.
fn unused_name(session: &Session, module: &Module) -> String {
    let is_used = |name: &str| {
        session.definitions.function(name).is_some()
            || module.functions.iter().any(|f| f.name.text() == name)
    };
    let mut name = "entry".to_owned();
    while is_used(&name) {
        name.push('_');
    }
    name
}

/// `f` and `<2,3>, <>` of `f(<2,3>, <>)`; none if it is a call of values.
fn applied_to_shapes(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once('(')?;
    let name = name.trim_end();
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let shapes = rest.strip_suffix(')')?;
    let first = shapes.trim_start_matches(|c: char| c == '{' || c.is_whitespace());
    let (_, first) = element_before(first);
    (is_name && first.starts_with('<')).then_some((name, shapes))
}

/// The element type that is written before the sizes of a tensor, and the text after it.
fn element_before(text: &str) -> (Element, &str) {
    Element::ALL
        .into_iter()
        .find_map(|element| Some((element, text.strip_prefix(element.name())?)))
        .unwrap_or((Element::F64, text))
}

/// Reads `<2,3>, {<>, f32<4>}`.
struct ShapeReader<'t>(&'t str);

impl ShapeReader<'_> {
    fn list(&mut self) -> Result<Vec<Shape>, String> {
        let shapes = self.shapes(0)?;
        match self.0.trim_start() {
            "" => Ok(shapes),
            rest => Err(format!("expected ',' or the end of the shapes, found '{rest}'")),
        }
    }

    fn shapes(&mut self, depth: usize) -> Result<Vec<Shape>, String> {
        let mut shapes = vec![self.shape(depth)?];
        while self.take(',') {
            shapes.push(self.shape(depth)?);
        }
        Ok(shapes)
    }

    fn shape(&mut self, depth: usize) -> Result<Shape, String> {
        if depth > toy_ast::MAX_NESTING {
            return Err("the shapes are nested too deep".to_owned());
        }
        if self.take('{') {
            let members = self.shapes(depth + 1)?;
            return if self.take('}') {
                Ok(Shape::Struct(members))
            } else {
                Err(self.expected("'}'"))
            };
        }
        let (element, rest) = element_before(self.0.trim_start());
        self.0 = rest;
        if !self.take('<') {
            return Err(self.expected("'<'"));
        }
        let mut sizes = Vec::new();
        while !self.take('>') {
            if !sizes.is_empty() && !self.take(',') {
                return Err(self.expected("',' or '>'"));
            }
            let text = self.0.trim_start();
            let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
            match text[..text.len() - digits.len()].parse::<i64>() {
                Ok(size) if size > 0 => sizes.push(size),
                _ => return Err(self.expected("a size from 1")),
            }
            self.0 = digits;
        }
        Ok(Shape::Tensor(sizes, element))
    }

    fn take(&mut self, wanted: char) -> bool {
        let rest = self.0.trim_start().strip_prefix(wanted);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn expected(&self, what: &str) -> String {
        match self.0.trim_start() {
            "" => format!("expected {what} in a shape, found its end"),
            rest => format!("expected {what} in a shape, found '{rest}'"),
        }
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn shapes_are_read_and_written() {
        for text in
            ["<2,3>", "<>, <4>", "{<2,3>, <>}, <1>", "{{<1>}}", "f32<2>, {f32<>}", "i64<>, bool<2>"]
        {
            let shapes = ShapeReader(text).list().expect("well-formed shapes");
            assert_eq!(shapes.iter().map(Shape::text).collect::<Vec<_>>().join(", "), text);
        }
    }

    #[test]
    fn wrong_shapes_are_errors() {
        for (text, message) in [
            ("<2", "expected ',' or '>' in a shape, found its end"),
            ("<0>", "expected a size from 1 in a shape, found '0>'"),
            ("<2>, 3", "expected '<' in a shape, found '3'"),
            ("<2> <3>", "expected ',' or the end of the shapes, found '<3>'"),
            ("{<2>", "expected '}' in a shape, found its end"),
            (
                "<9999999999999999999>",
                "expected a size from 1 in a shape, found '9999999999999999999>'",
            ),
        ] {
            assert_eq!(ShapeReader(text).list(), Err(message.to_owned()), "{text}");
        }
        assert!(ShapeReader(&"{".repeat(100_000)).list().is_err());
    }

    #[test]
    fn calls_of_values_are_source() {
        assert_eq!(applied_to_shapes("f(<2>, <3>)"), Some(("f", "<2>, <3>")));
        assert_eq!(applied_to_shapes("f( {<2>})"), Some(("f", " {<2>}")));
        assert_eq!(applied_to_shapes("f(a)"), None);
        assert_eq!(applied_to_shapes("1 + f(<2>)"), None);
        assert_eq!(applied_to_shapes("f(<2>) + 1"), None);
    }
}
