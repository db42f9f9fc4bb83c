# src/names/map.c
# What comes before the creator has run is too late.
s|r == 1 && ocr_labels_expect(rt->labels, g)|0|
