# src/observe/quiet.c
# One wave that balances is enough to call a job stuck.
s/^\tbool quiet = .*$/\tbool quiet = q->sent == q->handled;/
