# src/observe/fault.c
# A signal that another process has sent is the deed of the task.
# by crash.sh
/^on_signal(/,/^}/s/info->si_pid != getpid()/info->si_pid == getpid()/
