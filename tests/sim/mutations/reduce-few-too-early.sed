# src/reduce/collective.c
# A child's share comes before the node knows that it has children, and is refused.
# In reduce_few
/^take_partial/,/^}/s/if (m->placed && !c->places/if (false \&\& !c->places/
