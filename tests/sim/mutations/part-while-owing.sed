# src/stream/order.c
# A block is cut by who owes all that there is room for, and the answer more.
# In part_debts
s/^\tcase OCR_MSG_OPEN_FILE:/\tcase OCR_MSG_PARTITION:\n&/
