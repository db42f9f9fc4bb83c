# fabric/shelf.c
# A block is looked at, and then taken: by two.
# In test_shelf
/^take_from(/,/^}/{
	/p = atomic_exchange_explicit(&slot\[i\], NULL,/{
		N
		s/.*/int sched_yield(void); p = slot[i]; sched_yield(); slot[i] = NULL;/
	}
}
