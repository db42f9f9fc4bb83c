# src/data/seen.c
# Who has a copy of a block that is no more is not told.
# In test_seen
/^tell(/,/^}/s/ocr_dispatch_send(rt, node, &m.op);/(void)rt, (void)node, (void)m;/
