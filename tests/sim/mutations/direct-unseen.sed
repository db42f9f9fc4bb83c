# src/stream/direct.c
# An observer is not told that a call's op has left its stream.
# With --both-ways
/OCR_OBSERVE(rt, leave/d
