# src/api/edt_calls.c
# The only source of a placed task is taken for none.
/^create_placed/,/^}/s/ocrGuidIsUninitialized(\*depv))/!ocrGuidIsNull(*depv))/
