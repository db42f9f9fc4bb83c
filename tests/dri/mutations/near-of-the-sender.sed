# src/dri/shape/plan.c
# Without near, the copy is that of the first sender.
s/: receiver % k->src->group_size/: 0/
