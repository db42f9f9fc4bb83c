# src/base/pool.c
# Spare objects that a thread has taken are still there for others.
/^refill(/,/^}/s/p->n_spare -= m->n;/p->n_spare -= m->n \/ 2;/
