# src/api/edt_sources.c
# Of the sources of a creation that are looked at in one go only the first is taken.
# In depv_near
/^ocr_api_connect_near(/,/^}/s/w.slot < depc && !code/w.slot < 1 \&\& !code/
