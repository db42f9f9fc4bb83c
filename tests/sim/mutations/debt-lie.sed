# fabric/debts.c
# A debt of an op that nobody can have sent is believed, and waited for.
# In test_debts_lies
/^check(/,/^}/s/k->seq - come > UNDER_WAY_MAX/false/
