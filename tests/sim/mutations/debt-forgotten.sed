# src/stream/ledger.c
# What need not be waited for is carried by nobody.
/^carries/,/^}/s/ocr_fabric_carry(rt->fabric, d->node, d->seq)/true/
