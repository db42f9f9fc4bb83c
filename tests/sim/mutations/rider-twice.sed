# src/task/edt_ops.c
# A slot may be satisfied twice with the creation.
# In test_riders
/^is_plain/,/^}/s/!slot || slots & slot/!slot/
