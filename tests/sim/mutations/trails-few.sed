# fabric/fabric.c
# A packet trails behind the leave to read few bytes.
# In test_lent
/^ocr_fabric_trail/,/^}/s/n_bytes < TRAILED \* f->t->lends_bytes/false/
