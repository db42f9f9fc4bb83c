# src/data/home_ops.c
# Who waits for a block does not hear that it was released by a call.
/^ocr_home_put(/,/^}/s/ocr_home_pump_locked(rt, b);/;/
