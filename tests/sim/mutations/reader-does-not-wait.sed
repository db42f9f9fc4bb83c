# src/data/home_directory.c
# Who reads does not wait for a writer at work.
# Found by memory model
/^may_have_locked/,/^}/s/if (!h->writers)/if (!h->writers || !ocr_mode_writes(w->mode))/
