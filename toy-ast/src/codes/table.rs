//! The table of codes. One entry: name, code, title, explanation, a wrong program, the program
//! repaired.

use super::Entry;

macro_rules! table {
    ($($name:ident $text:literal $title:literal $explanation:literal wrong $wrong:literal repaired $repaired:literal)*) => {
        /// The codes of errors and warnings about a Toy program.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// All codes, by number.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The description of this code.
            pub const fn entry(self) -> Entry {
                match self {
                    $(Self::$name => Entry {
                        text: $text,
                        title: $title,
                        explanation: $explanation,
                        wrong: $wrong,
                        repaired: $repaired,
                    },)*
                }
            }
        }
    };
}

table! {
    UnknownCharacter "T0001" "a character that is not part of the language"
r"
Toy is written with the letters of English, digits, and the signs of its grammar. Other
characters are allowed in comments, which begin with `#`, and in texts, which end on their line.
"
    wrong r"
def main() {
  print(2 $ 3);
}
"
    repaired r"
def main() {
  print(2 * 3);
}
"

    MalformedNumber "T0002" "a number that is not well formed"
r"
A number is written in decimal digits with an optional fraction and an optional exponent: 1,
2.25, .5, 1.5e-3. A name cannot begin with a digit, and there are no separators between digits.
"
    wrong r"
def main() {
  print(1.2.3);
}
"
    repaired r"
def main() {
  print(1.23);
}
"

    NumberTooLarge "T0003" "a number that does not fit a 64-bit float"
r"
All numbers are 64-bit floats (IEEE 754). The largest of them is about 1.8e308; an infinity is
the result of a computation, like 1 / 0, and cannot be written as a number.
"
    wrong r"
def main() {
  print(1e999);
}
"
    repaired r"
def main() {
  print(1e300);
}
"

    UnexpectedToken "T0004" "a token in the wrong position"
r"
The token does not fit after the ones before it. The message lists the tokens that could follow
instead; often a sign is missing, or there is one too many, shortly before this position.
"
    wrong r"
def main() {
  var a = 2 3;
  print(a);
}
"
    repaired r"
def main() {
  var a = 2 * 3;
  print(a);
}
"

    MissingExpression "T0005" "a value is missing"
r"
An operator needs a value on both sides, an argument list one between each two commas, and `=`
one after it.
"
    wrong r"
def main() {
  print(1 + );
}
"
    repaired r"
def main() {
  print(1 + 2);
}
"

    MissingClosingBracket "T0006" "a bracket that is not closed"
r"
Each `(`, `[` and `{` is closed by its `)`, `]` or `}`. The message points to where the closing
bracket is missed, and to the bracket that it would close.
"
    wrong r"
def main() {
  print((1 + 2);
}
"
    repaired r"
def main() {
  print((1 + 2));
}
"

    MissingSemicolon "T0007" "a statement without `;`"
r"
Each statement, and each member of a struct, ends with `;`. The end of a line does not end a
statement, so that long ones can go on in the next line.
"
    wrong r"
def main() {
  var a = 1
  print(a);
}
"
    repaired r"
def main() {
  var a = 1;
  print(a);
}
"

    MissingComma "T0008" "a `,` is missing between two values"
r"
Arguments, parameters, the sizes of a shape, and the elements of literals are separated by `,`.
"
    wrong r"
def main() {
  print([1 2, 3]);
}
"
    repaired r"
def main() {
  print([1, 2, 3]);
}
"

    MissingOpeningBracket "T0009" "a bracket that is not opened"
r"
A function's parameters are written in `(` and `)`, also if there are none; its statements, and
the members of a struct, are written in `{` and `}`.
"
    wrong r"
def main()
  print(1);
}
"
    repaired r"
def main() {
  print(1);
}
"

    StrayBracket "T0010" "a closing bracket without its opening one"
r"
This bracket closes nothing: no bracket of its kind is open here. Remove it, or add the opening
one.
"
    wrong r"
def main() {
  print(1));
}
"
    repaired r"
def main() {
  print(1);
}
"

    MissingName "T0011" "a name is missing"
r"
A definition needs a name: of letters, digits and `_`, not beginning with a digit, and none of
the words that have a meaning of their own (`def`, `return`, `struct`, `var`).
"
    wrong r"
def main() {
  var = 1;
}
"
    repaired r"
def main() {
  var one = 1;
  print(one);
}
"

    OutsideFunction "T0012" "a statement outside of a function"
r"
A file holds functions, structs and constants. Statements are in functions; the program runs
those of `main`.
"
    wrong r"
print(1);
def main() {
}
"
    repaired r"
def main() {
  print(1);
}
"

    Assignment "T0013" "an assignment to something that is not a variable"
r"
An assignment gives a variable another value: `total = total + x;`, `total += x;`, or other
elements: `a[i] = x;`. Members of a struct and values of expressions are not variables: make a new
value, and give it a name.
"
    wrong r"
struct Point {
  var x;
  var y;
}
def main() {
  Point p = {1, 2};
  p.x = 3;
  print(p.x + p.y);
}
"
    repaired r"
struct Point {
  var x;
  var y;
}
def main() {
  Point p = {1, 2};
  p = {3, p.y};
  print(p.x + p.y);
}
"

    VariableWithoutValue "T0014" "a variable that is defined without a value"
r"
Values do not change, so a variable without a value could never get one. `var a<2, 3> = 0;` does
not make a matrix of zeros either: a shape gives the elements of the value another order, and needs
as many of them.
"
    wrong r"
