# fabric/fabric.c
# A packet is longer than others for few bytes as well, which are copied.
# In test_lent
/^ocr_fabric_lent_bytes/,/^}/s/!ocr_batch_lends(f, n_bytes) || //
