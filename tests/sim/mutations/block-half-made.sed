# src/api/db.c
# A task keeps a block whose creation has failed.
# In random 30
# With --hungry 300
s/^		let_go_new(t, b.m.db);/		(void)let_go_new;/
