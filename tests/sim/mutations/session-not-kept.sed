# fabric/session_out.c
# What has left is forgotten before it was acknowledged.
# With --breaks
/^ocr_session_sent/,/^}/s/^	if (!e->number) {/	if (e->number \&\& e == s->first) ocr_session_acknowledge_locked(ss, s, e->number, \&back);\n&/
