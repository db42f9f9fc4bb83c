# guidmap/guidmap.c
# A template is put where an object is that has its GUID for a counter.
/^ocr_guidmap_publish(/,/^}/s/is_ordinary(g) && //