def main() {
  var a;
  print(a);
}
"
    repaired r"
def main() {
  var a = 1;
  print(a);
}
"

    MissingAssign "T0015" "`=` is missing in a definition"
r"
A variable's name, or its shape, is followed by `=` and the value.
"
    wrong r"
def main() {
  var a 1;
  print(a);
}
"
    repaired r"
def main() {
  var a = 1;
  print(a);
}
"

    ForeignComment "T0016" "a comment as other languages write it"
r"
A comment begins with `#` and ends with its line. `/*` begins none, and `//` is an operator. It is
reported as a comment where it has no left operand, or where two words follow.
"
    wrong r"
def main() {
  print(1); // one
}
"
    repaired r"
def main() {
  print(1); # one
}
"

    TrailingComma "T0017" "a `,` with nothing after it"
r"
A `,` separates: after the last argument, parameter, size or element there is none.
"
    wrong r"
def main() {
  print([1, 2,]);
}
"
    repaired r"
def main() {
  print([1, 2]);
}
"

    NestingTooDeep "T0018" "nesting is too deep"
r"
Brackets, blocks and prefix operators nest at most 128 levels deep. Give inner parts names of
their own.
"
    wrong r"
def main() {
  print(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))));
}
"
    repaired r"
def main() {
  print(((1)));
}
"

    WrongSize "T0019" "not a size of a tensor"
r"
A shape, as in `var a<2, 3> = ...;`, lists the sizes of the dimensions: whole numbers from 1 on.
"
    wrong r"
def main() {
  var a<0> = 1;
  print(a);
}
"
    repaired r"
def main() {
  var a<1> = 1;
  print(a);
}
"

    RaggedLiteral "T0020" "rows of a tensor literal differ in shape"
r"
A tensor is a box: each row of a matrix has as many elements as the others, and so on for more
dimensions.
"
    wrong r"
def main() {
  print([[1, 2, 3], [4, 5]]);
}
"
    repaired r"
def main() {
  print([[1, 2, 3], [4, 5, 6]]);
}
"

    MixedRow "T0021" "a row of a tensor literal mixes numbers and rows"
r"
All elements of a row have one shape: they are numbers, or they are rows of the same shape.
"
    wrong r"
def main() {
  print([1, [2, 3]]);
}
"
    repaired r"
def main() {
  print([[1, 1], [2, 3]]);
}
"

    EmptyLiteral "T0022" "a tensor literal without elements"
r"
Each dimension of a tensor has at least the size 1, so there are no tensors without elements.
"
    wrong r"
def main() {
  print([]);
}
"
    repaired r"
def main() {
  print([0]);
}
"

    NotConstant "T0023" "something in a tensor literal that is not an element"
r"
The elements of a tensor literal are numbers, expressions, or rows of these.
"
    wrong r#"
def main() {
  print([1, "2"]);
}
"#
    repaired r"
def main() {
  print([1, 2]);
}
"

    EmptyStruct "T0024" "a struct without members"
r"
A struct has at least one member, and a struct's value in braces has a value for each.
"
    wrong r"
struct S {
}
def main() {
}
"
    repaired r"
struct S {
  var a;
}
def main() {
}
"

    MemberWithValue "T0025" "a member that is declared with a value or a shape"
r"
A struct says which members its values have: tensors (`var name;`) or other structs (`Name
name;`). Values are given where a struct is made, and a member has the shape of its value.
"
    wrong r"
struct S {
  var a = 1;
}
def main() {
}
"
    repaired r"
struct S {
  var a;
}
def main() {
  S s = {1};
  print(s.a);
}
"

    PrintIsNoValue "T0026" "`print` used as a value"
r"
`print(...)` shows a value and has none itself: it is a statement of its own.
"
    wrong r"
def main() {
  var a = print(1);
}
"
    repaired r"
def main() {
  var a = 1;
  print(a);
}
"

    UnknownVariable "T0027" "a variable that is not defined"
r"
A variable can be used after its definition, in the function in which it is defined. Functions
do not see the variables of others: pass values as arguments.
"
    wrong r"
def main() {
  var length = 3;
  print(lenght + length);
}
"
    repaired r"
def main() {
  var length = 3;
  print(length + length);
}
"

    UnknownFunction "T0028" "a function that is not defined"
r"
There is no function of this name in the file, before or after this one, and none that is
built in.
"
    wrong r"
def twice(x) {
  return x + x;
}
def main() {
  print(twcie(2) + twice(2));
}
"
    repaired r"
def twice(x) {
  return x + x;
}
def main() {
  print(twice(2) + twice(2));
}
"

    UnknownStruct "T0029" "a struct that is not defined"
r"
The type of this variable, parameter or member is not a struct of this file. `var` stands for a
tensor.
"
    wrong r"
def main() {
  Point p = {1, 2};
}
"
    repaired r"
struct Point {
  var x;
  var y;
}
def main() {
  Point p = {1, 2};
  print(p.x);
}
"

    UnknownMember "T0030" "a member that a struct does not have"
r"
After `.` comes the name of a member that the struct's definition lists.
"
    wrong r"
struct P {
  var x;
}
def f(P p) {
  return p.y;
}
def main() {
  P p = {1};
  print(f(p));
}
"
    repaired r"
struct P {
  var x;
}
def f(P p) {
  return p.x;
}
def main() {
  P p = {1};
  print(f(p));
}
"

    RedefinedVariable "T0031" "a variable or parameter that is defined twice"
