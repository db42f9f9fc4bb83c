# src/dri/shape/cross.c
# Elements are looked for without the left overlap of their block.
/^walk(/,/^}/s/b.pos + b.left + at/b.pos + at/
