# src/dri/meet/connect.c
# The last child in the tree of TABLE is missed.
/^pass_on_locked/,/^}/s/child < n_in_tree(t)/child + 1 < n_in_tree(t)/
