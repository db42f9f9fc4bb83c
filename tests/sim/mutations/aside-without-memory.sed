# src/api/copy_calls.c
# What cannot become a part for want of memory is put aside, and waits for others.
# In test_no_part
/^bring_back(/,/^}/s/case -ENOMEM:/case -EIO:/
