# fabric/fabric.c
# What is to leave at once stays in its packet until something else leaves.
/^send_op/,/^}/s/p->flush = p->open != NULL/(void)p/
