autocmd BufRead,BufNewFile *.kite setfiletype kite
