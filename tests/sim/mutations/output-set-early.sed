# src/api/edt_calls.c
# A creation that fails for a dependence has given the GUID of its output event.
# In edt_undone
/^create_any(/,/^}/s/outputEvent ? &output : NULL/outputEvent/
