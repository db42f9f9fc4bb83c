# src/task/edt_run.c
# A task leaves its finish scope when its body returns.
/^end_body/,/^}/s/^\tsend_off(t);/&\n\tif (t->scope)\n\t\tocr_scope_leave(t->rt, t->scope);\n\tt->scope = NULL;/
