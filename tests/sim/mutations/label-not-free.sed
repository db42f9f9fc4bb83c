# labeled/labels.c
# An object that is gone before all its parked ops are keeps its label.
/^ocr_labels_kill/,/^}/s/(e->state == BUSY || e->state == LIVE)/e->state == LIVE/
