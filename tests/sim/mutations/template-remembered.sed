# src/task/template.c
# A worker goes on with a template that has changed.
# In hint_again
/^changed(/,/^}/s/template_changes, 1,/template_changes, 0,/
