# src/data/home_directory.c
# The home gives its bytes up when who has the right has written, though others fetch them.
# In passed_seen
# With --nodes 3 --strict
/^ocr_home_forget_passed_locked(/,/^}/s/h->fetches, 0/0, 0/
