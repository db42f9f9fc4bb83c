# src/sched/idle.c
# A worker that lies down does not send what another one has put off.
# In test_put_off_watch
/^rest(/,/^}/s/send_what_waits(rt);//
