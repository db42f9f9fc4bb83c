# src/task/edt_life.h in src/api/edt_calls.c
# Parameters and slots get what they need, and it goes into the pool afterwards.
# In params_mixed
# With --unwatched
s/^#include <string.h>/#include <stdlib.h>\n&/
/^ocr_edt_words_new/,/^}/s/ocr_pool_get(.*)$/(uint64_t *)malloc(ocr_edt_words_bytes(b))/
