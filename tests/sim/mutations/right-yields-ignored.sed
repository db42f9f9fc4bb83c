# src/data/right.c
# Who was asked for the right goes on beginning by it.
# In right_turns
/^ocr_right_take_locked/,/^}/s/(b->flags & (OCR_BLOCK_KEPT | OCR_BLOCK_YIELDS)) != OCR_BLOCK_KEPT/!(b->flags \& OCR_BLOCK_KEPT)/
