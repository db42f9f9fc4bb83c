# src/stream/spread.c
# A node answers for those below it before they have heard.
/^ocr_spread_on_spread/,/^}/s/if (!t\.n)$/if (1)/
/^ocr_spread_on_done/,/^}/s/else if (!done\.missing)/else if (0)/
