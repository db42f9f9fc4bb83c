# fabric/fabric.c
# What rides is told before the debts behind which it has to come.
/^ocr_fabric_extend/,/^}/s/!(f->debts && knows_more(f, p))/true/
