# src/data/held.c
# A task that has a block in two slots gets it in the weaker mode.
# Found by memory model
/^strengthen/,/^}/s/strength(mode) > /strength(mode) < /
