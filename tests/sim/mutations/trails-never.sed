# fabric/batch.c
# No packet trails behind the leave to read much.
# In test_lent
/^next_locked/,/^}/s/(p->trails && !ocr_peer_has_some_locked(p))/false/
