# src/dri/move/move.c
# A piece that ends in a row moves the row.
/^copy_range(/,/^}/s/copy_range(j, a - 1, 0, end % inner);/copy_range(j, a - 1, 0, inner);/
