# fabric/debts.c
# A node that takes its ops slowly is relied on all the same.
# In test_debts
/^ocr_fabric_carry/,/^}/s/is_slow = .*;/is_slow = p->lost;/
