# src/data/home_ops.c
# An observer does not see the end of a block that nobody else has known.
# With --both-ways
/^ocr_home_destroy(/,/^}/s/^\t\tif (__builtin_expect(s->rt->observer != NULL, 0)) {/\t\tif (0) {/
