" Highlights MLIR's text, in the spelling of 2020 and in that of MLIR 22.
if exists('b:current_syntax')
  finish
endif

let s:save = &cpoptions
set cpoptions&vim
syntax case match

" Of several items that match at one place, the last wins, so characters that belong to nothing come
" first.
syntax match mlirError "[^ \t\r]"
syntax match mlirDelimiter "[][(){}<>,:]\|::\|\.\.\."
syntax match mlirOperator "->\|[=<>]=\|[-+*?/|=]"
syntax match mlirNumber "0x\x\+\|\d\+\%(\.\d*\%([eE][-+]\=\d\+\)\=\)\="

" Words: parts of ops, attributes, and the names of ops.
syntax match mlirWord "\h[A-Za-z0-9_$]*"
syntax match mlirKey "\h[A-Za-z0-9_$]*\.[A-Za-z0-9_$.]*"
syntax match mlirBuiltinAttribute "\%(affine_map\|affine_set\|array\|dense\|dense_resource\|distinct\|loc\|opaque\|sparse\|strided\)[A-Za-z0-9_$.]\@!"
syntax match mlirConstant "\%(false\|true\|unit\|unknown\)[A-Za-z0-9_$.]\@!"
syntax match mlirType "\%([su]\=i\d\+\|f[468]E\d\+M\d\+[A-Z0-9]*\|f\%(16\|32\|64\|80\|128\)\|bf16\|tf32\|index\|none\|complex\|memref\|tensor\|tuple\|vector\)[A-Za-z0-9_$.]\@!"
syntax match mlirKey "\h[A-Za-z0-9_$.]*\ze\s*==\@!"

" Values, and `2x?x`, `*x` and `[4]x` before the type of the elements.
syntax match mlirValue "%[A-Za-z0-9_$.-]\+\%(#\d\+\)\="
syntax match mlirSymbol +@\%(\h[A-Za-z0-9_$.]*\|\.super[A-Za-z0-9_$.]\@!\)+
syntax match mlirSymbol +@"\%([^"\\]\|\\.\)*"+ contains=mlirEscape
" An alias, a location, or an attribute of a dialect.
syntax match mlirAttribute "#[A-Za-z0-9_$.][A-Za-z0-9_$.-]*"
syntax match mlirDialectType "![A-Za-z0-9_$.-]\+" nextgroup=mlirAngle
syntax match mlirType "\%(memref\|tensor\|vector\)\ze\s*<" nextgroup=mlirAngle skipwhite
syntax match mlirType "\%(array\|vec\)\ze<\s*\%(?\s*x\s*\)\=\d\+\s*x" nextgroup=mlirAngle
syntax match mlirAngle contained "<" nextgroup=mlirShape skipwhite
syntax match mlirShape contained "\%(\%(\d\+\|[?*]\|\[\d\+\]\)\s*x\s*\)\+" contains=mlirSize,mlirTimes,mlirShapeDelimiter
syntax match mlirSize contained "\d\+"
syntax match mlirTimes contained "x"
syntax match mlirShapeDelimiter contained "[][?*]"

" The name of an op is the first word of a line, of a region or after one, or follows the label of a
" block or the results. Words before `=`, `:` and `,` are keys of dictionaries, and those after `{`
" without a space are in one.
syntax match mlirOp "^\s*\zs\%(\%(args\|attributes\|blocks\|case\|default\|do\|dynamic_shared_memory_size\|else\|false\|iter_args\|kernel\|loc\|mapping\|private\|step\|threads\|true\|workgroup\)[A-Za-z0-9_$.]\@!\)\@!\h[A-Za-z0-9_$]*\%(\%(\s*[=:,]\)\@!\|\.[A-Za-z0-9_$.]*\%(\s*[=,]\)\@!\)[A-Za-z0-9_$.<]\@!"
syntax match mlirResults "^\s*\zs\%(%[A-Za-z0-9_$.-]\+\%(\s*:\s*\d\+\)\=\s*,\s*\)*%[A-Za-z0-9_$.-]\+\%(\s*:\s*\d\+\)\=\s*==\@!" contains=mlirValue,mlirNumber,mlirDelimiter,mlirOperator nextgroup=mlirResultOp skipwhite
syntax match mlirResults "%[A-Za-z0-9_$.-]\+\%(\s*:\s*\d\+\)\=\s*=\ze\s*\h[A-Za-z0-9_$]*\." contains=mlirValue,mlirNumber,mlirDelimiter,mlirOperator nextgroup=mlirResultOp skipwhite
syntax match mlirDelimiter "{\ze\s" nextgroup=mlirFirstOp,mlirFirstResults skipwhite
syntax match mlirDelimiter "}" nextgroup=mlirFirstOp,mlirFirstResults skipwhite
syntax match mlirBlock "\^[A-Za-z0-9_$.-]\+" nextgroup=mlirColon skipwhite
syntax match mlirDelimiter ")\ze:" nextgroup=mlirColon
syntax match mlirColon contained ":" nextgroup=mlirFirstOp,mlirFirstResults skipwhite
syntax match mlirFirstOp contained "\%(\%(args\|attributes\|blocks\|case\|default\|do\|dynamic_shared_memory_size\|else\|false\|iter_args\|kernel\|loc\|mapping\|private\|step\|threads\|true\|workgroup\)[A-Za-z0-9_$.]\@!\)\@!\h[A-Za-z0-9_$]*\%(\%(\s*[=:,]\)\@!\|\.[A-Za-z0-9_$.]*\%(\s*[=,]\)\@!\)[A-Za-z0-9_$.<]\@!"
syntax match mlirFirstResults contained "\%(%[A-Za-z0-9_$.-]\+\%(\s*:\s*\d\+\)\=\s*,\s*\)*%[A-Za-z0-9_$.-]\+\%(\s*:\s*\d\+\)\=\s*==\@!" contains=mlirValue,mlirNumber,mlirDelimiter,mlirOperator nextgroup=mlirResultOp skipwhite
syntax match mlirResultOp contained "\h[A-Za-z0-9_$.]*"

syntax match mlirDelimiter "{-#\|#-}"

" A string ends on its line.
syntax match mlirStringError +"\%([^"\\]\|\\.\)*+
syntax match mlirString +"\%([^"\\]\|\\.\)*"+ contains=mlirEscape
syntax match mlirEscape contained +\\\%([nt"\\]\|\x\x\)+

syntax match mlirComment "//.*" contains=mlirTodo,@Spell
syntax keyword mlirTodo contained TODO FIXME XXX

highlight default link mlirError Error
highlight default link mlirStringError Error
highlight default link mlirDelimiter Delimiter
highlight default link mlirAngle Delimiter
highlight default link mlirColon Delimiter
highlight default link mlirShapeDelimiter Delimiter
highlight default link mlirOperator Operator
highlight default link mlirTimes Operator
highlight default link mlirNumber Number
highlight default link mlirSize Number
highlight default link mlirWord Keyword
highlight default link mlirBuiltinAttribute Keyword
highlight default link mlirKey PreProc
highlight default link mlirConstant Constant
highlight default link mlirType Type
highlight default link mlirDialectType Type
highlight default link mlirOp Statement
highlight default link mlirFirstOp Statement
highlight default link mlirResultOp Statement
highlight default link mlirValue Identifier
highlight default link mlirBlock Label
highlight default link mlirSymbol Function
highlight default link mlirAttribute Special
highlight default link mlirString String
highlight default link mlirEscape SpecialChar
highlight default link mlirComment Comment
highlight default link mlirTodo Todo

let b:current_syntax = 'mlir'
let &cpoptions = s:save
unlet s:save
