# src/dri/shape/cross.c
# A replicated right pad begins with the block, not with its last elements.
/^images_right(/,/^}/s/im.begin = spec->size - im.n;/im.begin = b.begin;/
