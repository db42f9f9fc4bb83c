# src/task/scope.c
# A child on the same node is not counted in its scope.
/^ocr_scope_enter/,/^}/s/&s->live, 1/\&s->live, 0/
