// The grammar of Toy for tree-sitter. `tree-sitter generate` makes a parser of it.
//
// `and`, `break`, `continue`, `not`, `or` and `while` are keywords, also in programs that have them
// as names; so is `lambda` as an argument.

const OPERATORS = {
  or: 1,
  and: 2,
  not: 3,
  comparison: 4,
  bit_or: 5,
  bit_xor: 6,
  bit_and: 7,
  shift: 8,
  sum: 9,
  product: 10,
  sign: 11,
  power: 12,
};

// Names by what they are, so that highlighting needs no context.
const named = ($) => ({
  function: alias($.name, $.function_name),
  member: alias($.name, $.member_name),
  parameter: alias($.name, $.parameter_name),
  type: alias($.name, $.type_name),
});

const list = (rule) => seq(rule, repeat(seq(',', rule)));

module.exports = grammar({
  name: 'toy',

  word: ($) => $.name,

  extras: ($) => [/[ \t\r\n\f\v]/, $.comment],

  supertypes: ($) => [$.statement],

  rules: {
    program: ($) => repeat(choice($.function, $.struct, $.variable, $.import)),

    import: ($) => seq('import', field('file', $.text), ';'),

    struct: ($) =>
      seq('struct', field('name', named($).type), '{', repeat($.member), '}', optional(';')),
    member: ($) =>
      seq(choice('var', field('type', named($).type)), field('name', named($).member), ';'),

    function: ($) =>
      seq(
        'def',
        field('name', named($).function),
        field('parameters', $.parameters),
        field('body', $.block)
      ),
    parameters: ($) => seq('(', optional(list($.parameter)), ')'),
    parameter: ($) =>
      seq(
        optional(field('type', named($).type)),
        field('name', named($).parameter),
        optional(field('sizes', $.shape)),
        optional(seq('=', field('default', choice($.lambda, $.expression))))
      ),

    block: ($) => seq('{', repeat($.statement), '}'),

    statement: ($) =>
      choice(
        $.variable,
        $.struct_variable,
        $.assignment,
        $.for,
        $.while,
        $.if,
        $.break,
        $.continue,
        $.return,
        $.expression_statement
      ),

    variable: ($) => seq('var', list($.declarator), '=', field('value', $.expression), ';'),
    declarator: ($) => seq(field('name', $.name), optional($.shape)),
    shape: ($) => seq('<', optional(list($._size)), '>'),

    struct_variable: ($) =>
      seq(
        field('type', named($).type),
        field('name', $.name),
        '=',
        field('value', $.expression),
        ';'
      ),

    assignment: ($) =>
      seq(
        field('target', choice($.name, $.subscript, $.access)),
        choice(
          '=', '+=', '-=', '*=', '/=', '//=', '%=', '**=', '@=', '&=', '|=', '^=', '<<=', '>>='
        ),
        field('value', $.expression),
        ';'
      ),

    for: ($) =>
      seq('for', field('name', $.name), 'in', field('range', $.range), field('body', $.block)),
    range: ($) => seq($.expression, ':', $.expression, optional(seq(':', $.expression))),

    while: ($) => seq('while', field('condition', $.expression), field('body', $.block)),

    if: ($) =>
      seq(
        'if',
        field('condition', $.expression),
        field('body', $.block),
        optional(seq('else', field('else', choice($.if, $.block))))
      ),

    break: () => seq('break', ';'),
    continue: () => seq('continue', ';'),
    return: ($) => seq('return', optional(list($.expression)), ';'),
    expression_statement: ($) => seq($.expression, ';'),

    expression: ($) =>
      choice(
        $.binary,
        $.not,
        $.negation,
        $._operand
      ),
    _operand: ($) =>
      choice(
        $.access,
        $.subscript,
        $.call,
        $.group,
        $.tensor,
        $.struct_value,
        $.number,
        $.text,
        $.name
      ),

    binary: ($) =>
      choice(
        prec.left(OPERATORS.or, operation($, 'or')),
        prec.left(OPERATORS.and, operation($, 'and')),
        prec.left(OPERATORS.comparison, operation($, choice('<', '<=', '>', '>=', '==', '!='))),
        prec.left(OPERATORS.bit_or, operation($, '|')),
        prec.left(OPERATORS.bit_xor, operation($, '^')),
        prec.left(OPERATORS.bit_and, operation($, '&')),
        prec.left(OPERATORS.shift, operation($, choice('<<', '>>'))),
        prec.left(OPERATORS.sum, operation($, choice('+', '-'))),
        prec.left(OPERATORS.product, operation($, choice('*', '/', '//', '%', '@'))),
        prec.right(OPERATORS.power, operation($, '**'))
      ),
    not: ($) => prec(OPERATORS.not, seq('not', field('operand', $.expression))),
    negation: ($) => prec(OPERATORS.sign, seq(choice('-', '~'), field('operand', $.expression))),

    access: ($) => seq(field('value', $._operand), '.', field('member', named($).member)),
    subscript: ($) =>
      seq(field('value', $._operand), '[', list(choice($.expression, $.slice, '...')), ']'),
    slice: ($) =>
      seq(
        optional($.expression),
        ':',
        optional($.expression),
        optional(seq(':', optional($.expression)))
      ),

    call: ($) => seq(field('function', named($).function), field('arguments', $.arguments)),
    arguments: ($) =>
      seq('(', optional(list(choice($.lambda, $.expression, $.named_argument))), ')'),
    named_argument: ($) =>
      seq(
        field('name', named($).parameter),
        '=',
        field('value', choice($.lambda, $.expression))
      ),
    lambda: ($) =>
      seq(
        'lambda',
        list(field('parameter', named($).parameter)),
        ':',
        field('body', $.expression)
      ),

    group: ($) => seq('(', $.expression, ')'),
    tensor: ($) => seq('[', optional(list($.expression)), ']'),
    struct_value: ($) => seq('{', list($.expression), '}'),

    // In a shape, `>` ends it.
    _size: ($) =>
      choice(
        alias($.size_operation, $.binary),
        alias($.size_negation, $.negation),
        $._operand
      ),
    size_negation: ($) => prec(OPERATORS.sign, seq('-', field('operand', $._size))),
    size_operation: ($) =>
      choice(
        prec.left(OPERATORS.sum, sized($, choice('+', '-'))),
        prec.left(OPERATORS.product, sized($, choice('*', '/', '//', '%', '@'))),
        prec.right(OPERATORS.power, sized($, '**'))
      ),

    number: () =>
      token(
        choice(
          /0[xX][0-9A-Fa-f](_?[0-9A-Fa-f])*/,
          /0[oO][0-7](_?[0-7])*/,
          /0[bB][01](_?[01])*/,
          /([0-9](_?[0-9])*(\.([0-9](_?[0-9])*)?)?|\.[0-9](_?[0-9])*)([eE][+-]?[0-9](_?[0-9])*)?/
        )
      ),
    text: ($) => seq('"', repeat(choice($.escape, $._characters)), token.immediate('"')),
    escape: () => token.immediate(/\\[nt"\\]/),
    _characters: () => token.immediate(prec(1, /[^"\\\n]+/)),
    name: () => /[A-Za-z_][A-Za-z0-9_]*/,
    comment: () => token(/#[^\n]*/),
  },
});

function operation($, operator) {
  return seq(
    field('left', $.expression),
    field('operator', operator),
    field('right', $.expression)
  );
}

function sized($, operator) {
  return seq(field('left', $._size), field('operator', operator), field('right', $._size));
}
