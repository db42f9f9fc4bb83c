# src/reduce/representative.c
# A generation goes over the tree that others have sent to the root.
# In reduce_few
/^ocr_representative_place_all/,/^}/s/gen + c->shape.max_gen/gen + 1/
