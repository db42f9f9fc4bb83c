# src/api/edt_calls.c
# A creation that fails for a dependence has given the GUID of its output event.
# In edt_undone
s|: create(t, m, a.func, &n, outputEvent ? &output : NULL,|: create(t, m, a.func, \&n, outputEvent,|
