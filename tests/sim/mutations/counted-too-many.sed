# src/event/event.c
# A counted event takes more dependences than it expects.
# In counted_codes
s/if (counted && !ev->count)/if (counted \&\& !ev->count \&\& ev->fired)/
