# src/dri/meet/host.c
# Data types may differ.
/^judge_types/,/^}/s/if (fit)/if (fit || w)/
