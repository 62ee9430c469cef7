" Highlights Toy programs.
if exists('b:current_syntax')
  finish
endif

let s:save = &cpoptions
set cpoptions&vim
syntax case match

" Of several items that match at one place, the last wins, so characters that belong to nothing come
" first. Keywords win over all others.
syntax match toyError "\S"
syntax match toyBracket "[][(){}]"
syntax match toyDelimiter "[,;:]"
syntax match toyDelimiter "\." nextgroup=toyMember skipwhite
syntax match toyOperator "\*\*=\=\|//=\=\|<<=\=\|>>=\=\|[-+*/%@=!<>&|^]=\|[-+*/%@<>=&|^~]"

syntax match toyName "\h\w*"
syntax match toyConstant "\<\%(e\|false\|inf\|nan\|pi\|true\)\>"
" A struct's name is followed by that of a parameter or a variable.
syntax match toyStruct "\h\w*\ze\s\+\%(\%(and\|break\|continue\|def\|else\|for\|if\|in\|not\|or\|return\|struct\|var\|while\)\>\)\@!\h"
syntax match toyCall "\h\w*\ze\s*(" contains=toyBuiltin
syntax keyword toyBuiltin contained abs acos all any arange arg argmax argmin argsort asin atan
syntax keyword toyBuiltin contained atan2 bool ceil clip concat cos cosh cumprod cumsum dequantize
syntax keyword toyBuiltin contained diag einsum erf exp expand_dims eye f32 f64 fill floor format
syntax keyword toyBuiltin contained full full_like i64 i8 iota linspace load log matmul max mean min
syntax keyword toyBuiltin contained norm ones ones_like outer pad plot pow print prod quantize
syntax keyword toyBuiltin contained quantize_u8 random reshape roll round save select shape sign sin
syntax keyword toyBuiltin contained sinh sort sqrt stack sum tan tanh transpose tril triu trunc u8
syntax keyword toyBuiltin contained where zeros zeros_like

syntax keyword toyKeyword break continue else if in return while
syntax keyword toyKeyword and not or
" The word after these is a name, also if it is `e` or `not`.
syntax keyword toyKeyword def nextgroup=toyFunction skipwhite
syntax keyword toyKeyword struct nextgroup=toyStructName skipwhite
syntax keyword toyKeyword for var nextgroup=toyVariable skipwhite
syntax match toyKeyword "\<import\>\ze\s*\""
syntax match toyKeyword "\<lambda\>\ze\s\+\h\w*\%(\s*,\s*\h\w*\)*\s*:"
syntax match toyFunction contained "\%(\%(def\|else\|for\|if\|in\|return\|struct\|var\)\>\)\@!\h\w*"
syntax match toyStructName contained "\%(\%(def\|else\|for\|if\|in\|return\|struct\|var\)\>\)\@!\h\w*"
syntax match toyVariable contained "\%(\%(def\|else\|for\|if\|in\|return\|struct\|var\)\>\)\@!\h\w*"
syntax match toyMember contained "\%(\%(def\|else\|for\|if\|in\|return\|struct\|var\)\>\)\@!\h\w*"

" A number that goes on with other characters is wrong.
syntax match toyNumberError "\.\=\d\%([eE][-+]\|[0-9A-Za-z_.]\)*"
syntax match toyNumber "\%(\d\%(_\=\d\)*\%(\.\%(\d\%(_\=\d\)*\)\=\)\=\|\.\d\%(_\=\d\)*\)\%([eE][-+]\=\d\%(_\=\d\)*\)\=[0-9A-Za-z_.]\@!"
syntax match toyNumber "0\%([xX]\x\%(_\=\x\)*\|[oO]\o\%(_\=\o\)*\|[bB][01]\%(_\=[01]\)*\)[0-9A-Za-z_.]\@!"

" A text ends on its line.
syntax match toyTextError +"\%([^"\\]\|\\.\)*+
syntax match toyText +"\%([^"\\]\|\\.\)*"+ contains=toyEscape,toyEscapeError
syntax match toyEscapeError contained +\\.+
syntax match toyEscape contained +\\[nt"\\]+

" Comments of other languages are errors; `//` divides.
syntax match toyCommentError "/\*.\{-}\%(\*/\|$\)"
syntax match toyComment "#.*" contains=toyTodo,@Spell
syntax keyword toyTodo contained TODO FIXME XXX

highlight default link toyError Error
highlight default link toyNumberError Error
highlight default link toyTextError Error
highlight default link toyEscapeError Error
highlight default link toyCommentError Error
highlight default link toyBracket Delimiter
highlight default link toyDelimiter Delimiter
highlight default link toyOperator Operator
highlight default link toyConstant Constant
highlight default link toyStruct Type
highlight default link toyStructName Type
highlight default link toyBuiltin Function
highlight default link toyFunction Function
highlight default link toyKeyword Statement
highlight default link toyNumber Number
highlight default link toyText String
highlight default link toyEscape SpecialChar
highlight default link toyComment Comment
highlight default link toyTodo Todo

let b:current_syntax = 'toy'
let &cpoptions = s:save
unlet s:save