r"
In one function a name stands for one value: parameters and variables have names that differ.
"
    wrong r"
def main() {
  var a = 1;
  var a = 2;
  print(a);
}
"
    repaired r"
def main() {
  var a = 1;
  var b = 2;
  print(a + b);
}
"

    RedefinedFunction "T0032" "a function that is defined twice"
r"
A function is known by its name alone, whatever its parameters: no two functions have the same
name.
"
    wrong r"
def f(a) {
  return a;
}
def f(a, b) {
  return a + b;
}
def main() {
  print(f(1));
}
"
    repaired r"
def f(a) {
  return a;
}
def g(a, b) {
  return a + b;
}
def main() {
  print(f(1) + g(1, 2));
}
"

    RedefinedStruct "T0033" "a struct that is defined twice"
r"
No two structs have the same name.
"
    wrong r"
struct S {
  var a;
}
struct S {
  var b;
}
def main() {
}
"
    repaired r"
struct S {
  var a;
}
struct T {
  var b;
}
def main() {
}
"

    RedefinedMember "T0034" "a member that is declared twice"
r"
The members of a struct have names that differ.
"
    wrong r"
struct S {
  var a;
  var a;
}
def main() {
}
"
    repaired r"
struct S {
  var a;
  var b;
}
def main() {
}
"

    RedefinedBuiltin "T0035" "a function with the name of one that is built in"
r"
Functions that every program has cannot be defined again: other functions rely on them.
"
    wrong r"
def print(a) {
  return a;
}
def main() {
  print(1);
}
"
    repaired r"
def same(a) {
  return a;
}
def main() {
  print(same(1));
}
"

    ArgumentCount "T0036" "a call with too few or too many arguments"
r"
A call gives one value for each parameter of the function. There are no optional parameters.
"
    wrong r"
def add(a, b) {
  return a + b;
}
def main() {
  print(add(1));
}
"
    repaired r"
def add(a, b) {
  return a + b;
}
def main() {
  print(add(1, 2));
}
"

    NoValue "T0037" "a function that returns nothing is used as a value"
r"
A function has a value if it ends with `return value;`. Otherwise a call of it is a statement
only.
"
    wrong r"
def show(a) {
  print(a);
}
def main() {
  print(show(1));
}
"
    repaired r"
def show(a) {
  print(a);
}
def main() {
  show(1);
}
"

    TensorExpected "T0038" "a struct where a tensor is needed"
r"
Operators and builtin functions work on tensors, except that `print` writes structs, too. Take the
members of the struct that you mean.
"
    wrong r"
struct P {
  var x;
}
def main() {
  P p = {1};
  print(p + 1);
}
"
    repaired r"
struct P {
  var x;
}
def main() {
  P p = {1};
  print(p.x + 1);
}
"

    WrongKind "T0039" "a value of another kind than is declared"
r"
A parameter, a member or a variable is declared as a tensor or as a certain struct, and takes
values of that kind only. Structs differ if their names do, also where their members are the
same.
"
    wrong r"
struct P {
  var x;
}
def f(P p) {
  return p.x;
}
def main() {
  print(f(1));
}
"
    repaired r"
struct P {
  var x;
}
def f(P p) {
  return p.x;
}
def main() {
  P p = {1};
  print(f(p));
}
"

    MemberOfTensor "T0040" "a member of something that is not a struct"
r"
Only structs have members. A parameter without a type is a tensor: write the struct before its
name.
"
    wrong r"
struct P {
  var x;
}
def f(p) {
  return p.x;
}
def main() {
  print(f(1));
}
"
    repaired r"
struct P {
  var x;
}
def f(P p) {
  return p.x;
}
def main() {
  P p = {1};
  print(f(p));
}
"

    MemberCount "T0041" "a struct's value with too few or too many members"
r"
A struct's value in braces has a value for each member, in the order of the struct's definition.
"
    wrong r"
struct P {
  var x;
  var y;
}
def main() {
  P p = {1};
  print(p.x);
}
"
    repaired r"
struct P {
  var x;
  var y;
}
def main() {
  P p = {1, 2};
  print(p.x);
}
"

    UntypedBraces "T0042" "a value in braces whose struct is not known"
r"
Several structs may have members of the same kinds, so a value in braces needs a name: that of a
variable, a parameter or a member that is declared with a struct.
"
    wrong r"
struct P {
  var x;
}
def f(x) {
  return {x};
}
def main() {
  print(f(1).x);
}
"
    repaired r"
struct P {
  var x;
}
def f(x) {
  P p = {x};
  return p;
}
def main() {
  print(f(1).x);
}
"

    CallOfMain "T0043" "a call of `main`"
r"
`main` is where the program begins, and running the program is what calls it.
"
    wrong r"
def f() {
  main();
}
def main() {
}
"
    repaired r"
def f() {
  print(1);
}
def main() {
  f();
}
"

    MainWithParameters "T0044" "`main` with parameters"
r"
Nothing calls `main` with arguments.
"
    wrong r"
def main(a) {
  print(a);
}
"
    repaired r"
def main() {
  var a = 1;
  print(a);
}
"

    MainReturnsValue "T0045" "`main` that returns a value which is not an exit status"
r"
The result of `main` is the exit status of the program: a whole number from 0 to 255. 0 means
success; so does a `main` that returns nothing.
"
    wrong r"
def main() {
  return [1, 2];
}
"
    repaired r"
def main() {
  print(1);
}
"

    ReturnsDiffer "T0046" "a function that returns values of different kinds"
