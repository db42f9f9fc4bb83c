# fabric/fabric.c
# More is said in an op though others are behind it, or it has left.
# In exchange
# With --unwatched
/^ocr_fabric_amend/,/^}/s/takes_more_locked(f, p, seq, 0)/p->open != NULL/
