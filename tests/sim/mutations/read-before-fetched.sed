# src/data/acquire_grant.c
# A second reader does not wait for the bytes that the first one fetches.
/^grant_locked/,/^}/s/if (!(c->flags & OCR_COPY_READY)) {/if (!(c->flags \& OCR_COPY_READY) \&\& c->refs < 2) {/
