//! Types and attributes of dialects: the examples of MLIR's documents on op
//! definitions ("Type definitions") and on defining types and attributes.

use crate::{context, rejected, round_trip};
use mlir_lite::ir::prelude::*;
use mlir_lite::text::asm::{AsmParser, AsmPrinter};
use mlir_lite::text::{ParseOptions, PrintOptions, parse_module, print_op};
use mlir_lite::types::Mutable;
use mlir_lite_diagnostics::Reported;

/// An integer type with special semantics.
///
/// An alternate integer type. This type differentiates itself from the
/// standard integer type by not having a signedness parameter, just a width.
#[type_def(name = "test.int", format = "`<` $width `>`")]
struct TestIntegerType {
    /// In bits.
    width: u32,
}

/// A number other than zero, and an integer type.
#[type_def(name = "test.complex", verify, traits(Numeric, Parametric<10>), interfaces(Sized2))]
struct ComplexType {
    non_zero: u64,
    integer: Type,
}

impl VerifyParameters for ComplexType {
    fn verify(&self, ctx: &Context) -> Result<(), String> {
        if self.non_zero == 0 {
            return Err("non-zero parameter passed to 'ComplexType'".into());
        }
        if !self.integer.is_integer(ctx) {
            return Err("non integer-type passed to 'ComplexType'".into());
        }
        Ok(())
    }
}

/// An element of vectors, but not of memrefs.
#[type_def(name = "test.lane", in_vectors)]
struct LaneType;

#[test]
fn declarations_say_what_may_have_elements_of_a_type() {
    let ctx = Context::new();
    let lane = LaneType::get(&ctx);
    assert!(lane.may_be_in_vectors(&ctx) && !lane.may_be_in_memrefs(&ctx));
    let other = TestIntegerType::get(&ctx, 8);
    assert!(!other.may_be_in_vectors(&ctx) && !other.may_be_in_memrefs(&ctx));
}

/// The constraint of numbers.
struct Numeric;

impl DataTrait for Numeric {
    const NAME: &'static str = "Numeric";
}

/// The parametric trait of MLIR's document on traits.
struct Parametric<const N: usize>;

impl<const N: usize> DataTrait for Parametric<N> {
    const NAME: &'static str = "Parametric";
}

/// Types that have a size.
trait Sized2 {
    /// In elements.
    fn elements(&self) -> u64;
    /// In bits.
    fn bits(&self, ctx: &Context) -> u64;
    /// Whether there is more than one element; with a default implementation.
    fn is_compound(&self) -> bool {
        self.elements() > 1
    }
}

impl Sized2 for ComplexType {
    fn elements(&self) -> u64 {
        self.non_zero
    }
    fn bits(&self, ctx: &Context) -> u64 {
        self.non_zero * u64::from(self.integer.bit_width(ctx).unwrap_or(0))
    }
}

/// All kinds of parameters.
#[type_def(name = "test.record", format = "`<` struct(params) `>`")]
struct RecordType {
    name: String,
    flag: bool,
    level: i8,
    color: Color,
    types: Vec<Type>,
}

/// Lists at any position, and lists of lists.
#[type_def(name = "test.lists")]
struct ListsType {
    sizes: Vec<u32>,
    element: Type,
    groups: Vec<Vec<i8>>,
    last: Vec<Type>,
}

/// Lists in a form of their own.
#[type_def(name = "test.forms", format = "`<` $sizes `x` $element `(` $last `)` `>`")]
struct FormsType {
    sizes: Vec<u32>,
    element: Type,
    last: Vec<Type>,
}

/// A color.
#[enum_attr(storage = i32)]
enum Color {
    Red,
    Green,
}

/// A range of numbers.
#[attr_def(
    name = "test.range",
    format = "`[` $low `to` $high `]`",
    verify,
    traits(Numeric, Parametric<10>),
    interfaces(Sized2)
)]
struct RangeAttr {
    low: i64,
    high: i64,
}

