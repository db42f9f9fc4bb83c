# src/data/loan.c
# The home never hears that what was lent has been given back.
/^ocr_loan_end_locked/,/^}/s/^\tocr_fetch_answer(.*$//
