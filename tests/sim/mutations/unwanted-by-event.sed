# src/data/carry.c
# Blocks go on along with an event whose block nobody reads there.
# In test_unwanted
/^remember/,/^}/s/atomic_store_explicit(place_of(c, cause), .*/(void)cause;/
/^remember/,/^}/s/^\t\t\t      memory_order_relaxed);$//
/^remember/,/^}/s/atomic_store_explicit(place_of(c, block), block | bit,$/&memory_order_relaxed);/
