# src/names/names.c
# What there is no memory to park is refused as wrong.
# In random 30
# With --hungry 300
/case OCR_SLOT_FULL/,/return/s/-ENOMEM/-EINVAL/
