# src/task/edt_whole.c
# The GUID of a task that nobody found is not dead when it has ended.
# In test_whole
/^ocr_edt_whole_end/,/^}/s/if (ocr_guidmap_skip(t->rt->guids, ocr_edt_guid(t), &w->dead))/if (t)/
