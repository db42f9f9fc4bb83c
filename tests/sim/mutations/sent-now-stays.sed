# fabric/fabric.c
# What is to leave at once stays in its packet until something else leaves.
/^gather(/,/^}/s/p->flush = ocr_peer_has_some_locked(p)/(void)p/
