# fabric/session_out.c
# A word that below had no room for is forgotten.
# With --breaks
/^ocr_session_say_unsaid_locked/,/^}/s/if (err == -EAGAIN) {/if (0) {/
