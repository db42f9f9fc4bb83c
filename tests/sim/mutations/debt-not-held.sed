# fabric/debts.c
# Who has not handled what others must not overtake goes on all the same.
# In test_debts
/^is_open/,/^}/s/if (k->to != f->rules.self)/if (true)/
