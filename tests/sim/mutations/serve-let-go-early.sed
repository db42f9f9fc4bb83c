# src/data/home_serve.c
# Who serves is let go while others fetch from him.
/^ocr_home_serve_locked/,/^}/s/ && !(\*p)->fetches//
