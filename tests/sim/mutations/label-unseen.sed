# src/stream/order.c
# What is done to an object with a label may come late.
/^ocr_order_of/,/^}/s/return T | S;/return T;/
