# src/reduce/collective.c
# Only one child in the tree is told the result.
/^send_down/,/^}/s/i < c->tree\.n; i++/i < c->tree.n \&\& i < 1; i++/
