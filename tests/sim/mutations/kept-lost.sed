# src/event/event_deliver.c
# What fires is not delivered to an object with a label, or that is not there yet.
/^deliver_by_message(/,/^}/s/^\tocr_dispatch_delayed(rt, .*/\t(void)rt;\n\t(void)d;\n\t(void)m;/
