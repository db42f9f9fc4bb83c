# src/task/template.h in src/api/edt_calls.c
# Of a template that is remembered, what has changed is not seen.
# In kept
/^ocr_template_is_last(/,/^}/s/l->changes ==/1 |/
