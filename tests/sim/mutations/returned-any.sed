# src/data/home_directory.c
# A lease that was carried is given back, and a later one like others ends.
# In all_there
/^ocr_home_grant_from_locked/,/^}/s/l->carried = false;//
