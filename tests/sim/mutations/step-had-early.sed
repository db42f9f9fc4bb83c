# src/data/acquire.c
# A task has a block before what was kept in front of it.
# With --both-ways
/^go_on(/,/^}/s/bool now = .*/bool now = true;/
