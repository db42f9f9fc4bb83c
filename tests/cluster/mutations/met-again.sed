# fabric/ofi_peer.c
# Who meets a node a second time begins with the same numbers again.
# by unit test_tag
/^is_met/,/^}/s/p != NULL && p != &o->nobody/p == \&o->nobody/
