# src/task/share.c
# A task that goes to another node is no member of its finish scope there.
# In random
/^hand_over/,/^}/s/(t->scope &&/(!t \&\&/
