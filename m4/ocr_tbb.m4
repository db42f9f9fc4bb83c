# SPDX-License-Identifier: BSD-3-Clause
# OCR_TBB(RESULT)
# Sets RESULT to yes if the C++ compiler links programs with oneTBB.
AC_DEFUN([OCR_TBB], [
AC_MSG_CHECKING([whether $CXX builds programs with oneTBB])
$1=no
AS_IF([test "$ocr_cv_cxx_works" = yes], [
  printf '#include <tbb/task_group.h>\n#include <tbb/flow_graph.h>\nint main(){tbb::task_group g;g.wait();}\n' \
    >conftest.cc
  AS_IF([$CXX -std=gnu++17 -o conftest conftest.cc -ltbb >&AS_MESSAGE_LOG_FD 2>&1], [$1=yes])
  rm -f conftest conftest.cc])
AC_MSG_RESULT([$$1])])
