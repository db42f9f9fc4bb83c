# src/dri/move/move.c
# Of the parts of an element only the first one is moved.
s/j\.parts = m->parts;/j.parts = 1;/
