# src/task/edt_whole.c
# Who has come for the output event of a task that nobody found waits in vain.
# In test_whole
/^ocr_edt_whole_tell/,/^}/s/satisfy_others(t, data);/;/
