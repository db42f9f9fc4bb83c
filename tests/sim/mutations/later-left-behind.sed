# fabric/fabric_poll.c
# What nobody waits for leaves with something else, or never.
s/^\tflush_later(f);$//
