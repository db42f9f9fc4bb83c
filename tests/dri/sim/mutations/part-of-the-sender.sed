# src/dri/link/link.c
# The second parts begin where they do in the sender's buffer.
/^spread/,/^}/s/way->dst_part = .*/way->dst_part = way->src_part;/
