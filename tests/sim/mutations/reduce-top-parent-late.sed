# src/reduce/representative.c
# At the top a node's children are added before they have theirs.
# In reduce_order
/^ocr_representative_combine_top(/,/^}/s/uint32_t rank = c->top; rank-- > 0;/uint32_t rank = 0; rank < c->top; rank++/
