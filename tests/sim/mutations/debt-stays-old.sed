# src/stream/stream.c
# A second op to a node does not make the debt to it larger.
/^owe/,/^}/s/^\tif (!d)$/\tif (d)\n\t\treturn;\n\tif (!d)/
