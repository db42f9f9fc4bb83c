# src/stream/order.c
# Whoever comes after the end of what a copy has made a part may come before it.
# In copy_gone
s/return T | S;\n\t\treturn flags_of/&/;/OCR_GUID_PART)/,/return/s/return T | S;/return 0;/
