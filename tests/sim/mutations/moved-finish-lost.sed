# src/task/share.c
# A finish task that goes is none there: its end says nothing of those below it.
# In finish_moved
/^hand_over/,/^}/s/t->run\.flags | OCR_EDT_MOVED/(t->run.flags \& ~OCR_EDT_FINISH) | OCR_EDT_MOVED/
