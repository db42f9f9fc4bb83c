# src/data/directory.c
# A node that has the version before the newest need not fetch.
# Found by memory model
/^has_it_locked/,/^}/s/return w->have == b->busy->home.version;/return w->have != OCR_HAVE_NONE \&\& w->have + 1 >= b->busy->home.version;/
/^grant_locked/,/^}/s/m->version = h->version;/m->version = w->have + 1 == h->version \&\& !ocr_mode_writes(w->mode) ? w->have : h->version;/
