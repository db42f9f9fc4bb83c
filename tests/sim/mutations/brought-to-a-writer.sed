# src/data/carry.c
# Who is brought bytes to read writes them.
/^ocr_carry_take_brought/,/^}/s/!ocr_mode_reads(mode)/false/
