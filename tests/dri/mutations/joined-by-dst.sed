# src/dri/shape/list.c
# Runs that adjoin in the receiver's memory alone are joined.
s/r->src + r->len == src \&\& //
