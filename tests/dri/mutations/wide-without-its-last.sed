# src/dri/move/pairs.c
# Of a row without a partner only the first halves are parted.
/^part_wide(/,/^}/s/copy_half(d + far, s + 8);/;/
