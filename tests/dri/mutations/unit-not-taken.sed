# src/dri/move/box.c
# A run in one memory is taken for one in both.
s/if (n > 0 \&\& dim\[0\].src == unit \&\& dim\[0\].dst == unit)/if (n > 0 \&\& dim[0].dst == unit)/
