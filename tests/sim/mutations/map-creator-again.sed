# src/names/map.c
# The creator of an element runs whenever somebody asks for it.
/^touch/,/^}/s/? ocr_once_add(&map->started, ocr_label_index(g))/? 1/
