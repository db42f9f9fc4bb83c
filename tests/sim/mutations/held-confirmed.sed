# fabric/receive.c
# Who wants to hear of an op that is held back is not told, once it is handled.
# In test_debts
/^handle_held/,/^}/s/if (any \&\& p->asked)/if (false)/
