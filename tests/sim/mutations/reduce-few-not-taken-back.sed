# src/reduce/representative.c
# What a node has sent to the root before it knew its place is not sent again.
# In reduce_few
/^ocr_representative_place(/,/^}/s/if (c->sent > gen)/if (false)/
