# src/sched/wait.c
# A body goes on while its worker has seats of another scope.
/^ocr_wait_go_on(/,/^}/s/w->rt->sched->ops->settle(w);/(void)0;/
