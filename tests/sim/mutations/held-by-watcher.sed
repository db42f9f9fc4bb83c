# src/sched/idle.c
# Who begins to watch does not send what a worker has put off.
# In test_put_off_watch
/^watch(/,/^}/s/send_what_waits(w->rt);//
