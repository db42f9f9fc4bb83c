# src/data/copy.c
# What is carried overwrites the copy that a task reads.
# Found by memory model
/^ocr_copy_renew_locked(/,/^}/s/ || is_used(c) ||/ ||/
