# src/data/home_ops.c
# A block of this node by which nothing was written stays taken.
# In test_acquire_all
/^ocr_home_untake/,/^}/s/ocr_home_release_at(rt, b, rt->self, &m)/(void)m, false/
