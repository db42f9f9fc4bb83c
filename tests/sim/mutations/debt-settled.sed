# fabric/debts.c
# An op that has left is taken for one that has been handled.
# In test_debts
/^is_confirmed/,/^}/s/k->seq <= ocr_peer_confirmed(p)/p \&\& true/
