# src/task/edt_brief.c
# A task that was created in brief is made whole, and what rides on it is lost.
# In test_brief
/^ocr_edt_on_brief/,/^}/s/riders || m->met/m->met/
