# src/dri/call/init.c
# A process that leaves since another is lost says GONE.
/^DRI_Finalize/,/^}/s/ \&\& !w->broken//
