# fabric/batch_put.c
# A packet that leaves at once is told again what it has said is handled.
# In test_first
/^put_locked/,/^}/s/(uint32_t)told)/(uint32_t)p->told)/
