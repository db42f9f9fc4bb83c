# src/reduce/collective.c
# A node at the top refuses who has the last result before it.
# In reduce_generations
s/(far || m->placed ? 2 : 1) \*/1 */
