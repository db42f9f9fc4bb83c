# src/data/acquire.c
# A copy that is left from before is read without asking.
# Found by memory model
/^look_here/,/^}/s/done = b->copy.flags & OCR_COPY_LEASED &&/done = true \&\&/
