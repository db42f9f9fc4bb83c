# fabric/session_time.c
# Who waits for an acknowledgement does not ask.
# With --breaks
/^check_patience_locked/,/^}/s/ask_locked(ss, s);/(void)ss;/
