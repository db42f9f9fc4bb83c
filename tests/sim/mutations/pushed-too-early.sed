# src/data/push.c
# What a writer gave up is pushed before its home knows.
# In push_turns
/^is_fit_locked/,/^}/s/is_version_locked(rt, b)/!b->copy.refs/
