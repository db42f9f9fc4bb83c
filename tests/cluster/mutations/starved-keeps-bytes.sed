# src/data/acquire_grant.c
# Who has no memory keeps the bytes that came with a grant until there is some.
# by memory.sh
/^gives_back/,/^}/s/(is_long || \(m->flags & OCR_GRANT_FETCH\))/(is_long, \1)/
