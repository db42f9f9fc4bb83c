# src/api/copy_calls.c
# Who waits for the whole has a part of it.
# In copy_exchange
/^bring_back/,/^}/s/return send(o, put_aside.*/return copy_all(o);/
