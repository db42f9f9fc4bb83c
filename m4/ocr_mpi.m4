# SPDX-License-Identifier: BSD-3-Clause
# OCR_MPI(COMPILER, RESULT)
# Sets RESULT to yes if COMPILER, which may be none, builds programs with MPI: a
# wrapper can be there without the headers.
AC_DEFUN([OCR_MPI], [
AC_MSG_CHECKING([for MPI ($1)])
$2=no
AS_IF([test -n "$1"], [
  printf '#include <mpi.h>\nint main(void){return MPI_Finalize();}\n' >conftest.c
  AS_IF(["$1" -o conftest conftest.c >&AS_MESSAGE_LOG_FD 2>&1], [$2=yes])
  rm -f conftest conftest.c])
AC_MSG_RESULT([$$2])])
