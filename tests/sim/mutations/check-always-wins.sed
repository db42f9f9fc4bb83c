# src/names/label.c
# Who loses a label on another node is told that it has won.
# In label_told
s/^\tstruct ocr_answer a = {.err = err};/\tstruct ocr_answer a = {.err = err * 0};/
