//! Procedural macros of mlir-lite: definitions of ops, types, attributes, enums
//! and passes.
//!
//! [`macro@op`] reads the declaration of an op and emits data, an `OpDef`
//! with its format as a program, together with a thin typed wrapper. It emits
//! no parser, printer or verifier: one engine in mlir-lite runs the data, so
//! that an op costs little to compile.
//!
//! Of an op, `declaration.rs` reads the attribute and the fields, `relations.rs`
//! the relations between types, `format.rs` compiles and checks the assembly
//! format, `definition.rs` writes the data, `wrapper.rs` the wrapper's functions
//! and `view.rs` the view. `parametric.rs` is about types and attributes, `enums.rs` about
//! enums, `pass.rs` and `pass_fields.rs` about passes. `rule.rs` reads rewrite rules and
//! `rule_data.rs` writes them.

mod adaptor;
mod ambiguity;
mod arguments;
mod behavior;
mod by_accessors;
mod declaration;
mod definition;
mod enums;
mod family;
mod format;
mod implied;
mod infer_adaptor;
mod interface;
mod op_options;
mod parametric;
mod pass;
mod pass_fields;
mod relations;
mod rule;
mod rule_data;
#[cfg(test)]
mod tests;
mod view;
mod wrapper;

use declaration::Declaration;
use proc_macro::TokenStream;