impl VerifyParameters for RangeAttr {
    fn verify(&self, _ctx: &Context) -> Result<(), String> {
        if self.low > self.high {
            Err(format!("{} is more than {}", self.low, self.high))
        } else {
            Ok(())
        }
    }
}

impl Sized2 for RangeAttr {
    fn elements(&self) -> u64 {
        self.low.abs_diff(self.high)
    }
    fn bits(&self, _ctx: &Context) -> u64 {
        64
    }
}

/// Written by hand.
#[attr_def(name = "test.hand", assembly = custom)]
struct HandAttr {
    count: usize,
}

impl CustomParameters for HandAttr {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_punct("<")?;
        let mut count = 0;
        while parser.parse_optional_punct("*") {
            count += 1;
        }
        parser.parse_punct(">")?;
        Ok(Self { count })
    }
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.write(&format!("<{}>", "*".repeat(self.count)));
    }
}

/// Takes a type and an attribute.
#[op(name = "test.use", format = "$input attr-dict `:` type($input)")]
struct UseOp {
    #[operand]
    input: ComplexType,
}

struct TestDialect;

impl Dialect for TestDialect {
    const NAMESPACE: &'static str = "test";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.ty::<TestIntegerType>();
        dialect.ty::<ComplexType>();
        dialect.ty::<RecordType>();
        dialect.ty::<ListsType>();
        dialect.ty::<FormsType>();
        dialect.attribute::<RangeAttr>();
        dialect.attribute::<HandAttr>();
        dialect.op::<UseOp>();
    }
}

#[test]
fn equal_parameters_are_one_type() {
    let ctx = context::<TestDialect>();
    assert_eq!(TestIntegerType::get(&ctx, 8), TestIntegerType::get(&ctx, 8));
    assert_ne!(TestIntegerType::get(&ctx, 8), TestIntegerType::get(&ctx, 9));
    let ty = TestIntegerType::get(&ctx, 8);
    assert_eq!(TestIntegerType::of(&ctx, ty).map(|int| int.width), Some(8));
    assert_eq!(TestIntegerType::of(&ctx, Type::I8), None);
    assert_eq!(mlir_lite::text::print_type(&ctx, ty), "!test.int<8>");
}

#[test]
fn text_has_the_parameters() {
    round_trip::<TestDialect>(
        "module {
  %0 = \"other.source\"() : () -> !test.int<8>
  %1 = \"other.source\"() : () -> !test.record<name = \"a\\22b\", flag = true, level = -3, color = \
  Green, types = i32, tensor<?xf32>>
  %2 = \"other.source\"() : () -> !test.record<name = \"\", flag = false, level = 0, color = Red, \
  types = >
  %3 = \"other.source\"() {hand = #test.hand<***>, range = #test.range[-1 to 2]} : () -> \
  !test.complex<2, i32>
  test.use %3 : !test.complex<2, i32>
}",
    );
}

#[test]
fn lists_are_parameters_at_any_position() {
    let ctx = context::<TestDialect>();
    let (groups, types) = (vec![vec![1, 2], vec![], vec![3]], vec![Type::I1, Type::F32]);
    let ty = ListsType::get(&ctx, vec![4, 5], Type::I8, groups, types.clone());
    let text = "!test.lists<[4, 5], i8, [[1, 2], [], [3]], i1, f32>";
    assert_eq!(mlir_lite::text::print_type(&ctx, ty), text);
    let form = FormsType::get(&ctx, vec![4, 5], Type::I8, types);
    let text = "!test.forms<[4, 5] x i8(i1, f32)>";
    assert_eq!(mlir_lite::text::print_type(&ctx, form), text);
    round_trip::<TestDialect>(
        "module {
  %0 = \"other.source\"() : () -> !test.lists<[4, 5], i8, [[1, 2], [], [3]], i1, f32>
  %1 = \"other.source\"() : () -> !test.lists<[], i8, [], >
  %2 = \"other.source\"() : () -> !test.forms<[4, 5] x i8(i1, f32)>
}",
    );
    rejected::<TestDialect>(
        "\"other.source\"() : () -> !test.lists<4, 5, i8, [], i1>",
        "expected '[', found '4'",
    );
}

