# src/data/loan.c
# Who writes a block does so in the bytes of the version before, on another node.
/^may_be_lent/,/^}/s/ && !(m->flags & OCR_GRANT_WRITE)//
