# fabric/transfer.c
# A transfer of which not all was started loses its turn.
s/^\tappend_locked(p, x);$/\t;/
