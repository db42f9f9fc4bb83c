# src/dri/link/link.c
# In a clique each receiver is near to the first sender.
/^find_near/,/^}/s/near\[i\] = .*/near[i] = 0;/
