# fabric/debts.c
# A node tells nobody of the debts that it has heard of.
# In test_debts
/^ocr_debts_learn/,/^}/s/if (m->known\[i\].to != f->rules.self)/if (false)/
