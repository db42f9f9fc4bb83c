# src/dri/meet/host.c
# The last process that came is not told of a refusal.
/^tell_all_refused_locked/,/^}/s/h; h = h->next/h \&\& h->next; h = h->next/