r"
A function returns a tensor, or a certain struct, or nothing; all its `return` statements must
agree.
"
    wrong r"
struct P {
  var x;
}
def f(a, P p) {
  return a;
  return p;
}
def main() {
  P p = {1};
  print(f(1, p));
}
"
    repaired r"
struct P {
  var x;
}
def f(a, P p) {
  return a + p.x;
}
def main() {
  P p = {1};
  print(f(1, p));
}
"

    Recursion "T0047" "a recursion without an end"
r"
Functions are compiled once for each list of argument shapes. A function may call itself, also
through others, for other shapes or numbers; what ends that is a conditional around the call whose
condition is known when the program is compiled: `if shape(a)[0] == 1 { return a; }`.
"
    wrong r"
def f(a) {
  return f(a);
}
def main() {
  print(f(1));
}
"
    repaired r"
def f(a) {
  if shape(a)[0] == 1 {
    return a;
  }
  return f(a[1:]);
}
def main() {
  print(f([1, 2]));
}
"

    RecursiveStruct "T0048" "a struct that holds itself"
r"
A struct's value holds the values of its members, so it would never end if one of them were of
the same struct.
"
    wrong r"
struct A {
  A next;
}
def main() {
}
"
    repaired r"
struct A {
  var next;
}
def main() {
}
"

    StructTooLarge "T0049" "a struct that is too large"
r"
A struct holds at most 1024 tensors, those in its members included, and structs are at most 128
levels deep within each other. Put what is alike into one tensor with a dimension more.
"
    wrong r"
struct S0 {
  var a;
  var b;
}
struct S1 {
  S0 a;
  S0 b;
}
struct S2 {
  S1 a;
  S1 b;
}
struct S3 {
  S2 a;
  S2 b;
}
struct S4 {
  S3 a;
  S3 b;
}
struct S5 {
  S4 a;
  S4 b;
}
struct S6 {
  S5 a;
  S5 b;
}
struct S7 {
  S6 a;
  S6 b;
}
struct S8 {
  S7 a;
  S7 b;
}
struct S9 {
  S8 a;
  S8 b;
}
struct S10 {
  S9 a;
  S9 b;
}
def main() {
}
"
    repaired r"
struct S0 {
  var a;
  var b;
}
struct S1 {
  S0 a;
  S0 b;
}
def main() {
}
"

    TooManyDimensions "T0050" "a tensor with too many dimensions"
r"
A tensor has at most 128 dimensions.
"
    wrong r"
def main() {
  var a<1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1> = 1;
  print(a);
}
"
    repaired r"
def main() {
  var a<1, 1, 1> = 1;
  print(a);
}
"

    ReshapeMismatch "T0051" "a shape with another number of elements than the value"
r"
`var a<2, 3> = value;` gives the elements of the value, in their order, another shape. That
takes as many elements as the sizes say when they are multiplied: here 2 * 3.
"
    wrong r"
def main() {
  var a<2, 3> = [1, 2, 3, 4];
  print(a);
}
"
    repaired r"
def main() {
  var a<2, 2> = [1, 2, 3, 4];
  print(a);
}
"

    ShapeMismatch "T0052" "an operator on tensors whose shapes do not go together"
r"
The operators work element by element. Counted from the last dimension, each two sizes are
equal, or one of them is 1 or absent: the smaller tensor is repeated along that dimension. `<2,
3>` goes together with `<3>`, `<1, 3>`, `<2, 1>` and a number, and not with `<2>`.
"
    wrong r"
def main() {
  var a = [[1, 2, 3], [4, 5, 6]];
  print(a + [1, 2]);
}
"
    repaired r"
def main() {
  var a = [[1, 2, 3], [4, 5, 6]];
  print(a + [[1], [2]]);
}
"

    TensorTooLarge "T0053" "a tensor that no memory could hold"
r"
The number of elements of a tensor, 8 bytes each, is limited by what a machine can address.
"
    wrong r"
def main() {
  var a = [1, 2, 3, 4];
  var a1<4, 1> = a;
  var b<16> = a1 * a;
  var b1<16, 1> = b;
  var c<256> = b1 * b;
  var c1<256, 1> = c;
  var d<65536> = c1 * c;
  var d1<65536, 1> = d;
  var e<4294967296> = d1 * d;
  var e1<4294967296, 1> = e;
  print(e1 * e);
}
"
    repaired r"
def main() {
  var a = [1, 2, 3, 4];
  var a1<4, 1> = a;
  var b<16> = a1 * a;
  var b1<16, 1> = b;
  print(b1 * b);
}
"

    NoMain "T0054" "a program without `main`"
r"
Running a program runs its function `main`. A file without it can be checked and printed at each
stage.
"
    wrong r"
def start() {
  print(1);
}
"
    repaired r"
def main() {
  print(1);
}
"

    Unreachable "T0055" "a statement after `return`"
r"
`return` ends the function, so what follows it is never done.
"
    wrong r"
def f(a) {
  return a;
  print(a);
}
def main() {
  print(f(1));
}
"
    repaired r"
def f(a) {
  print(a);
  return a;
}
def main() {
  print(f(1));
}
"

    UnusedVariable "T0056" "a variable that is never used"
r"
The value of this variable goes nowhere; often another name was meant somewhere. A name that
begins with `_` says that this is intended.
"
    wrong r"
def main() {
  var a = 1;
  var b = 2;
  print(b);
}
"
    repaired r"
