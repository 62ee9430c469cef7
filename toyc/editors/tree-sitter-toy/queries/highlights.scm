; No two patterns match one node: editors differ in which of them would win.
((name) @variable
  (#not-any-of? @variable "e" "false" "inf" "nan" "pi" "true"))
((name) @constant.builtin
  (#any-of? @constant.builtin "e" "false" "inf" "nan" "pi" "true"))
(parameter_name) @variable.parameter
(member_name) @property
(type_name) @type
(function_name) @function

[ "def" "struct" "var" ] @keyword
[ "break" "continue" "else" "for" "if" "import" "in" "lambda" "return" "while" ] @keyword
[ "and" "not" "or" ] @keyword.operator

(number) @number
(text) @string
(escape) @string.escape
(comment) @comment

[
  "=" "+=" "-=" "*=" "/=" "//=" "%=" "**=" "@=" "&=" "|=" "^=" "<<=" ">>="
  "<" "<=" ">" ">=" "==" "!="
  "+" "-" "*" "/" "//" "%" "@" "**" "&" "|" "^" "~" "<<" ">>" "..."
] @operator

[ "(" ")" "[" "]" "{" "}" ] @punctuation.bracket
[ "," ";" ":" "." ] @punctuation.delimiter
