# labeled/labels.c
# A creation that waits for a label is forgotten when the label is free.
/^reborn/,/^}/s/^\tl->reborn(/\tif (0)\n\t\t&/
