# src/dri/transfer.c
# Each transfer goes to the first CREDIT.
/^ocr_dri_way_done/,/^}/s/(way->first_credit + 1)/(way->first_credit + 0)/
