//! A main function that prints what `@entry` returns, for engines that only print.

use super::types::{self, Scalar, Ty};
use super::writer::{Value, Writer};
use super::{ModuleState, function_text};
use random_programs::random::Random;

/// Calls `@entry`, and prints all bits of its results; a NaN is a NaN.
pub(super) fn main_function(
    random: &mut Random,
    state: &mut ModuleState,
    parameters: &[Ty],
    results: &[Ty],
) -> String {
    let mut writer = Writer::new(random, state, 0);
    let arguments: Vec<Value> = parameters.iter().map(|ty| writer.constant(ty)).collect();
    let arguments: Vec<&Value> = arguments.iter().collect();
    let i64_type = Ty::scalar(Scalar::Int(64));
    for value in writer.emit("func.call", &arguments, "callee = @entry", results) {
        let element = value.ty.element;
        let mut bits = value.clone();
        if element.is_float() {
            let integer = Ty::scalar(Scalar::Int(element.width()));
            // Its bits as a number that is not a NaN, which has the same ones on each engine.
            let zero = writer.number("0.0", &value.ty);
            let is_nan =
                writer.define("arith.cmpf", &[&value, &value], "predicate = 14 : i64", &types::I1);
            let number = writer.define("arith.select", &[&is_nan, &zero, &value], "", &value.ty);
            bits = writer.define("arith.bitcast", &[&number], "", &integer);
            writer.print_bits(&is_nan);
        }
        let op = match bits.ty.element {
            Scalar::Int(64) => "",
            Scalar::Index => "arith.index_cast",
            Scalar::Int(width) if width > 64 => "arith.trunci",
            _ => "arith.extui",
        };
        if !op.is_empty() {
            bits = writer.define(op, &[&bits], "", &i64_type);
        }
        writer.emit("func.call", &[&bits], "callee = @print_bits", &[]);
    }
    writer.emit("func.return", &[], "", &[]);
    PRINT_BITS.to_owned() + &function_text("@main", "", "", &writer.text)
}

/// Prints the digits of a number, the last first.
const PRINT_BITS: &str = "func.func private @print_bits(%bits: i64) {
  %first = arith.constant 0 : index
  %last = arith.constant 16 : index
  %step = arith.constant 1 : index
  %four = arith.constant 4 : i64
  %mask = arith.constant 15 : i64
  %letter = arith.constant 65 : i32
  %rest = scf.for %i = %first to %last step %step iter_args(%n = %bits) -> (i64) {
    %digit = arith.andi %n, %mask : i64
    %small = arith.trunci %digit : i64 to i32
    %c = arith.addi %small, %letter : i32
    func.call @putchar(%c) : (i32) -> i32
    %next = arith.shrui %n, %four : i64
    scf.yield %next : i64
  }
  %end = arith.constant 10 : i32
  func.call @putchar(%end) : (i32) -> i32
  return
}
";

impl Writer<'_> {
    fn print_bits(&mut self, flag: &Value) {
        let wide = self.define("arith.extui", &[flag], "", &Ty::scalar(Scalar::Int(64)));
        self.emit("func.call", &[&wide], "callee = @print_bits", &[]);
    }
}
