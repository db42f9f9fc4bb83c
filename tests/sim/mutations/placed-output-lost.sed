# src/api/edt_calls.c
# A task with a place of its own takes no event of the program for its output.
/^create_placed/,/^}/s/b.flags = wire_flags(flags);/b.flags = wire_flags(flags \& EDT_PROP_FINISH);/
