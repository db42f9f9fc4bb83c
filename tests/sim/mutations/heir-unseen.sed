# src/sched/sched.c
# A worker that has an heir has no work.
/^ocr_sched_has_work(/,/^}/s/if (ocr_worker_has_heir(&s->workers\[i\]))/if (!s)/
