# src/data/home_serve.c
# An answer about an old version makes a source that nobody lets go.
/^ocr_home_serves_locked/,/^}/s/m->version != h->version || h->writers/m->version == 0/
