# src/dri/call/channel.c
# A sender is destroyed before what it put has left.
/^is_sent_locked/,/^}/s/return .*/return c != NULL;/
