# src/dri/link/link_transfer.c
# Each transfer goes to the first CREDIT.
/^finish_locked/,/^}/s/(way->first_credit + 1)/(way->first_credit + 0)/
