# src/data/carry.c
# What is given back to one node is taken for what was sent to another.
# In borders
/^set_riders/,/^}/s/w->gave.to == to/true/
