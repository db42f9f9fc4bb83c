# src/data/copy.c
# What the home was told of goes if an older copy has taken its place.
# In push_turns
/^settle_old_locked/,/^}/s/!(c->flags & OCR_COPY_TOLD) ||/true ||/
