# src/data/loan.c
# The home hears that the bytes have been fetched while a task still reads them where they lie.
/^ocr_loan_begin_locked/,/^}/s/^\treturn data;/\tocr_fetch_answer(rt, m->db, m->version, m->holder, 1);&/
/^ocr_loan_end_locked/,/^}/s/^\tocr_fetch_answer(.*$//
