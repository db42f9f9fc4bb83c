# src/data/right.c
# A right that came unasked is good as long as nobody has asked for it back.
# In asked_first
# With --nodes 3
/^is_fresh_locked/,/^}/{
s/ocr_block_foreign(b)->more == now() \&\&//
s/ocr_self->delivers == .*;/true);/
}
