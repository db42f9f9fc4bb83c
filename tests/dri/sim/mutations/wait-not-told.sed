# src/dri/meet/host.c
# The host does not answer who asks whom he waits for.
# In test_meetings
/^ocr_dri_on_ask/,/^}/s/	if (m) {/	if (m \&\& m->status) {/