#[test]
fn parameters_are_verified() {
    let ctx = context::<TestDialect>();
    let error = |non_zero, integer| ComplexType::get_checked(&ctx, non_zero, integer).unwrap_err();
    assert_eq!(error(0, Type::I32), "non-zero parameter passed to 'ComplexType'");
    assert_eq!(error(1, Type::F32), "non integer-type passed to 'ComplexType'");
    assert!(ComplexType::get_checked(&ctx, 1, Type::I32).is_ok());
    rejected::<TestDialect>(
        "\"other.source\"() : () -> !test.complex<0, i32>",
        "non-zero parameter passed to 'ComplexType'",
    );
    rejected::<TestDialect>(
        "\"other.source\"() {r = #test.range[3 to 2]} : () -> ()",
        "3 is more than 2",
    );
    rejected::<TestDialect>(
        "\"other.source\"() : () -> !test.int<-1>",
        "expected a number from 0 to 4294967295, found -1",
    );
    rejected::<TestDialect>(
        "%0 = \"other.source\"() : () -> !test.int<1>
         test.use %0 : !test.int<1>",
        "'test.use' op operand #0 must be A number other than zero, and an integer type, but got \
            '!test.int<1>'",
    );
}

#[test]
fn traits_and_interfaces_are_asked_for() {
    let ctx = context::<TestDialect>();
    let complex = ComplexType::get(&ctx, 2, Type::I32);
    let range = RangeAttr::get(&ctx, 3, 4);
    assert!(complex.has_trait::<Numeric>(&ctx) && range.has_trait::<Numeric>(&ctx));
    assert!(
        !TestIntegerType::get(&ctx, 8).has_trait::<Numeric>(&ctx)
            && !Type::I32.has_trait::<Numeric>(&ctx)
    );
    assert!(complex.has_trait::<Parametric<10>>(&ctx) && range.has_trait::<Parametric<10>>(&ctx));
    assert!(!complex.has_trait::<Parametric<11>>(&ctx) && !range.has_trait::<Parametric<11>>(&ctx));
    let sized = complex.interface::<dyn Sized2>(&ctx).unwrap();
    assert_eq!((sized.elements(), sized.bits(&ctx), sized.is_compound()), (2, 64, true));
    assert!(!range.interface::<dyn Sized2>(&ctx).unwrap().is_compound());
    assert!(Type::I32.interface::<dyn Sized2>(&ctx).is_none());
}

/// The nicknames of types and attributes of other crates.
trait Nickname: Send + Sync {
    fn nickname(&self) -> String;
}

impl Nickname for TestIntegerType {
    fn nickname(&self) -> String {
        format!("int of {}", self.width)
    }
}

impl Nickname for RangeAttr {
    fn nickname(&self) -> String {
        "range".into()
    }
}

impl Nickname for String {
    fn nickname(&self) -> String {
        self.clone()
    }
}

/// A cast counts before models, and of the models the first that makes an object.
#[test]
fn interfaces_are_attached_to_types_and_attributes_from_outside() {
    for is_loaded in [true, false] {
        let ctx = Context::new();
        if is_loaded {
            ctx.load::<TestDialect>();
        }
        ctx.extend::<TestDialect>(|test| {
            test.attach_type_model::<dyn Nickname>(|ctx, ty| {
                (ty == Type::I32 || TestIntegerType::of(ctx, ty).is_some())
                    .then(|| Box::new("first".to_string()) as _)
            });
            test.attach_to_type::<TestIntegerType, dyn Nickname>(|ty| ty);
            test.attach_to_attribute::<RangeAttr, dyn Nickname>(|range| range);
            test.attach_attribute_model::<dyn Nickname>(|_, _| Some(Box::new("any".to_string())));
        });
        ctx.load::<TestDialect>();
        let name = |ty: Type| ty.interface::<dyn Nickname>(&ctx).map(Nickname::nickname);
        assert_eq!(name(TestIntegerType::get(&ctx, 8)).as_deref(), Some("int of 8"));
        assert_eq!(name(Type::I32).as_deref(), Some("first"));
        assert_eq!(name(Type::F32), None);
        ctx.extend::<TestDialect>(|test| {
            test.attach_type_model::<dyn Nickname>(|_, _| Some(Box::new("second".to_string())));
        });
        assert_eq!(name(Type::I32).as_deref(), Some("first"));
        assert_eq!(name(Type::F32).as_deref(), Some("second"));
        assert!(std::ptr::eq(
            Type::F32.interface::<dyn Nickname>(&ctx).unwrap(),
            Type::F32.interface::<dyn Nickname>(&ctx).unwrap()
        ));
        let name = |attribute: Attribute| {
            attribute.interface::<dyn Nickname>(&ctx).map(Nickname::nickname)
        };
        assert_eq!(name(RangeAttr::get(&ctx, 3, 4)).as_deref(), Some("range"));
        assert_eq!(name(Attribute::UNIT).as_deref(), Some("any"));
    }
}

