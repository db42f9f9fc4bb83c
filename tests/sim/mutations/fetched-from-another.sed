# src/data/acquire.c
# A second grant of what is under way is answered as if it named that source.
# In read_sources
# With --strict
/^wait_locked/,/^}/s/if (m->holder != f->transfer.peer)/if (false)/
