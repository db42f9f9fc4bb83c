# src/stream/stream.c
# The op that waited for a confirmation is lost.
/^ocr_stream_resume/,/^}/s/^\tdrain(s);/\tif (s->queue.head)\n\t\tpop(s);\n\tdrain(s);/
