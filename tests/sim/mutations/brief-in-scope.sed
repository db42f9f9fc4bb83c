# src/api/edt_far.h in src/api/edt_calls.c
# A child of a finish scope is created in brief, and is no member.
/^create_brief/,/^}/s/ocr_edt_child_scope(w->task) || //
