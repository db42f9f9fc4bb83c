# src/task/edt.c
# A destroyed task stays a member of its finish scope.
/^destroy(/,/^}/s/^\tif (scope)/\tif (scope \&\& !rt)/
