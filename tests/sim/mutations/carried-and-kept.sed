# src/data/carry.c
# Who gives back the lease of what was carried goes on to read without asking.
# In carried
/^ocr_carry_used_locked/,/^}/s/(OCR_COPY_LEASED | OCR_COPY_CARRIED)/OCR_COPY_CARRIED/
