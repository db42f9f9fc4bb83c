# src/dri/link/link_transfer.c
# Nobody sees that a sender is gone.
/^ocr_dri_link_is_dry_locked/,/^}/s/			return true;/			return false;/
