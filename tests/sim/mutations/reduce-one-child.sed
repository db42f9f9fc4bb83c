# src/reduce/representative_send.c
# Only one child in the tree is told the result.
/^ocr_representative_send_down/,/^}/s/i < ocr_representative_below(c, gen); i++/i < ocr_representative_below(c, gen) \&\& i < 1; i++/
