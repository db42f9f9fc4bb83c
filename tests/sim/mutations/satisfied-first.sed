# src/task/edt_run.c
# The output event is satisfied before the blocks are released.
# Found by memory model
/^tell_end/,/^}/{
s/^\tfor (uint32_t i = t->held.n; i > 0; i--)/\tif (!(t->run.flags \& OCR_EDT_FINISH) \&\& !ocr_guid_is_null(t->output) \&\&\n\t    !is_event(t->rt, result))\n\t\tsatisfy_output(t, result);\n&/
}
/^tell_result/,/^}/s/^\t\tsatisfy_output(t, result);/\t\t;/
