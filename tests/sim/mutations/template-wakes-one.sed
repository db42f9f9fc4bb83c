# src/task/template.c
# Of the tasks that wait for a template one goes on.
/^ocr_template_on_reply/,/^}/s/while (waiters) {/if (waiters) {/
