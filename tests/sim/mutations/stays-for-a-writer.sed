# src/data/copy.c
# Who may write gets the bytes in their packet, too.
/^reads(/,/^}/s/(OCR_GRANT_INLINE | OCR_GRANT_WRITE)/OCR_GRANT_INLINE/
