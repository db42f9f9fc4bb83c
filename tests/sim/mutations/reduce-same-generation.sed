# src/reduce/collective.c
# Each dependence on a post-slot gets the first result.
/^add_dep(/,/^}/s/s->next++;//