/// The document's `RecursiveType`: a name, and a body that may contain the type itself.
#[derive(PartialEq, Eq, Hash, Debug)]
struct RecursiveType {
    name: String,
    body: Mutable<Type>,
}

impl DialectType for RecursiveType {
    const DIALECT: &'static str = "test";
    const MNEMONIC: &'static str = "rec";

    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.write("<");
        printer.write(&self.name);
        printer.cyclic(&self.name, |printer| {
            if let Some(&body) = self.body.get() {
                printer.write(", ");
                printer.ty(body);
            }
        });
        printer.write(">");
    }

    fn parse(parser: &mut AsmParser<'_, '_>) -> Result<Self, Reported> {
        parser.parse_punct("<")?;
        let position = parser.position();
        let name = parser.parse_any_keyword()?.to_string();
        let ctx = parser.context().clone();
        let ty = ctx.dialect_type(RecursiveType { name: name.clone(), body: Mutable::default() });
        if parser.parse_optional_punct(",") {
            let body = parser.cyclic(&name, |parser| parser.parse_type())?;
            if ty.as_dialect::<RecursiveType>(&ctx).is_some_and(|ty| ty.body.set(body).is_err()) {
                let message = "attempting to change the body of an already-initialized type";
                return Err(parser.error(position, message));
            }
        }
        parser.parse_punct(">")?;
        Ok(RecursiveType { name, body: Mutable::default() })
    }
}

struct RecursiveDialect;

impl Dialect for RecursiveDialect {
    const NAMESPACE: &'static str = "test";

    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.ty::<RecursiveType>();
    }
}

fn recursive(text: &str) -> Result<String, String> {
    let ctx = Context::new();
    ctx.load::<RecursiveDialect>();
    let text = format!("\"other.op\"() {{a = {text}}} : () -> ()");
    let file = ctx.sources().add("a.mlir", text).unwrap();
    let mut diagnostics = Diagnostics::new();
    let options = ParseOptions::default().with_allow_unregistered(true);
    match parse_module(&ctx, &file, options, &mut diagnostics) {
        Ok(module) => Ok(print_op(module.as_op(), PrintOptions::default())),
        Err(_) => Err(diagnostics.iter().map(|found| found.message.to_string()).collect()),
    }
}

#[test]
fn types_contain_themselves() {
    for text in [
        "!test.rec<list, !test.rec<list>>",
        "!test.rec<list, tuple<i64, !test.rec<list>>>",
        "!test.rec<a, tuple<!test.rec<b, !test.rec<a>>>>",
        "!test.rec<forward>",
        "[!test.rec<a, i32>, !test.rec<a, i32>]",
    ] {
        assert!(recursive(text).is_ok_and(|printed| printed.contains(text)), "{text}");
    }
    assert_eq!(
        recursive("[!test.rec<a, i32>, !test.rec<a, i64>]"),
        Err("attempting to change the body of an already-initialized type".into())
    );
    assert_eq!(
        recursive("!test.rec<a, !test.rec<a, i32>>"),
        Err("inside of itself, 'a' is written by its name alone".into())
    );
}

