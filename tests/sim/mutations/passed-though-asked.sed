# src/data/right.c
# A right that came along is taken though others of its node have asked.
# In asked_here
/^ocr_right_pass_locked(/,/^}/s/atomic_load_explicit(asked/false \&\& &/
