# src/stream/stream.c
# What need not be waited for is carried by nobody.
/^carries/,/^}/s/^\t    !ocr_fabric_carry(s->rt->fabric, d->node, d->seq))/\t    false)/
