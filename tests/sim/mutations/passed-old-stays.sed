# src/data/home.c
# The home counts on its own bytes when others were written elsewhere.
# In passed_on
# With --strict
/^release_busy_locked/,/^}/s/ocr_home_forget_passed_locked(rt, b);//
