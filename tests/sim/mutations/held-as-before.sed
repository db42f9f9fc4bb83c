# src/sched/worker.c
# Who has put something off once does not ask again whether somebody watches.
# In test_put_off_watch
/^puts_it_off(/,/^}/s/return !is_watched(s);/return true;/
