# fabric/peer.c
# What was held back of a node that has gone is forgotten.
# In test_debts
/^ocr_peer_goes/,/^}/s/p->gone_why = p->held ? strdup(why) : NULL;/p->gone_why = NULL;/
