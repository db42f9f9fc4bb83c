# src/dri/meet/meeting.c
# A process may leave as many calls waiting at a host as it likes.
# In test_meetings
/^ocr_dri_meeting_is_full_locked/,/^}/s/return .*;/return !w || node == OCR_NODE_NONE;/
