# src/dri/move/turn.c
# Two of four rows change places.
/^square4(/,/^}/s/_mm_unpackhi_epi64(a, c)/_mm_unpackhi_epi64(b, e)/
