# src/sched/idle.c
# Who has looked at the network inherits from then on.
# In test_heir
/^look_for_next/,/^}/s/w->inherits = false/w->inherits = true/
