# src/api/edt_calls.c
# A scope whose name is in a message of this node is in no table.
/^submit(/,/^}/s/err = scope ? ocr_scope_list(t->rt, scope) : 0;/;/