/// Declares an op.
///
/// ```text
/// use mlir_lite::ir::prelude::*;
///
/// /// Element-wise product of two tensors.
/// ///
/// /// The shapes are broadcast to each other.
/// #[op(name = "toy.mul", traits(Pure, ResultsBroadcastableShape),
///      implements(FoldOp, InferShape),
///      format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)")]
/// pub struct MulOp {
///     #[operand] lhs: F64Tensor,
///     #[operand] rhs: F64Tensor,
///     #[result] result: F64Tensor,
/// }
/// ```
///
/// Options:
/// * `name = "dialect.op"`: the full name.
/// * `traits(..)`: types that implement `OpTrait`, and relations between the
///   types of fields: `AllTypesMatch(lhs, rhs, result)`, `AllShapesMatch(..)`,
///   `AllElementTypesMatch(..)`, `AllRanksMatch(..)`, and
///   `TypesMatchWith("text", from, to, function)`, where the function makes of
///   the type of `from` that of `to`, or nothing.
/// * `implements(..)`: the traits that say what the op does. All of them (`VerifyOp`, `FoldOp`,
///   `InferTypes`, `CustomAssembly`, `CanonicalizeOp`, `InterpretOp`, `LowerTo<Llvm>`, an interface
///   of your own) are listed here, implemented for the op's struct, and their functions take the
///   op's view, or the struct where they change the body:
///   * `FoldOp`: the struct implements the trait.
///   * `FoldOp = ConstantsOnly<Self>`: another type does, an `OpModel` of the op, so that ops share
///     an implementation.
///   * `Trait { lhs, set_lhs, memref = base }`: the macro does, by accessors of the op:
///     `fn lhs(op: View<'_, Self>) -> ValueRef<'_>`, and of setters
///     `fn set_lhs(self, body: &mut Body, value: ValueId)`. So functions for several ops read
///     fields that have the same names, or others: `memref = base`.
/// * `properties = constant`: the attributes that today's MLIR counts among the
///   op's own, and 2020's did not: an `UpstreamProperties`.
/// * `format = ".."`: the custom form, in the language of MLIR's declarative
///   assembly formats. The anchor of an optional group may be in the second of two groups, and may
///   be a `custom` directive. Without a format, `CustomAssembly` parses and prints the op, if it is
///   listed, and an example in the comment shows its form; otherwise the op has the generic form
///   only.
/// * `upstream(name = "..", format = "..")`: what today's MLIR calls the op and,
///   if it differs, its form; `only` where 2020's MLIR had no such op;
///   `names("..", "..")` where there are several names, with
///   `choose = function` to say which an op has; `check = function` for what
///   today's MLIR asks of text that uses its name, and the op does not.
///
/// Fields are marked `#[operand]`, `#[attr]`, `#[region]`, `#[successor]` or
/// `#[result]`; their types are constraints, in `Optional<..>` or
/// `Variadic<..>` where they may be missing or many. `#[attr(name = "..")]`
/// gives the name in the dictionary where it differs from the field's;
/// `#[attr(default = function)]` the attribute that absence means. With
/// `#[attr(typed)]` the accessor and `build` have the Rust value that the
/// attribute stands for (an enum, an `i64`), `<name>_attr` the attribute, and
/// `default = value` is such a value.
///
/// `#[operand(effects(Read, Write))]` and `#[result(effects(Allocate))]` say what the op does to
/// the memory of these values, and nothing to other memory: `MemoryEffectOpInterface` is
/// implemented. A tensor is not memory: there is no effect on it.
///
/// `#[result(upstream_name = "dim")]` is what today's MLIR calls the result in text:
/// `OpAsmNameInterface` is implemented.
///
/// The struct becomes a `Copy` wrapper of an `OpId` with functions that read and
/// set each field in a body, and two builders: `build`, which takes a location
/// and gives the op, and `create`, which takes the builder's location and gives
/// the result (the op, if it does not have exactly one; isolated ops have no
/// `create`). Beside it are a view, `<Name>Ref`, which is the op together with
/// its body, so that its accessors need no other argument, and an adaptor
/// `<Name>Adaptor` with the operand accessors over any values: converted
/// operands in a pattern, constants in a fold. An op with `InferTypes` has an
/// `<Name>InferAdaptor`: the types of operands, attributes and regions by name.
///
/// Result types are parameters of `build`, except where they follow: under
/// `SameOperandsAndResultType`, from a relation to a single operand, and for
/// results whose constraint is one of the builtin ones with a single type
/// (`I1`, `F64`, `Index` and their like) or are marked `#[result(inferred)]`,
/// which says the same of other constraints. An op with
/// `InferTypes` also has `build_inferred`. More builders are
/// functions in an `impl` of the struct.
///
/// Rustdoc of the struct has its comment, the names and forms of the op, and
/// the names as aliases for the search.
#[proc_macro_attribute]
pub fn op(options: TokenStream, item: TokenStream) -> TokenStream {
    if family::Member::is(&options.clone().into()) {
        let member = syn::parse_macro_input!(options as family::Member);
        let item = syn::parse_macro_input!(item as syn::ItemStruct);
        return expanded(family::expand_member(member, item));
    }
    match Declaration::parse(options.into(), item.into()) {
        Ok(declaration) => {
            let definition = definition::expand(&declaration);
            let wrapper = wrapper::expand(&declaration);
            let view = view::expand(&declaration);
            let adaptor = adaptor::expand(&declaration);
            let infer_adaptor = infer_adaptor::expand(&declaration);
            let by_accessors = by_accessors::expand(&declaration);
            let implied = implied::expand(&declaration);
            let errors = declaration.errors.iter().map(syn::Error::to_compile_error);
            let adaptors = [adaptor, infer_adaptor];
            let views = quote::quote!(#view #(#adaptors)* #by_accessors #implied);
            quote::quote!(#definition #wrapper #views #(#errors)*).into()
        }
        Err(error) => error.to_compile_error().into(),
    }
}

/// Declares what ops of a family have in common: options of [`macro@op`], and fields.
///
/// ```text
/// /// Two floats that give a third.
/// #[op_family(
///     traits(Pure, SameOperandsAndResultType),
///     implements(InterpretOp),
///     format = "$lhs `,` $rhs attr-dict `:` type($result)"
/// )]
/// struct FloatBinary {
///     #[operand] lhs: FloatLike,
///     #[operand] rhs: FloatLike,
///     #[result] result: FloatLike,
/// }
///
/// /// Sum of floats.
/// #[op(family = FloatBinary, name = "std.addf", traits(Commutative), implements(FoldOp))]
/// pub struct AddFOp;
/// ```
///
/// A declaration of the family begins with its name. Its `traits`, `implements` and `upstream` are
/// added to those of the family, and its fields follow the family's. Types are looked up where the
/// declaration is.
#[proc_macro_attribute]
pub fn op_family(options: TokenStream, item: TokenStream) -> TokenStream {
    let item = syn::parse_macro_input!(item as syn::ItemStruct);
    expanded(family::expand(options.into(), item))
}

/// Makes a trait an interface of ops. Its functions take the op's view, and are called as methods
/// of the result of `OpRef::ask`, whose type does not name the op.
///
/// ```text
/// #[op_interface]
/// pub trait InferShape {
///     /// The type of the op's result.
///     fn infer_type(op: View<'_, Self>) -> Type;
/// }
///
/// impl InferShape for AddOp {
///     fn infer_type(op: AddOpRef<'_>) -> Type {
///         op.lhs().ty()
///     }
/// }
///
/// op.ask::<dyn InferShape, _>(|op| op.infer_type())
/// ```
///
/// `#[op_interface(verify = function)]` names what all ops that implement it
/// must pass: a function of an `OpRef` and `Diagnostics`.
#[proc_macro_attribute]
pub fn op_interface(options: TokenStream, item: TokenStream) -> TokenStream {
    let options = syn::parse_macro_input!(options as interface::Options);
    let item = syn::parse_macro_input!(item as syn::ItemTrait);
    interface::expand(options, item).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Declares a type of a dialect; the fields are its parameters.
///
/// ```text
/// /// A ring of integers modulo a number.
/// #[type_def(name = "poly.ring", format = "`<` $modulus `,` $element `>`", verify)]
/// pub struct RingType {
///     /// What is zero.
///     pub modulus: u64,
///     pub element: Type,
/// }
/// ```
///
/// Options: `name`; `format`, made of literals in backticks, `$parameter`,
/// `params` (all, with commas) and `struct(params)` (all, as `name = value`),
/// by default `` `<` params `>` ``; ``(`in` $order^)?``, a group that is left out where the
/// parameter with `^` is: an `Option`, or a field with `#[default(value)]`;
/// `custom<Type>($a, $b)`, a part that a `ParameterDirective` reads and writes; or
/// `assembly = custom` (the struct implements `CustomParameters`); `verify` (it implements
/// `VerifyParameters`); `parts` (it implements `CustomParts`: it refers to symbols by name, or has
/// attributes in other fields than parameters, so that passes on symbols find them);
/// `in_vectors` and `in_memrefs` (these may have elements of the type);
/// `traits(..)` (types that implement `DataTrait`) and `interfaces(..)`
/// (object-safe traits that the struct implements).
///
/// The struct implements `DialectType`, and is a constraint that fields of ops
/// can name. It has the functions `get(ctx, parameters..)` and `of(ctx, ty)`,
/// and with `verify` also `get_checked`.
#[proc_macro_attribute]
pub fn type_def(options: TokenStream, item: TokenStream) -> TokenStream {
    expanded(parametric::expand(parametric::Kind::Type, options.into(), item.into()))
}

/// Declares an attribute of a dialect, as [`macro@type_def`] declares a type.
///
/// Formats of ops print its parameters alone: `<1, 2>`; `qualified($attr)` prints
/// `#dialect.name<1, 2>`.
#[proc_macro_attribute]
pub fn attr_def(options: TokenStream, item: TokenStream) -> TokenStream {
    expanded(parametric::expand(parametric::Kind::Attribute, options.into(), item.into()))
}

/// Declares an enum that attributes hold.
///
/// ```text
/// /// How two numbers are compared.
/// #[enum_attr(storage = i64)]
/// pub enum Predicate {
///     #[case("eq")] Equal = 0,
///     #[case("ne")] NotEqual = 1,
/// }
/// ```
///
/// Options: where it is stored, `storage = i32` (or `i8`, `i16`, `i64`),
/// `storage = str`, or `name = "dialect.name"` for an attribute of its own,
/// `#dialect.name<case>`, which the dialect registers (with both, ops store the
/// integer or string, and the attribute is used elsewhere), with `bare` for
/// `#dialect<name case>`; `bits` where values
/// are sets of cases, with `separator = ".."` between them, `|` by default, and
/// `groups` where a case of several bits stands for them in larger sets as well;
/// `unquoted` where cases are written as keywords only, never in quotes.
///
/// A case's text is its name, or the text in `#[case("..")]`. The enum implements `EnumAttribute`,
/// and is a constraint that fields of ops can name; formats write the case as a keyword. An enum of
/// `bits` becomes a struct with a constant for each case: `BitOne` becomes `BIT_ONE`.
#[proc_macro_attribute]
pub fn enum_attr(options: TokenStream, item: TokenStream) -> TokenStream {
    expanded(enums::expand(options.into(), item.into()))
}

/// Declares a pass. Only `RunPass::run` is left to write.
///
/// ```text
/// use mlir_lite::ir::Body;
/// use mlir_lite::pass::{PassContext, PassRegistry, RunPass, pass};
/// use mlir_lite_diagnostics::Reported;
///
/// /// My Pass Summary
/// ///
/// /// Here we can now give a much larger description of `MyPass`, including all of
/// /// its various constraints and behavior.
/// #[pass(name = "my-pass", on = "builtin.module")]
/// pub struct MyPass {
///     /// An example option
///     #[option("example-option", default = true)]
///     option: bool,
///     /// An example list option
///     #[option("example-list")]
///     list_option: Vec<i64>,
///     /// An example statistic
///     #[statistic("example-statistic")]
///     STATISTIC: Statistic,
/// }
///
/// impl RunPass for MyPass {
///     fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> Result<(), Reported> {
///         if self.option {
///             cx.count(Self::STATISTIC, body.own_ops().len() as u64);
///         }
///         Ok(())
///     }
/// }
///
/// let mut registry = PassRegistry::new();
/// registry.register(MyPass::info());
/// assert!(registry.pass("my-pass").is_some());
/// ```
///
/// The first paragraph of the documentation is the summary in a registry, without a full stop at
/// its end; the others are the description. In these, lines of prose are joined.
///
/// Options:
/// * `name = "my-pass"`: the name on command lines.
/// * `report_name = "MyPass"`: the name in reports, an expression; otherwise that of the struct,
///   without `Pass` at its end.
/// * `upstream = "my-pass"`: the name on command lines that today's MLIR has for it.
/// * `aliases("..", "..")`: further names on command lines.
/// * `on = FuncOp`, or `on = "std.func"`: the only op that it runs on; any isolated op without it.
///   Another expression, as `self.anchor`, is an `Option<&'static str>`.
/// * `each_body`: it is given one body at a time (`PassScope::EachBody`).
/// * `pure`: what it does depends on nothing but its options, its op and what it asks its context
///   for, and it prints nothing (`Pass::is_pure`): it is skipped where it would change nothing.
/// * `only("key" = "0" | "64": "the reason", ..)`: options of MLIR's pass that this one has with
///   the given values only, the first of which is the default; another value is an error that gives
///   the reason.
/// * `dialects(..)`: the dialects whose entities it creates; they are loaded before it is made.
/// * `initialize`: the struct's function `initialize(ctx: &Context) -> Self` makes the pass, once,
///   before it runs: for patterns that are collected, and the like.
///
/// Fields:
/// * `#[option("key", default = value)]`: an option, described by its documentation.
/// * `#[options]`: a struct of options that [`macro@pass_options`] declares. With `initialize`,
///   this is the only place for options, and the function is
///   `initialize(ctx: &Context, options: T)`.
/// * `#[statistic("name")] NAME: Statistic`: what is counted; it becomes a constant of the pass.
/// * all others hold what the pass needs; they begin as `Default`, or as `#[default(value)]` says.
///
/// Yields the struct, its `Pass`, `Default` (with `initialize`, `new(ctx)` instead), `with_options`
/// where there is a field of `#[options]`, and `info()`, which registers and documents the pass.
#[proc_macro_attribute]
pub fn pass(options: TokenStream, item: TokenStream) -> TokenStream {
    expanded(pass::expand(options.into(), item.into()))
}

/// Declares a struct of options, of a pipeline or for a field of a [`macro@pass`].
///
/// ```text
/// use mlir_lite::pass::{OptionText, PassOptions, pass_options};
///
/// /// How much is done.
/// #[pass_options]
/// pub struct MyPipelineOptions {
///     /// How often
///     #[option("iterations", default = 3)]
///     iterations: usize,
///     /// What is left alone
///     #[option("except")]
///     except: Vec<String>,
/// }
///
/// let mut options = MyPipelineOptions::default();
/// options.set(&OptionText::new("except", "main,test")).unwrap();
/// assert_eq!((options.iterations, options.except.len()), (3, 2));
/// ```
#[proc_macro_attribute]
pub fn pass_options(options: TokenStream, item: TokenStream) -> TokenStream {
    expanded(pass::expand_options(options.into(), item.into()))
}

/// Declares rewrite rules; gives a `&'static [Rule]` for
/// `RewritePatternSet::add_rules`.
///
/// ```text
/// set.add_rules(rewrite! {
///     "transpose of transpose": TransposeOp(TransposeOp($x)) => $x;
///     "reshape of reshape": ReshapeOp(ReshapeOp($x)) => ReshapeOp($x);
///     "distribute": MulOp(AddOp($a, $b), $c) => AddOp(MulOp($a, $c), MulOp($b, $c))
///         where has_one_use($a), $c: F64Tensor
///         benefit + 2;
/// });
/// ```
///
/// Arguments are operands and attributes, in the order of their declaration.
///
/// On the left side an argument is `$x` (bound; the same symbol twice means
/// the same value), `_`, `$x: Constraint` or `_: Constraint` (on the type of an
/// operand, or on an attribute), or an op whose result it is, `Op(..)`, of
/// several results `Op(..).1`. `$op @ Op(..)` binds an op.
///
/// The right side is a value, `$x`, `$op` or `$op.1`; an op to build, `Op(..)`, `$new @ Op(..)`,
/// with one of its results selected by `Op(..).1`; or a function of the rewriter and of such
/// arguments, `function($x, $_loc)`, which returns a value, an attribute or an op. `_` leaves out
/// an optional argument. Several results are written in brackets, `[A(..), B(..)]`: the last ones
/// replace those of the root, the others are auxiliary.
///
/// An op that does not replace the root needs a result type that follows from
/// its arguments, or `Op(..) -> $x`, the type of `$x`; `-> function($x)` calls a
/// function of the body. New ops have the fused location of all matched ones;
/// the last argument `loc($a, $b)` or `loc("name")` gives another.
///
/// Conditions are `$x: Constraint` and `function($x)` or `!function($x)`, of
/// the body and bound values. The benefit is the number of ops matched;
/// `benefit + N` adds to it.
///
/// Ops of the trait `Commutative` match with their operands in either order.
#[proc_macro]
pub fn rewrite(rules: TokenStream) -> TokenStream {
    let rules = match syn::parse::<rule::Rules>(rules) {
        Ok(rules) => rules,
        Err(error) => return error.to_compile_error().into(),
    };
    expanded(rule_data::expand(&rules))
}

fn expanded(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result.unwrap_or_else(|error| error.to_compile_error()).into()
}
