# src/data/home_directory.c
# A node that has the version before the newest need not fetch to read.
# Found by memory model
/^has_it_locked/,/^}/s/return w->have == b->busy->home\.version;/return w->have == b->busy->home.version ||\n\t\t       (!ocr_mode_writes(w->mode) \&\& w->have + 1 == b->busy->home.version);/
s/^\t\t\.version = h->version,/\t\t.version = h->version - (!h->writers \&\& !ocr_mode_writes(w->mode) \&\& w->node != rt->self \&\& w->have + 1 == h->version),/
