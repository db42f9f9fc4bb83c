# src/data/push.c
# What was written elsewhere stays there until somebody asks.
# In test_ways
/^ocr_push_ahead(/,/^}/s/ocr_carry_goes_home(/false \&\& ocr_carry_goes_home(/
