# src/stream/order.c
# A question about an object overtakes what the task has done elsewhere.
# In kind_remote
s/^\tcase OCR_MSG_ASK:/\tcase OCR_MSG_ASK:\n\t\treturn 0;/
