# fabric/fabric.c
# What rides is told before the debts behind which it has to come.
/^takes_more_locked/,/^}/s/!(f->debts && knows_more(f, p))/true/
