# src/data/along.c
# Bytes that leave from where they lie are not held meanwhile.
# Found by memory model
/^ocr_along_lend_locked/,/^}/s/ocr_copy_ref_locked(.*);/;/
/^ocr_along_back/,/^}/s/ocr_block_put(ctx, lender, bytes);/(void)ctx, (void)lender, (void)bytes;/
