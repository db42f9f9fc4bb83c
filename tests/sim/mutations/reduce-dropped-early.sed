# src/reduce/collective.c
# A result is forgotten one generation too early.
/^advance/,/^}/s/while (c->base + c->shape\.max_gen < done)/while (c->base + c->shape.max_gen <= done \&\& c->base < done)/
