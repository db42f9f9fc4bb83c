# src/task/edt_run.c
# A task leaves its finish scope when its body returns.
/^end_body/,/^}/s/^\tocr_edt_set_state(t, OCR_EDT_ENDING);/&\n\tif (t->scope)\n\t\tocr_scope_leave(t->rt, t->scope);\n\tt->scope = NULL;/
