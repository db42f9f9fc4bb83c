# src/dri/meet/meeting.c
# A name is known to all processes, whatever its group.
/^find_locked/,/^}/s/(\*at)->among != among/0/
