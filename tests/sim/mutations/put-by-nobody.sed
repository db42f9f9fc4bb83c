# src/data/home_ops.c
# Who releases a block by a call keeps his reference to its bytes.
/^ocr_home_put(/,/^}/s/b->copy.refs--;/;/
