# src/dri/move/turn.c
# Rows of eight shorts in the wrong order.
/^square2(/,/^}/s/_mm_unpackhi_epi64(r\[i\], r\[i + 2\])/_mm_unpackhi_epi64(r[i], r[i + 1])/
