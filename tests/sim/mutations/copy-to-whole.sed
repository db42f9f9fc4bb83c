# src/api/copy_calls.c
# What is not a part is copied back into the whole, which waits for its parts.
# In copy_mixed
/^bring_back/,/^}/{s/switch (cut(/switch (1 || cut(/;s/return send(o, put_aside.*/return copy_all(o);/;}
