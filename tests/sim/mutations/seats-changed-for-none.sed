# src/task/scope.c
# Who takes seats of another scope forgets those that it has.
/^ocr_scope_enter_more(/,/^}/s/^\tif (n)/\tif (n \&\& !s)/
