# src/dri/move/turn.c
# What is left of the first whole line is not moved.
s/slow##bytes(p, src, dst, 0, i0, 0, p->nj);/slow##bytes(p, src, dst, 0, i0, je, p->nj);/
