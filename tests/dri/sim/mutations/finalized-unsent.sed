# src/dri/call/init.c
# DRI_Finalize does not wait for what was put.
/^is_sent_locked/,/^}/s/			return false;/			return w != NULL;/
