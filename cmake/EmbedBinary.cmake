# Writes the bytes of INPUT to OUTPUT as the elements of a C array.
file(READ ${INPUT} Bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," Bytes "${Bytes}")
file(WRITE ${OUTPUT} "${Bytes}\n")
