# src/data/carry.c
# What was carried is never given up.
/^copy_locked/,/^}/s/c->refs = 0;//
