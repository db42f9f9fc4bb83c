# src/names/names.c
# What there is no memory to park is refused as wrong.
# In test_park
/case OCR_SLOT_FULL/,/return/s/-ENOMEM/-EINVAL/
