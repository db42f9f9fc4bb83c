# src/dri/call/exchange.c
# Buffers of a link that is closing count as in the hand of the program.
/^try_receive_locked/,/^}/s/(l->in_place || ocr_dri_bufferset_is_held_locked(l->set))/true/
