# src/data/home.c
# At home a task gets a block though its directory says who has it.
# Found by memory model
/^take_locked/,/^}/s/b->busy || //
