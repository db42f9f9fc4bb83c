# src/dri/call/exchange.c
# A sender with buffers on their way is told that it holds them all.
/^try_free_locked/,/^}/s/ || ocr_dri_bufferset_is_held_locked(set)/ || true/
