# src/data/home.c
# A release of a block makes no new version: copies of the old one stay good.
/^ocr_home_release_locked(/,/^}/s/h->version++;//
