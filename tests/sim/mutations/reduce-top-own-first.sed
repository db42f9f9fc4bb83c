# src/reduce/representative.c
# At the top each node begins with what it has itself.
# In reduce_order
/^ocr_representative_combine_top(/,/^}/s/uint32_t first = c->shape.here + c->below;/&\n\n\tocr_generation_add(g, \&c->shape, first, first + c->tree.rank, c->words);/
