# src/stream/stream.c
# One debt holds no op back, wherever it goes.
s/return s->n_debts == 1 && s->debts\[0\].node == to &&/return s->n_debts == 1 \&\&/
