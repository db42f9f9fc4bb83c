# src/stream/order.c
# An event may fire before the dependences on it have come.
/^dependence(/,/^}/s/return \(.*\);/return (\1) == S ? 0 : (\1);/
