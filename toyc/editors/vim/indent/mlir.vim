" Indents MLIR's text as it is printed: by brackets, and labels of blocks less than ops.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=GetMlirIndent()
setlocal indentkeys=0{,0},0),0],0^,!^F,o,O
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*GetMlirIndent')
  finish
endif

let s:label = '^\s*^[A-Za-z0-9_$.-]\+\s*\%([:(]\|$\)'

" The brackets of a line that are not closed on it, minus those that close others.
function! s:Open(text) abort
  let l:code = substitute(a:text, '"\%([^"\\]\|\\.\)*"', '', 'g')
  let l:code = substitute(l:code, '//.*', '', '')
  " Closing brackets at the beginning have outdented their own line.
  let l:code = substitute(l:code, '^\s*[])}]\+', '', '')
  return strlen(substitute(l:code, '[^[({]', '', 'g'))
        \ - strlen(substitute(l:code, '[^])}]', '', 'g'))
endfunction

function! GetMlirIndent() abort
  let l:previous = prevnonblank(v:lnum - 1)
  if l:previous == 0
    return 0
  endif
  let l:before = getline(l:previous)
  let l:open = s:Open(l:before)
  let l:levels = (l:open > 0 ? 1 : l:open < 0 ? -1 : 0) + (l:before =~# s:label ? 1 : 0)
  let l:line = getline(v:lnum)
  if l:line =~# s:label
    " The first label of a region follows its opening bracket.
    let l:levels -= 1
  elseif l:line =~# '^\s*[])}]'
    let l:levels -= 1
  endif
  return max([indent(l:previous) + shiftwidth() * l:levels, 0])
endfunction
