# fabric/receive.c
# What comes behind one that is held back overtakes it.
# In test_debts
/^handle(/,/^}/s/if (__builtin_expect(p->held != NULL, 0) || !may_handle(f, op))/if (!may_handle(f, op))/
