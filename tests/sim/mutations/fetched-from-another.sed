# src/data/fetch.c
# A second grant of what is under way is answered as if it named that source.
# In read_sources
# With --strict
/^ocr_fetch_wait_locked/,/^}/s/if (m->holder != f->transfer.peer)/if (false)/
