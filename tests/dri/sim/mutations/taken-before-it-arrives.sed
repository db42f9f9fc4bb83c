# src/dri/link/fetch.c
# What was fetched does not count as there.
s/if (fetched)$/if (!fetched)/
