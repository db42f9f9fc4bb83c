# src/data/fetch.c
# Who is asked while the bytes come never says where they are.
s/serves = ready_locked(b, f);/serves = ready_locked(b, f) \&\& 0;/
