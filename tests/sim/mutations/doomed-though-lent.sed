# src/data/home.c
# A block that another node has a lease of ends with its home's last reader.
/^doom_locked/,/^}/s/ | OCR_BLOCK_LENT;/;/
