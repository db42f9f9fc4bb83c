# src/data/home.c
# A block at rest is freed while a task of its home reads it.
/^is_alone_locked/,/^}/s/ && !b->copy.refs//
