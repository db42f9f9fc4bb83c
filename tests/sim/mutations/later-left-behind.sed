# fabric/fabric_poll.c
# What nobody waits for leaves with something else, or never.
s|^\t\tflush_later(f);$|\t\t(void)f;|
