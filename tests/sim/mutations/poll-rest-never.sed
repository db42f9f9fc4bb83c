# fabric/route.c
# While neighbours send, nothing but them is looked at.
# In test_route
/^poll_all/,/^}/s/ && ++r->skipped < REST_EVERY)/)/