def main() {
  var a = 1;
  var b = 2;
  print(a + b);
}
"

    UnusedValue "T0057" "a value that is computed and dropped"
r"
An expression is a statement for what its calls do. One that calls nothing, or only what is
built in, does nothing: its value is lost.
"
    wrong r"
def main() {
  1 + 2;
}
"
    repaired r"
def main() {
  print(1 + 2);
}
"

    Shadowing "T0058" "a variable with the name of a function that is called beside it"
r"
A variable and a function may have the same name, and a call always means the function. That is
hard to read: give one of them another name.
"
    wrong r"
def f(a) {
  return a;
}
def main() {
  var f = f(1);
  print(f);
}
"
    repaired r"
def f(a) {
  return a;
}
def main() {
  var b = f(1);
  print(b);
}
"

    UnusedFunction "T0059" "a function that the program never calls"
r"
The program runs `main`, and neither `main` nor a function that it calls calls this one. A file
without `main` is a library, in which functions are not expected to be called; a name that
begins with `_` says that it is intended.
"
    wrong r"
def f(a) {
  return a;
}
def main() {
  print(1);
}
"
    repaired r"
def f(a) {
  return a;
}
def main() {
  print(f(1));
}
"

    Text "T0060" "a text where a value is expected, or a value where a text is"
r#"
Values are numbers, tensors and structs. A text, like "file.npy", is an argument of those builtin
functions that take one, and nothing else: it is not held by variables or passed to functions.
"#
    wrong r#"
def main() {
  var greeting = "hello";
  print(greeting);
}
"#
    repaired r#"
def main() {
  print(1);
}
"#

    NamedArgument "T0061" "an argument with a name that does not fit"
r"
Builtin functions take arguments also by the names of their parameters: `max(a, axis = 0)`.
A parameter takes one argument. Functions of the program take arguments in order, without names.
"
    wrong r"
def main() {
  print(sum([1, 2], along = 0));
}
"
    repaired r"
def main() {
  print(sum([1, 2], axis = 0));
}
"

    MissingReturn "T0062" "a function that returns a value on some paths only"
r"
A function that returns a value returns one wherever it ends: in each branch of its last
conditional, or in a `return` at its end. A loop may have no iteration, so one that returns does not
count.
"
    wrong r"
def f(x) {
  if x < 0 {
    return -x;
  }
}
def main() {
  print(f(-2));
}
"
    repaired r"
def f(x) {
  if x < 0 {
    return -x;
  }
  return x;
}
def main() {
  print(f(-2));
}
"

    LoopVariable "T0063" "a loop that changes its own variable"
r"
The variable of a loop counts its iterations, from the first number up to the last, whatever the
body does.
"
    wrong r"
def main() {
  for i in 0:3 {
    i = i + 1;
    print(i);
  }
}
"
    repaired r"
def main() {
  for i in 0:3 {
    var j = i + 1;
    print(j);
  }
}
"

    UnknownNumber "T0064" "a number that must be known when the program is compiled"
r"
Shapes are known when a program is compiled. So are the numbers that they follow from: sizes,
dimensions, ranges of a tensor, bounds of loops. They are made of numbers and of shapes, as in
`shape(a)[0] * 2`; ranges may depend on the variables of loops, too. Numbers that a program
computes from its data cannot determine a shape.
"
    wrong r"
def main() {
  var a = exp([1, 2]);
  for i in 0:2 {
    a = a * 2;
  }
  print(zeros(sum(a)));
}
"
    repaired r"
def main() {
  var a = exp([1, 2]);
  print(zeros(shape(a)[0]));
}
"

    WrongNumber "T0065" "a size or a dimension that no tensor has"
r"
Sizes are whole numbers from 1 on. Dimensions are counted from 0, or from the last one back with
-1, -2 and so on; a tensor has as many as its shape has sizes.
"
    wrong r"
def main() {
  print(sum([1, 2], 1));
}
"
    repaired r"
def main() {
  print(sum([[1, 2], [3, 4]], 1));
}
"

    IndexOutOfRange "T0066" "an index that is out of range"
r"
Places are counted from 0, or from the last one back with -1, -2 and so on. A range, `from:to`,
ends before its last number and is not empty. In a loop, the places of all iterations must be in the
tensor. Where a conditional in the loop may leave out iterations, this is checked when the program
runs, and ends it; `toyc check --accesses` lists what is checked.
"
    wrong r"
def main() {
  var a = [1, 2, 3];
  print(a[3]);
}
"
    repaired r"
def main() {
  var a = [1, 2, 3];
  print(a[2]);
}
"

    ChangingShape "T0067" "a variable that has different shapes in iterations or branches"
r"
A variable that a loop changes has one shape in all iterations, and one that a conditional changes has the
same shape whichever branch is taken: shapes are known when a program is compiled.
"
    wrong r"
def main() {
  var a = [1, 2];
  for _i in 0:3 {
    a = concat(a, a);
  }
  print(a);
}
"
    repaired r"
def main() {
  var a = [1, 2];
  for _i in 0:3 {
    a = a + a;
  }
  print(a);
}
"

    Condition "T0068" "a condition that is not a number"
r"
The condition of a conditional is one number: 0 for no, anything else for yes. A comparison of tensors is a
tensor; `max` of it says whether it holds anywhere, `min` whether it holds everywhere.
"
    wrong r"
def main() {
  var a = [1, 2];
  if a > 1 {
    print(a);
  }
}
"
    repaired r"
