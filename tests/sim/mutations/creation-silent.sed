# src/stream/order.c
# A task without slots may start before what came first was done.
/case OCR_MSG_CREATE_EDT:/,/: T;/s/: T;/: 0;/
