# fabric/ofi_peer.c
# Who meets a node that has failed begins with the same numbers again.
# by unit test_tag
/^is_met/,/^}/s/return p != NULL && p != &o->nobody;/return p != NULL \&\& p != \&o->nobody \&\& !p->is_failed;/
