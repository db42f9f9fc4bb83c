# src/event/event.c
# A once event that fires where nothing is kept stays in its place.
/^fire(/,/^}/s/f->gone && !ocr_label_is(g))/f->gone \&\& !ocr_label_is(g) \&\& (f->n || !now))/
