# src/task/share.c
# A task that goes on to a third node forgets what the program calls it.
# In moved_name
/^name_of(/,/^}/s/ocr_edt_side_was(t)/NULL_GUID/
