# src/data/carry.c
# What was brought and read is leased on.
# In carried
/^ocr_carry_take_brought/,/^}/s/w->brought.block = NULL;/((struct ocr_block *)got->block)->copy.flags |= OCR_COPY_LEASED;w->brought.block = NULL;/
