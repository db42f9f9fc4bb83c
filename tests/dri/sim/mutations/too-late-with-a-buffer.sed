# src/dri/world/world.c
# What has come just when the time was over is taken, and not returned.
/^ocr_dri_wait_locked/,/^}/s/^	return done;/	return done \&\& in_time;/
