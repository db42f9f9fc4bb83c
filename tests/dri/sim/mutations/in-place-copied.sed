# src/dri/link/link.c
# What stays is copied to itself, while others read it.
/^ocr_dri_link_plan(/,/^}/s/if (!err \&\& l->in_place)/if (!err \&\& l->in_place \&\& l->side == DRI_SEND)/
