# src/data/copy.c
# A copy that the home was told of is freed because the cache is too small.
/^keep_locked(/,/^}/s/if (ocr_block_foreign(b)->claims) {/if (false) {/
