# src/dri/move/zeros.c
# Zeros on the right begin one too early.
/^fill_right(/,/^}/s/b.right - n, n)/b.right - n - 1, n + 1)/
