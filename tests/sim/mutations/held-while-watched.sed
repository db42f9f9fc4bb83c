# src/sched/worker.c
# It is put off though somebody watches, who does not look again.
# In test_put_off_watch
/^puts_it_off(/,/^}/s/ || is_watched(s))/)/
