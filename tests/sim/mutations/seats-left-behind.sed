# src/task/scope.c
# Who gives seats back keeps those that what ends then leaves him.
# In random 80
/^ocr_scope_settle(/,/^}/s/for (; n; n = ocr_worker_seats(w))/for (; n; n = 0)/
