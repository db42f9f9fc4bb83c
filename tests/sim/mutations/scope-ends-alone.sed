# src/task/scope.c
# The last member here ends a scope whose credit is elsewhere.
/^leave(/,/^}/s/if (!s->listed)/if (s->root)/
