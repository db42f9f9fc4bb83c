# src/data/home_directory.c
# Others of the node join who keeps the right to write.
# In write_again
/^may_have_locked/,/^}/s/ && !h->kept &&/ \&\&/
