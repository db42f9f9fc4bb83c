# fabric/batch.c
# What trails once trails behind all that leaves.
# In test_lent
/^next_locked/,/^}/s/p->trails = false;/;/
