# src/data/carry.c
# The right to write goes along to nobody.
# In test_ways
/^may_pass(/,/^}/s/return .*/return rt != rt || op != op;/
