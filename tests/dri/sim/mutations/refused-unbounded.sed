# src/dri/meet/meeting.c
# All meetings that were refused are remembered.
# In test_meetings
/^ocr_dri_meeting_refuse_locked/,/^}/s/all->n_refused == DRI_MOST_REFUSED/!all/
