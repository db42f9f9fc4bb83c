# src/data/home_directory.c
# Readers get a block though parts of it live.
# In pieces
/^may_have_locked/,/^}/s/if (!h->writers)/if (!h->writers || (h->split \&\& h->split->granted \&\& !ocr_mode_writes(w->mode)))/
