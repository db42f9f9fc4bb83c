# src/data/newborn.h in src/api/db.c
# A task that is untold is forgotten when its creator makes a block.
# In test_brief
/^ocr_newborn_may/,/^}/s/ocr_stream_tell_task(s);//
