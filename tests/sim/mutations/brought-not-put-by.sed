# src/data/carry.c
# What was brought and not read keeps its reference.
/^ocr_carry_put_by/,/^}/s/c->refs--;/;/
