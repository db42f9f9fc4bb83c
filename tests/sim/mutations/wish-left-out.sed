# fabric/batch.c
# A packet of whole ops leaves without the wish to have them confirmed.
/^append_more/,/^}/s/!want && !k->op_bytes/!k->op_bytes/
