autocmd BufNewFile,BufRead *.toy setfiletype toy
