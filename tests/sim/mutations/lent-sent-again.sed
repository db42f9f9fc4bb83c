# fabric/session_out.c
# Bytes that were given back are sent once more from where they lay.
# In test_session
/^ocr_session_sent/,/^}/s/gather_locked(e);/;/