def main() {
  var a = [1, 2];
  if max(a > 1) {
    print(a);
  }
}
"

    File "T0069" "a file that cannot be read as a tensor"
r#"
The shape of a tensor in a `.npy` file is read when the program is compiled, so the file must
exist then, and hold numbers: floats of 32 or 64 bits, whole numbers, or booleans.
"#
    wrong r#"
def main() {
  print(load("there is no such file.npy"));
}
"#
    repaired r#"
def main() {
  print([1, 2]);
}
"#

    TooManyCopies "T0070" "a function that is compiled too often"
r"
A function is compiled for each list of shapes that it is called with, up to 1000 copies of all
functions of a program (`--max-copies=N`). One whose shapes depend on a number, because it makes a
size or an index of it, is compiled for each such number, too, up to 1000 of them
(`--max-numbers=N`). A function that takes an index which depends on the variable of a loop is copied
into the loop, up to 100000 operations in all (`--max-copied-ops=N`). Pass such a function tensors in
place of numbers, or call it in a loop.
"
    wrong r"
def f0(n) { return sum(zeros(n) + n); }
def f1(n) { return f0(2 * n) + f0(2 * n + 1); }
def f2(n) { return f1(2 * n) + f1(2 * n + 1); }
def f3(n) { return f2(2 * n) + f2(2 * n + 1); }
def f4(n) { return f3(2 * n) + f3(2 * n + 1); }
def f5(n) { return f4(2 * n) + f4(2 * n + 1); }
def f6(n) { return f5(2 * n) + f5(2 * n + 1); }
def f7(n) { return f6(2 * n) + f6(2 * n + 1); }
def f8(n) { return f7(2 * n) + f7(2 * n + 1); }
def f9(n) { return f8(2 * n) + f8(2 * n + 1); }
def f10(n) { return f9(2 * n) + f9(2 * n + 1); }
def f11(n) { return f10(2 * n) + f10(2 * n + 1); }
def f12(n) { return f11(2 * n) + f11(2 * n + 1); }
def main() {
  print(f12(1) + f12(2));
}
"
    repaired r"
def f(n) { return sum(n * n); }
def main() {
  print(f([1, 2, 3]));
}
"

    NestedDefinition "T0071" "a definition in a function"
r"
Functions and structs are defined in the file, side by side; none is defined within a function.
A function sees its parameters and what it defines itself, so one that is moved out takes what it
needs as parameters.
"
    wrong r"
def main() {
  def square(x) { return x * x; }
  print(square(3));
}
"
    repaired r"
def square(x) { return x * x; }
def main() {
  print(square(3));
}
"

    HiddenDirection "T0072" "a character that changes the order in which text is shown"
r"
Languages that are written from right to left use characters that control the direction of text.
In a program they can make a comment look like code, or code like a comment: an editor shows the
line in another order than the compiler reads it. The message shows them as numbers, like \u{202e}.
"
    wrong "
def main() {
  print(1); # the value\u{202e}
}
"
    repaired r"
def main() {
  print(1); # the value
}
"

    AxisOrValue "T0073" "a second argument of `max` or `min` that looks like an axis"
r"
`max(a, 1)` is the larger one of each element and 1. In other languages, it is the largest element
along dimension 1, which is `max(a, axis=1)` here. A number with a decimal point is not reported:
`max(a, 1.0)`.
"
    wrong r"
def main() {
  var a = [[1, 2], [3, 0]];
  print(max(a, 1));
}
"
    repaired r"
def main() {
  var a = [[1, 2], [3, 0]];
  print(max(a, axis=1));
}
"

    OutsideLoop "T0074" "a `break` or `continue` outside of a loop"
r"
`break` ends the innermost loop around it, and `continue` goes on with its next iteration. A
function is ended by `return`.
"
    wrong r"
def main() {
  var x = 1;
  if x > 0 {
    break;
  }
  print(x);
}
"
    repaired r"
def main() {
  var x = 1;
  if x > 0 {
    return;
  }
  print(x);
}
"

    ChainedComparison "T0075" "a comparison that is compared again"
r"
A comparison gives 1 or 0 for each element, so `1 < x < 5` would compare 1 or 0 with 5, and hold
for every number. Two comparisons are joined by `and`. To compare the 1 or 0
itself, use parentheses: `(1 < x) < 5`.
"
    wrong r"
def main() {
  var x = 7;
  print(1 < x < 5);
}
"
    repaired r"
def main() {
  var x = 7;
  print(1 < x and x < 5);
}
"

    EmptyLoop "T0076" "a loop that cannot run"
r"
A range ends before its second number, so a loop over a range that ends where it begins, or before,
has no iteration. A range that counts down has a step below 0: `for i in 5:0:-1 { ... }`.
"
    wrong r"
def main() {
  var total = 0;
  for i in 5:1 {
    total += i;
  }
  print(total);
}
"
    repaired r"
def main() {
  var total = 0;
  for i in 5:1:-1 {
    total += i;
  }
  print(total);
}
"

    PrintStyle "T0080" "a style that numbers cannot be printed in"
r#"
A style of `format` is written as in Python: `+` for a sign in front of all numbers, the least
number of columns, a point with the number of digits, and one of the letters `e`, `f` and `g`. All
parts may be left out. More than 17 digits do not exist in a number.
"#
    wrong r#"
def main() {
  print("x =", format(2 / 3, ".3d"));
}
"#
    repaired r#"
def main() {
  print("x =", format(2 / 3, ".3f"));
}
"#

    Formatted "T0081" "a formatted value that is used as a value"
