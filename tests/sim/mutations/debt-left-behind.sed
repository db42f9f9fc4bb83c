# fabric/fabric.c
# Who is told of an op waits for one that may not have left.
# In test_debts
/^gather(/,/^}/s/^\t\tleave = p->tells_own;/\t\tleave = false;/
