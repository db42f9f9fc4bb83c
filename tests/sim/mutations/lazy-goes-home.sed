# src/data/home_directory.c
# The home takes over what has the hint LAZY.
# In test_lazy
/^ocr_home_adopt_locked/,/^}/s/b->flags & OCR_BLOCK_LAZY || //
