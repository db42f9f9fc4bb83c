# src/observe/fault.c
# A report that faults is made again as it was.
# by crash.sh
/^report_again(/,/^}/s/all.context, false)/all.context, true)/
