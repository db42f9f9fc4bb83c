# guidmap/guidmap.c
# A template is put where an object is that has its GUID for a counter.
# In test_guidmap
/^ocr_guidmap_publish(/,/^}/s/lane_of(m, g), number_of(g), index_of(g),/ocr_guidmap_lane(m, g), g.lower >> 8, (unsigned)g.lower % 256,/
