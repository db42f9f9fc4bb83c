# src/data/acquire_back.c
# A node reads what was offered to it after that was recalled.
/^ocr_acquire_on_recall/,/^}/s/ocr_offer_forget_locked(b);//
