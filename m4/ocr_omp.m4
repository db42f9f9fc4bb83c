# SPDX-License-Identifier: BSD-3-Clause
# OCR_OMP(VARIABLE, COMPILER, FLAG, RESULT)
# Sets VARIABLE to the path of COMPILER, and RESULT to yes if a program with
# OpenMP links with FLAG.  Each compiler brings its own OpenMP library.
AC_DEFUN([OCR_OMP], [
AC_PATH_PROG([$1], [$2])
AC_MSG_CHECKING([whether $2 builds programs with $3])
$4=no
AS_IF([test -n "$$1"], [
  printf '#include <omp.h>\nint main(void){return omp_get_num_threads()<1;}\n' \
    >conftest.c
  AS_IF(["$$1" $3 -o conftest conftest.c >&AS_MESSAGE_LOG_FD 2>&1], [$4=yes])
  rm -f conftest conftest.c])
AC_MSG_RESULT([$$4])])
