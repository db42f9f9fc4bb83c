# src/observe/strict.c
# Where an object was created is not told while another thread notes a place.
# In test_origin
/^lock_for_a_while(/,/^}/s/i < WAIT_MS/i < 1/
