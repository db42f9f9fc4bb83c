# src/task/template.c
# A worker remembers a template that has hints, without them.
# In hint_again
/^ocr_template_find(/,/^}/s/ && !hint->mask//
