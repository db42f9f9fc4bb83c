# fabric/debts.c
# Of a debt that was known before, a later op is not told.
# In test_debts
/^learn_locked/,/^}/s/if (d->pairs\[pair\].seq >= k->seq)/if (d->pairs[pair].seq)/
