# src/data/home_directory.c
# A block is cut while others write to it.
# In pieces
s/while ((w = h->queue) && may_have_locked(h, w)) {/while ((w = h->queue) \&\& (may_have_locked(h, w) || ocr_split_wants_locked(b, w))) {/
