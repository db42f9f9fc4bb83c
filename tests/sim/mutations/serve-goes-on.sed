# src/data/home_serve.c
# Copies serve on when a writer has his turn.
/^ocr_home_disperse_locked/,/^}/s/stop_serving_locked(rt, b, writer);//
