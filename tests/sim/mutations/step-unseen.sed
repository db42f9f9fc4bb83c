# src/data/acquire.c
# An observer does not see that a block is asked for, if no message is.
# With --both-ways
/^ocr_acquire_here(/,/^}/s/OCR_OBSERVE(rt, begin,/(void)(/
/^ocr_acquire_here(/,/^}/s/OCR_OBSERVE(rt, end);/;/
