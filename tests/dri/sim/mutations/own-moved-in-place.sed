# src/dri/link/link.c
# In place a process copies what it has to where it is.
# In test_still
/^ocr_dri_link_plan(/,/^}/s/if (!err \&\& l->in_place)/if (false)/
