# fabric/route.c
# Who has heard nothing from neighbours does not look at the rest either.
# In test_route
/^poll_all/,/^}/s/heard != 0 \&\& //
