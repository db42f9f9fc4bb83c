# src/dri/move/box.c
# Records that do not follow one another are taken for a row of them.
s/c->src == record;/c->src >= record;/
