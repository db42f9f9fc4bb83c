# src/dri/shape/plan.c
# The sender counts without its own left overlap.
/^meet_run(/,/^}/s/from->pos + from->left + begin/from->pos + begin/
