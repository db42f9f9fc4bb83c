# src/task/scope.c
# The share of a creation that came too late is lost where there is no memory for it.
# In test_lost_share
/^ocr_scope_on_lost/,/^}/s/by != rt->self && err == -ENOMEM/false/
