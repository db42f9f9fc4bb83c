# src/stream/dispatch.c
# What rides on the bytes of a block is not handled.
/^deliver_push/,/^}/s/deliver(rt, from, &u.op);/;/
