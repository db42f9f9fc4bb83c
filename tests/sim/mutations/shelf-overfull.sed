# fabric/shelf.c
# What lies ready is as much as has slots.
# In test_shelf
/^reserve(/,/^}/s/bytes > s->most || old > s->most - bytes/!s/
