# src/data/home_directory.c
# Who reads a version is not known for want of memory, and the job goes on.
# In test_past
/^keep_past_locked/,/^}/s/ocr_fail(rt, "no memory/ocr_log_info(rt->self, "no memory/
