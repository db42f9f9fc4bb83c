# src/data/home_leases.c
# Or by one that a writer's grant ends, which is still on its way.
# In part_lease
s/h->yields |= h->n_leases != 0;/;/
