# Writes the bytes of INPUT as the array NAME_bc to OUTPUT, C or C++.
file(READ ${INPUT} bytes HEX)
string(LENGTH ${bytes} digits)
math(EXPR size "${digits} / 2")
# Sixteen bytes to a line.
string(REPEAT "[0-9a-f]" 32 row)
string(REGEX REPLACE "(${row})" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT}
  "#include \"${NAME}_bc.h\"\n"
  "const unsigned char ${NAME}_bc[] = {\n${bytes}\n};\n"
  "const size_t ${NAME}_bc_size = ${size};\n")
