# src/reduce/representative_send.c
# A node at the top tells what others have before it knows it.
# In reduce_order
s/ || !ocr_representative_has_top(c, g, n)//
