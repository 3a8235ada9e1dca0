" Colours for Kite; the same words as in kite.tmLanguage.json.
if exists("b:current_syntax")
  finish
endif
syntax keyword kiteConditional if else case
syntax keyword kiteRepeat for map while
syntax keyword kiteStatement then return critical new
syntax keyword kiteInclude import
syntax keyword kiteStructure task struct union export
syntax keyword kiteBoolean true false
syntax keyword kiteType bool array range
syntax match kiteType "\<\%(u\?\%(char\|short\|int\|long\)\|half\|float\|double\)\%(2\|3\|4\|8\|16\)\?\>"
syntax match kiteNumber "\<\d\+\>\|\<0[xX]\x\+\>\|\<0[bB][01]\+\>"
syntax match kiteNumber "\<\d\+\.\d\+\%([eE][+-]\?\d\+\)\?\>\|\<\d\+[eE][+-]\?\d\+\>"
syntax match kiteOperator "<-\|\.\."
syntax region kiteString start=+"+ skip=+\\.+ end=+"+ oneline
syntax match kiteCharacter "'\%([^'\\]\|\\[^']*.\)'"
syntax match kiteComment "//.*"
syntax region kiteComment start="/\*" end="\*/"
highlight default link kiteConditional Conditional
highlight default link kiteRepeat Repeat
highlight default link kiteStatement Statement
highlight default link kiteInclude Include
highlight default link kiteStructure Structure
highlight default link kiteBoolean Boolean
highlight default link kiteType Type
highlight default link kiteNumber Number
highlight default link kiteOperator Operator
highlight default link kiteString String
highlight default link kiteCharacter Character
highlight default link kiteComment Comment
let b:current_syntax = "kite"
