# fabric/ofi_sieve.c
# Nobody looks for who is accepted between the look for callers and the accept.
# by unit test_admit
/^ocr_ofi_admit_locked/,/^}/s/is_unseen = o->sieve.is_closed/is_unseen = false/
