# src/dri/move/zeros.c
# Only the first block that is cut has zeros on its left.
/^fill_left(/,/^}/s/fill(z, d, b.pos, b.left - b.begin);/{ fill(z, d, b.pos, b.left - b.begin); return; }/
