# src/base/lines.c
# Lines are never looked for.
# by crash.sh
/^ocr_lines_find(/,/^}/s/if (!\*program)/if (*program)/
