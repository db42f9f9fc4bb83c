# src/reduce/collective.c
# Only one child in the tree is told the result.
/^send_down/,/^}/s/i < c->below; i++/i < c->below \&\& i < 1; i++/
