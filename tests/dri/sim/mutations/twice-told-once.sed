# src/dri/meet/host.c
# Of a process that connects twice, the first call is not refused.
/^arrive_locked/,/^}/s/		tell_all_refused_locked(w, m, status);//
