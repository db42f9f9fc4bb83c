# src/names/label.c
# A finish scope waits for a task that lost its label to another one.
/^ocr_label_on_create/,/^}/s/^\t\tocr_dispatch_lose(/\t\tif (0)\n\t\t\t&/
