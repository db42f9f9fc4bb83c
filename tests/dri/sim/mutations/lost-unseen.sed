# src/dri/world/world.c
# Who waits does not see that a process is lost.
/^ocr_dri_wait_locked/,/^}/s/ && !w->broken//
