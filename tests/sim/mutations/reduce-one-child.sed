# src/reduce/representative_send.c
# Only one child in the tree is told the result.
/^ocr_representative_send_down/,/^}/s/i < c->below; i++/i < c->below \&\& i < 1; i++/
