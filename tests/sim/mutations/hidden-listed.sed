# src/api/pause_calls.c
# Who lists the tasks of a node gets GUIDs by which they are not found.
# In nameless
s/ocr_mapped_shown(ocr_edt_name(t))/ocr_mapped_shown(guid)/
