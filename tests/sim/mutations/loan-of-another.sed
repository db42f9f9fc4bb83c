# src/data/loan.c
# What one task gives back counts for the one that was lent the block last.
# In test_loan
/^ocr_loan_end_locked/,/^}/s/(\*p)->data != data/false/
