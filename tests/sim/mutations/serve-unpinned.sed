# src/data/serve.c
# Who is asked to serve may give the copy up.
/^serve_locked/,/^}/s/ocr_copy_pin_locked(rt, b, c);//
