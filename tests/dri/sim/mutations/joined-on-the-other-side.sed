# src/dri/array/form.c
# Halves lie side by side where they are split, and the other way round.
/^ocr_dri_form/,/^}/s/is_joined\[!split\]/is_joined[split]/
