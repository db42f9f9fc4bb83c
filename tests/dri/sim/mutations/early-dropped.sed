# src/dri/link/early.c
# What comes before the link is open is dropped.
/^ocr_dri_early_replay_locked/,/^}/s/		e->apply(l->world, e->from, &e->op);//
