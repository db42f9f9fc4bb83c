# src/stream/rider.c
# What has room in a creation in brief goes into it though something rides on that.
# In exchange
/^extend/,/^}/s/w->bearer.brief = false;/;/
