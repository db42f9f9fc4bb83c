# src/data/home_serve.c
# Who serves, and writes next, loses the bytes that he counts on.
/^stop_serving_locked/,/^}/s/s->node == writer ? OCR_DROP_KEEP : 0/0/