/// A type that refers to a symbol, and has other parts.
#[type_def(name = "test.holder")]
struct HolderType {
    symbol: Attribute,
    depth: u32,
    types: Vec<Type>,
}

/// The same with a form of its own: fields of known types are replaced.
#[attr_def(name = "test.held", assembly = custom)]
struct HeldAttr {
    ty: Type,
    count: usize,
}

impl CustomParameters for HeldAttr {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_punct("<")?;
        let ty = parser.parse_type()?;
        parser.parse_punct(">")?;
        Ok(Self { ty, count: 1 })
    }
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.write("<");
        printer.ty(self.ty);
        printer.write(">");
    }
}

/// A symbol by its name.
#[attr_def(name = "test.named", assembly = custom, parts)]
struct NamedAttr {
    symbol: Ident,
}

impl CustomParameters for NamedAttr {
    fn parse(parser: &mut AsmParser<'_, '_>) -> Parsed<Self> {
        parser.parse_punct("<")?;
        let symbol = parser.parse_symbol_name()?;
        parser.parse_punct(">")?;
        Ok(Self { symbol })
    }
    fn print(&self, printer: &mut AsmPrinter<'_>) {
        printer.write("<");
        printer.symbol_name(self.symbol.text(printer.context()));
        printer.write(">");
    }
}

impl CustomParts for NamedAttr {
    fn replace_parts(&mut self, ctx: &Context, replace: ReplacePart<'_>) {
        let symbol = replace(ctx.symbol_ident_attr(self.symbol));
        self.symbol = symbol.as_flat_symbol(ctx).unwrap_or(self.symbol);
    }
}

struct HolderDialect;

impl Dialect for HolderDialect {
    const NAMESPACE: &'static str = "test";
    fn register(dialect: &mut DialectRegistration<'_>) {
        dialect.ty::<HolderType>();
        dialect.attribute::<HeldAttr>();
        dialect.attribute::<NamedAttr>();
    }
}

/// Each reference in this text is one to the symbol `a`, or to `b` if the argument is `b`.
fn references_in_dialects(symbol: &str) -> String {
    let holder = format!("!test.holder<@{symbol}, 1, i1, tuple<>>");
    let nested = format!("!test.holder<@kept, 2, {holder}>");
    format!(
        "module {{
  module @{symbol} {{
  }}
  \"other.user\"() {{a = {holder}, b = [{{c = tensor<2xi32, #test.held<{nested}>>}}], d = \
  #test.named<@{symbol}>, e = (memref<2xi1, #test.named<@{symbol}>>) -> tuple<{holder}, {nested}>, \
  f = \"x\" : {holder}, g = @{symbol}::@a}} : () -> ()
}}"
    )
}

#[test]
fn passes_see_the_parts_of_types_and_attributes() {
    use mlir_lite::dialects::builtin::BuiltinDialect;
    use mlir_lite::ir::symbol_resolution::{SymbolTables, references, rename_symbol};
    let ctx = context::<HolderDialect>();
    ctx.load::<BuiltinDialect>();
    let mut module = test_support::read(&ctx, &references_in_dialects("a")).unwrap();
    let ops: Vec<_> = module.own_ops();
    let user = module.op(ops[1]);
    let attributes = user.body().attributes(user.id());
    let found: Vec<String> = attributes
        .into_iter()
        .flat_map(|(_, value)| references(&ctx, value))
        .map(|reference| mlir_lite::text::print_attribute(&ctx, reference))
        .collect();
    // A type that occurs twice in an attribute is visited once.
    let expected = ["@a", "@kept", "@a", "@a", "@a", "@a", "@kept", "@a", "@a::@a"];
    assert_eq!(found, expected);
    let uses = SymbolTables::new(&module).uses(module.op(ops[0]), module.as_op()).unwrap();
    assert_eq!(uses.len(), 7);
    rename_symbol(&mut module, ops[0], ctx.ident("b")).unwrap();
    let options = PrintOptions::local();
    assert_eq!(print_op(module.as_op(), options), references_in_dialects("b"));
}
