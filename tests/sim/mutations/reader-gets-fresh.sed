# src/data/home_directory.c
# Who reads a block on its home gets an empty one.
# Found by memory model
/^source_locked/,/^}/s/h->holder == OCR_NODE_NONE ||/h->holder == OCR_NODE_NONE || (!write \&\& h->version == 2) ||/
