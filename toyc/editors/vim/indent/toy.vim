" Indents Toy programs by their brackets.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=GetToyIndent()
setlocal indentkeys=0{,0},0),0],!^F,o,O
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*GetToyIndent')
  finish
endif

" The brackets of a line that are not closed on it, minus those that close others.
function! s:Open(text) abort
  let l:code = substitute(a:text, '"\%([^"\\]\|\\.\)*"', '', 'g')
  let l:code = substitute(l:code, '#.*', '', '')
  " Closing brackets at the beginning have outdented their own line.
  let l:code = substitute(l:code, '^\s*[])}]\+', '', '')
  return strlen(substitute(l:code, '[^[({]', '', 'g'))
        \ - strlen(substitute(l:code, '[^])}]', '', 'g'))
endfunction

function! GetToyIndent() abort
  let l:previous = prevnonblank(v:lnum - 1)
  if l:previous == 0
    return 0
  endif
  let l:open = s:Open(getline(l:previous))
  let l:indent = indent(l:previous) + shiftwidth() * (l:open > 0 ? 1 : l:open < 0 ? -1 : 0)
  return l:indent - (getline(v:lnum) =~# '^\s*[])}]' ? shiftwidth() : 0)
endfunction
