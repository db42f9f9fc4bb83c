# src/task/edt_brief.c
# A task that was created in brief runs before all of its slots are satisfied.
# In test_brief
/^ocr_edt_on_brief/,/^}/s/riders || m->met != (1u << depc) - 1/riders/