r#"
`format` says how `print` shows a value. Values are tensors of numbers and structs of these; there
are not texts as values, so what it gives cannot be kept in a variable, returned or passed on.
"#
    wrong r#"
def main() {
  var x = format(2 / 3, ".3f");
  print(x);
}
"#
    repaired r#"
def main() {
  var x = 2 / 3;
  print(format(x, ".3f"));
}
"#

    ParameterOrder "T0090" "a parameter without a default value after one with"
r"
Arguments without a name are for the parameters in order, so a parameter that every call has to give
comes before those that a call may leave out.
"
    wrong r"
def step(rate = 0.1, x) {
  return x - rate * x;
}
def main() {
  print(step(0.5, 2));
}
"
    repaired r"
def step(x, rate = 0.1) {
  return x - rate * x;
}
def main() {
  print(step(2, rate=0.5));
}
"

    ComputedConstant "T0091" "a constant or a default value that is computed by the program"
r"
A default value is computed from numbers, constants and builtin functions, so that it is the same
for every call. A constant at top level is the same for the whole program. Neither calls the
program's functions or reads files.
"
    wrong r"
def rate() {
  return 0.1;
}
def step(x, by = rate()) {
  return x - by * x;
}
def main() {
  print(step(2));
}
"
    repaired r"
def rate() {
  return 0.1;
}
def step(x, by) {
  return x - by * x;
}
def main() {
  print(step(2, rate()));
}
"

    ConstantChanged "T0092" "an assignment to a constant"
r"
A `var` outside of functions defines a constant: it has one value in the whole program, which all
functions may use. A function may define a variable of the same name, which hides it.
"
    wrong r"
var rate = 0.1;
def main() {
  rate = rate / 2;
  print(rate);
}
"
    repaired r"
var rate = 0.1;
def main() {
  var half = rate / 2;
  print(half);
}
"

    SeveralValues "T0093" "several values where one is expected"
r"
A function that ends by `return a, b;` gives several tensors. They get names, by `var x, y = f();`,
before they are used.
"
    wrong r"
def divided(a, b) {
  return a // b, a % b;
}
def main() {
  print(divided(7, 2) + 1);
}
"
    repaired r"
def divided(a, b) {
  return a // b, a % b;
}
def main() {
  var quotient, remainder = divided(7, 2);
  print(quotient + 1, remainder);
}
"

    ValueCount "T0094" "more names or fewer than there are values"
r"
`var a, b = f();` gives a name to each value that the function returns, in their order.
"
    wrong r"
def divided(a, b) {
  return a // b, a % b;
}
def main() {
  var quotient, remainder, _rest = divided(7, 2);
  print(quotient, remainder);
}
"
    repaired r"
def divided(a, b) {
  return a // b, a % b;
}
def main() {
  var quotient, remainder = divided(7, 2);
  print(quotient, remainder);
}
"

    Import "T0095" "a file that cannot be imported"
r#"
`import "file.toy";` outside of functions makes the definitions of a file part of this one. The path
is relative to the folder of the file that imports it. Files cannot import each other in a circle.
"#
    wrong r#"
import "no such file.toy";
def main() {
  print(1);
}
"#
    repaired r#"
def main() {
  print(1);
}
"#

    CallOfMember "T0096" "a function that is called as a member"
r"
Functions are called by their name alone, `sum(a)`: a value has no functions of its own, and there
are not modules whose name is written before a function.
"
    wrong r"
def main() {
  var a = [1, 2];
  print(a.sum());
}
"
    repaired r"
def main() {
  var a = [1, 2];
  print(sum(a));
}
"

    VaryingRange "T0097" "a range whose length depends on a loop"
r"
The range `a[:i]` has another length in each iteration of a loop over `i`, but tensors have one
shape. Its elements may be combined, by `sum`, `prod`, `mean`, `norm`, `min`, `max`, `argmin`,
`argmax`, `any`, `all` or `@`, after operators and functions of single elements, with ranges of the
same length; and they may be assigned to a range of that length.
"
    wrong r"
def main() {
  var a = [1, 2, 3];
  for i in 1:3 {
    print(a[:i]);
  }
}
"
    repaired r"
def main() {
  var a = [1, 2, 3];
  for i in 1:3 {
    print(sum(a[:i]));
  }
}
"

    ChangingElements "T0098" "a variable that has different element types in iterations or branches"
r"
A variable that a loop changes has one element type in all iterations, and one that a conditional
changes has the same whichever branch is taken: `f32` and `f64` are known when a program is
compiled. A number that is written in the program takes the type of the other values, but it stays a
float where it is not whole, and they are integers. A conversion where the variable is defined, or
in a branch, makes the types the same.
"
    wrong r"
def main() {
  var sum = random(1, 1)[0];
  for i in 0:3 {
    sum += f32(i);
  }
  print(sum);
}
"
    repaired r"
def main() {
  var sum = f32(random(1, 1)[0]);
  for i in 0:3 {
    sum += f32(i);
  }
  print(sum);
}
"

    NoInteger "T0099" "a number that is not an integer where `i64` needs one, or a division by 0"
r"
`i64(x)` rounds numbers towards 0, but those from -2^63 up to, but not including, 2^63 only. A
number that is combined with integers has to be a whole number: `f64(x) * 0.5` computes with floats.
Integers are not divided by 0 by `//` and `%`; `/` divides them as floats. If the number is known
only when the program runs, the program ends with the error.
"
    wrong r"
