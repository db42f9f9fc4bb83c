# src/dri/shape/cross.c
# Many whole images are a place too far apart.
/^receive_images/,/^}/s/repeat(m, whole, 0, im->n)/repeat(m, whole, 0, im->n + 1)/
