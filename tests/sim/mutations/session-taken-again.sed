# fabric/session_in.c
# A packet that comes again is taken again.
# With --breaks
/^hear_locked/,/^}/s/if (h->number <= last) {/if (h->kind != OCR_SESSION_DATA \&\& h->number <= last) {/
