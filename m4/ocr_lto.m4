# SPDX-License-Identifier: BSD-3-Clause
# OCR_AS_A_WHOLE
# Whether libocr.so is optimised as a whole, at its link: where nothing forbids it,
# unless --disable-lto.  Its objects hold both forms, so that tests, which link the
# same objects, link the ordinary one.
# Functions, loops and targets of jumps begin where they come to lie: a step of a halo
# runs over more code than the first cache of a core holds, and gaps are a twentieth of it.
# Sets OCR_LTO, what its objects are compiled with, OCR_LTO_LINK, what it is linked
# with, OCR_NO_LTO, what all else is compiled and linked with, and ocr_lto, for who
# runs configure.  In need of CFLAGS as AC_PROG_CC leaves them.
AC_DEFUN([OCR_AS_A_WHOLE], [
AC_ARG_ENABLE([lto],
  [AS_HELP_STRING([--disable-lto],
    [do not optimise libocr.so as a whole, at its link, which takes 20 s longer
    (gcc, without sanitizers, --enable-debug and --enable-static)])],
  [], [enable_lto=auto])
OCR_LTO= OCR_LTO_LINK= OCR_NO_LTO= ocr_lto=yes
# The last of several -O counts.
ocr_level=
for ocr_flag in $CFLAGS; do
  AS_CASE([$ocr_flag],
    [-O*], [ocr_level=$ocr_flag],
    [-flto*|-fno-lto], [ocr_lto="no: CFLAGS have $ocr_flag"],
    [--coverage|-fprofile-arcs|-ftest-coverage|-fsanitize=*],
      [ocr_lto="no: $ocr_flag"])
done
AS_IF([test "x$enable_lto" = xno], [ocr_lto=no],
  [test "$ocr_lto" != yes], [],
  [test "x$enable_sanitizer" != xno], [ocr_lto="no: --enable-sanitizer"],
  [test "x$enable_debug" = xyes], [ocr_lto="no: --enable-debug"],
  [test "x$ocr_level" != x-O2 && test "x$ocr_level" != x-O3],
    [ocr_lto="no: CFLAGS without -O2"],
  dnl Whoever links an archive of such objects would need this very compiler.
  [test "x$enable_static" = xyes], [ocr_lto="no: --enable-static"])
ocr_gaps="-fno-align-functions -fno-align-jumps -fno-align-loops -fno-align-labels"
AS_IF([test "$ocr_lto" = yes], [
  AC_CACHE_CHECK([whether $CC links objects of both forms as a whole],
    [ocr_cv_cc_lto], [
    ocr_cv_cc_lto=no
    # clang takes the options, and makes something else of them.
    AC_COMPILE_IFELSE([AC_LANG_SOURCE([
#if !defined(__GNUC__) || defined(__clang__)
#error another compiler
#endif
      ])], [
      echo 'int conftest_one(void); int conftest_one(void) { return 1; }' \
        >conftest1.c
      echo 'int conftest_one(void); int conftest_two(void); int conftest_two(void) { return 1 + conftest_one(); }' \
        >conftest2.c
      ocr_both="-O2 -fPIC -flto=auto -ffat-lto-objects $ocr_gaps"
      # Without the linker's plugin an archive's objects are ordinary ones.
      AS_IF([$CC $CFLAGS $ocr_both -c conftest1.c >&AS_MESSAGE_LOG_FD 2>&1 &&
          $CC $CFLAGS $ocr_both -c conftest2.c >&AS_MESSAGE_LOG_FD 2>&1 &&
          $AR cr conftest.a conftest1.o conftest2.o >&AS_MESSAGE_LOG_FD 2>&1 &&
          $CC $CFLAGS $LDFLAGS -O2 -flto=auto -fuse-linker-plugin -shared -fPIC \
            -o conftest.so -Wl,--whole-archive conftest.a \
            -Wl,--no-whole-archive >&AS_MESSAGE_LOG_FD 2>&1 &&
          $CC $CFLAGS $LDFLAGS -fno-lto -shared -fPIC -o conftest.so \
            conftest1.o conftest2.o >&AS_MESSAGE_LOG_FD 2>&1],
        [ocr_cv_cc_lto=yes])
      rm -f conftest1.* conftest2.* conftest.a conftest.so])])
  AS_IF([test "$ocr_cv_cc_lto" = yes], [
    OCR_LTO="-flto=auto -ffat-lto-objects $ocr_gaps"
    OCR_LTO_LINK="-flto=auto -fuse-linker-plugin"
    OCR_NO_LTO=-fno-lto],
    [ocr_lto="no: $CC does not"])])
AS_CASE([$enable_lto/$ocr_lto],
  [yes/no:*], [AC_MSG_ERROR([--enable-lto cannot be had: ${ocr_lto#no: }.
  Leave it out, or what forbids it])])
AC_SUBST([OCR_LTO])
AC_SUBST([OCR_LTO_LINK])
AC_SUBST([OCR_NO_LTO])
])
