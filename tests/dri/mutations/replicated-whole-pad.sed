# src/dri/shape/cross.c
# A replicated pad wider than the block is not its elements over and over.
/^images_right(/,/^}/s/im.n = ocr_dri_min(spec->right, b.len);/im.n = spec->right < spec->size ? spec->right : spec->size;/
