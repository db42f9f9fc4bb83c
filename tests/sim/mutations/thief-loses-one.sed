# src/sched/worker.c
# Of several tasks that a worker steals the last one is lost.
/^steal_from(/,/^}/s/for (unsigned i = n - 1; i > 0; i--)/for (unsigned i = n - 1; i > 1; i--)/
