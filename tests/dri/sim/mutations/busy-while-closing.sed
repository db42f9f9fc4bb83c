# src/dri/call/exchange.c
# Buffers of a link that is closing count as in the hand of the program.
/^try_receive_locked/,/^}/s/ && ocr_dri_bufferset_is_held_locked(l->set)//
