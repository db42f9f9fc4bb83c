# src/data/seat_join.c
# Bytes that old readers hold are found by the version that was made of them.
/^apply_patches(/,/^}/s/c->version = OCR_HAVE_NONE;/;/