def main() {
  var x = i64([1, 2]);
  print(x * 0.5);
}
"
    repaired r"
def main() {
  var x = i64([1, 2]);
  print(f64(x) * 0.5);
}
"

    InexactInteger "T0100" "an integer that is rounded, as no float is equal to it"
r"
A number in the source is a float of 64 bits, and not every integer above 2^53 is one: the number is
the nearest float. As an argument of `i64`, alone or in a list of numbers, an integer is exact. With
a point, `9007199254740993.0`, a float is meant, and there is no warning.
"
    wrong r"
def main() {
  var x = i64([1, 2]);
  print(x * 9007199254740993);
}
"
    repaired r"
def main() {
  var x = i64([1, 2]);
  print(x * i64(9007199254740993));
}
"

    BooleanOperand "T0101" "booleans cannot be used here; numbers are expected"
r"
Booleans, which `bool(x)` gives, are combined by `and`, `or`, `not` and comparisons. They are not
added, subtracted, multiplied or divided. `i64(x)` and `f64(x)` make them the numbers 1 and 0, and
beside numbers they become numbers: `x * mask` has a 0 wherever the mask is false.

A boolean, which comparisons and logic give as well, cannot be read with as a subscript: the number
of elements that it selects would depend on data. `where(mask, a, b)` takes each element of one of
two tensors instead. As the only subscript of an assignment it is a mask: `a[mask] = v`.
"
    wrong r"
def main() {
  var x = [3, -1, 2];
  var positive = bool(x > 0);
  var small = bool(x < 3);
  print(positive * small);
}
"
    repaired r"
def main() {
  var x = [3, -1, 2];
  var positive = bool(x > 0);
  var small = bool(x < 3);
  print(positive and small);
}
"

    UnknownEscape "T0102" "an escape that does not exist in a text"
r#"
In a text, a backslash and the character after it denote one character: `\n` a line break, `\t` a
tab, `\"` a quote and `\\` a backslash. There are no others.
"#
    wrong r#"
def main() {
  print("C:\data");
}
"#
    repaired r#"
def main() {
  print("C:\\data");
}
"#

    UnreadAssignment "T0103" "an assignment whose value is never read"
r"
No statement that may be executed after the assignment reads the variable before it gets another
value. A parameter is a variable of its function: what is assigned to it does not change the
variable of the caller. Variables whose names begin with `_` are not reported.
"
    wrong r"
def normalise(a) {
  a /= sum(a);
}
def main() {
  var w = [1, 2, 3];
  normalise(w);
  print(w);
}
"
    repaired r"
def normalise(a) {
  a /= sum(a);
  return a;
}
def main() {
  var w = [1, 2, 3];
  w = normalise(w);
  print(w);
}
"

    ParameterSizes "T0104" "an argument whose sizes are not those that the parameter declares"
r"
A parameter may declare its sizes, as in `def f(a<n, m>, b<m>)`. A new name stands for any size, and
is a number in the function; a name that was there before, a number or an expression is the size
that the argument must have.
"
    wrong r"
def apply(a<n, m>, x<m>) {
  return a @ x;
}
def main() {
  print(apply([[1, 2], [3, 4]], [1, 2, 3]));
}
"
    repaired r"
def apply(a<n, m>, x<m>) {
  return a @ x;
}
def main() {
  print(apply([[1, 2], [3, 4]], [1, 2]));
}
"

    FunctionAsValue "T0105" "a function where a value must be"
r"
A function is not a value: it is not stored in variables, tensors and structs, and nothing is
computed with it. It is called, or it is an argument for a parameter that the called function calls,
or hands on to such a parameter. There, it is the name of a function, or `lambda x: ...`.
"
    wrong r"
def square(x) {
  return x * x;
}
def main() {
  print(square);
}
"
    repaired r"
def square(x) {
  return x * x;
}
def main() {
  print(square(3));
}
"

    ValueAsFunction "T0106" "a value where a function must be"
r"
The called function calls this parameter, or hands it on to a function that does. The argument is
the name of a function, or a `lambda` of as many parameters as the calls have arguments.
"
    wrong r"
def twice(f, x) {
  return f(f(x));
}
def main() {
  print(twice(sqrt(2), 3));
}
"
    repaired r"
def twice(f, x) {
  return f(f(x));
}
def main() {
  print(twice(sqrt, 3));
}
"

    EndlessFunctions "T0107" "a recursion that hands on ever new functions"
r"
A function that is called with functions is compiled for each of them. A `lambda` in a recursion
that is handed on to the next call is a new function each time, so that there is no end.
"
    wrong r"
def repeat(f, n) {
  if n == 0 {
    return f(1);
  }
  return repeat(lambda x: 2 * f(x), n - 1);
}
def main() {
  print(repeat(sqrt, 3));
}
"
    repaired r"
def repeat(f, n) {
  if n == 0 {
    return f(1);
  }
  return 2 * repeat(f, n - 1);
}
def main() {
  print(repeat(sqrt, 3));
}
"

    BitsOfFloats "T0108" "bits of floats"
r"
`&`, `|`, `^` and `~` work on the bits of integers, and on booleans, such as the results of
comparisons; `<<` and `>>` shift integers. Numbers in the source are floats, and so are the
variables of loops: `i64(x)` makes integers of them. Beside integers, whole numbers are integers.
"
    wrong r"
def main() {
  var x = 12;
  print(x & 10);
}
"
    repaired r"
def main() {
  var x = i64(12);
  print(x & 10);
}
"
}
