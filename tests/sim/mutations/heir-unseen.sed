# src/sched/sched.c
# A worker that has an heir has no work.
s/(!closed && ocr_worker_has_heir(w))/(closed \&\& !w)/
