# src/task/template.c
# A worker goes on with a template of another node that has been given a hint.
# In hint_again
/^ocr_template_foresee(/,/^}/s/changed(rt);//
