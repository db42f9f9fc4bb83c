# fabric/batch.c
# A packet that the transport had no room for gets a second number.
/^seal_locked/,/^}/s/k->is_numbered = true;//
