# src/data/acquire_grant.c
# Who has the bytes waits behind who waits for memory, and they go.
# In test_hungry
/^must_wait_locked/,/^}/s/ && !ocr_copy_find_locked(b, want)//
