# src/data/fetch.c
# Who waits for a fetch by another task does not say that it has come.
s/f->owed++;/;/
