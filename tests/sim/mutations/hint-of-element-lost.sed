# src/names/mapped.c
# A hint for an element that does not exist yet is taken for that of another kind.
# In map_output
s/ocr_hint_type(ocr_guid_kind(g))/ocr_hint_type(OCR_GUID_EDT)/
