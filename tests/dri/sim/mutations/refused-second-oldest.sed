# src/dri/meet/meeting.c
# Not the oldest refused meeting is forgotten.
# In test_meetings
/^ocr_dri_meeting_refuse_locked/,/^}/s/ocr_dri_meeting_end_locked(w, all->refused);/ocr_dri_meeting_end_locked(w, all->refused->next);/
