# src/stream/ledger.c
# A second op to a node does not make the debt to it larger.
/^ocr_ledger_owe/,/^}/s/^\tocr_ledger_open(l, to)/\tif (!ocr_ledger_find(l, to))\n\t&/
