# src/data/block.c
# After a million versions a block with a label is taken for the next one.
# In test_versions
/^series_of/,/^}/s/OCR_BLOCK_VERSION_BITS/20/
