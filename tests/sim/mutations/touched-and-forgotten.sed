# src/names/map.c
# An element whose creation could not begin counts as begun.
# In test_touch
/^touch(/,/^}/s/ocr_once_remove(&map->started, ocr_label_index(g));//
