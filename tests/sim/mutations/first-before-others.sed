# fabric/batch_put.c
# An op that leaves at once does so though others have gathered, and overtakes them.
# In test_first
/^is_at_rest_locked/,/^}/s/!p->open \&\& //
