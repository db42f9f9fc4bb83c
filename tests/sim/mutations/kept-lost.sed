# src/event/event.c
# What fires is not delivered to an object with a label, or that is not there yet.
/^deliver(/,/^}/s/^\t\tocr_dispatch_delayed(rt, op);/\t\t(void)op;/
