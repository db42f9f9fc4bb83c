# src/data/home_serve.c
# Who waits for a way when a writer has his turn is forgotten.
# In crowd
/^ocr_home_disperse_locked/,/^}/s/ocr_home_grant_locked(rt, b, w);//
