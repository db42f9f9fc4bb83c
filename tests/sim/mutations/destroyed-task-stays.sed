# src/task/edt.c
# A destroyed task stays a member of its finish scope.
/^ocr_edt_destroy_at(/,/^}/s/^\tif (scope)/\tif (scope \&\& !rt)/
