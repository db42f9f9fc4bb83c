# fabric/batch.c
# What waits for a packet gets none when nothing else comes.
# In test_transfer
/^next_locked/,/^}/s/ocr_peer_has_some_locked(p)/p->open/
