# src/stream/stream.h in src/stream/stream.c
# One debt holds no op back, wherever it goes.
s/return s->owed.n == 1 && s->owed.debts\[0\].node == to &&/return s->owed.n == 1 \&\&/
