# src/dri/move/box.c
# The same where elements meet.
s/c->dst == record;/c->dst >= record;/
