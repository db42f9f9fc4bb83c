# src/data/right.c
# Who declines a right that came unasked, as when somebody reads, keeps it.
/^ocr_right_lose_locked/,/^}/s/(OCR_BLOCK_KEPT | OCR_BLOCK_YIELDS |/(OCR_BLOCK_YIELDS |/
