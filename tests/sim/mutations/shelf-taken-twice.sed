# fabric/shelf.c
# A block is looked at, and then taken: by two.
# In test_shelf
/^take_from(/,/^}/{
	/p = atomic_exchange_explicit(&slot\[i\], NULL,/{
		N
		s/.*/p = slot[i]; slot[i] = NULL;/
	}
}
