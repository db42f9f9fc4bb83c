# src/api/edt_at_hand.h in src/api/edt_calls.c
# Parameters are counted by the template alone, whatever the call says.
# In kept
/^settle(/,/^}/s/return \*count == of_template ||/return *count != EDT_PARAM_UNK ||/
