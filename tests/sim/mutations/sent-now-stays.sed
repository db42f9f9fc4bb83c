# fabric/fabric.c
# What is to leave at once stays in its packet until something else leaves.
/^gather(/,/^}/s/p->flush = p->open != NULL/(void)p/
