# src/reduce/representative.c
# At the top each node begins with what it has itself.
# In reduce_order
/^ocr_representative_combine_top(/,/^}/s/^\tg->result = NULL;//
