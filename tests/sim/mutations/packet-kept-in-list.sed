# fabric/batch.c
# A packet that a peer keeps still points at what stood behind it in the queue.
/k->next = NULL; \/\* of the queue/d
