# src/api/db.c
# A task keeps a block whose creation has failed.
# In test_half_made
s/^		let_go_new(t, b.m.db);/		(void)let_go_new;/
