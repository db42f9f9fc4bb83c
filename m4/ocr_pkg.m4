# SPDX-License-Identifier: BSD-3-Clause
# OCR_PKG(VARIABLE, MODULE, DEBIAN-PACKAGE)
# Finds MODULE with pkg-config and sets VARIABLE_CFLAGS and VARIABLE_LIBS.  What
# is missing is noted; OCR_PKG_DONE ends configure once, for all of it.
AC_DEFUN([OCR_PKG], [
PKG_CHECK_MODULES([$1], [$2], [], [
  ocr_missing_packages="${ocr_missing_packages:+$ocr_missing_packages }$3"
  ocr_missing_why="$ocr_missing_why
  $2 (Debian: $3): $$1_PKG_ERRORS"])])

# OCR_INSTALL(DEBIAN-PACKAGES)
# What to type, for who runs configure.
AC_DEFUN([OCR_INSTALL], [`
  if test "\`id -u\`" = 0; then echo "apt-get install --no-install-recommends $1"
  elif command -v sudo >/dev/null 2>&1; then
    echo "sudo apt-get install --no-install-recommends $1"
  else echo "su -c 'apt-get install --no-install-recommends $1'"
  fi`])

# OCR_PKG_DONE
AC_DEFUN([OCR_PKG_DONE], [
AS_IF([test -n "$ocr_missing_packages"], [
  ocr_install=OCR_INSTALL([\$ocr_missing_packages])
  AC_MSG_ERROR([libraries were not found by pkg-config:
$ocr_missing_why

  On Debian:  $ocr_install
  ./autogen.sh demo  installs all that is needed.])])
])

# OCR_NO_BLANKS
# Make and libtool split names at blanks.
AC_DEFUN([OCR_NO_BLANKS], [
ocr_build=`pwd`
ocr_source=`cd "$srcdir" && pwd`
AS_CASE(["$ocr_build"], [*[[[:space:]]]*],
  [AC_MSG_ERROR([the build folder's name has a blank, and make and libtool would take it for two: build elsewhere.  It is: $ocr_build])])
AS_CASE(["$ocr_source"], [*[[[:space:]]]*],
  [AC_MSG_ERROR([the source folder's name has a blank, and make and libtool would take it for two: move it.  It is: $ocr_source])])
AS_CASE(["$prefix$exec_prefix$bindir$libdir$includedir$datadir$libexecdir"], [*[[[:space:]]]*],
  [AC_MSG_ERROR([a folder to install into has a blank in its name, and make and libtool would take it for two: choose another --prefix.  It is: $prefix])])
])

# OCR_COMPILER
# Before the search for a compiler, which names no package.
AC_DEFUN([OCR_COMPILER], [
ocr_found=$host_alias
for ocr_name in ${CC:-gcc cc clang}; do
  command -v "$ocr_name" >/dev/null 2>&1 && ocr_found=$ocr_name
done
AS_IF([test -z "$ocr_found"], [
  ocr_install=OCR_INSTALL([gcc libc6-dev make])
  AC_MSG_ERROR([no C compiler was found (${CC:-gcc, cc, clang}).
  On Debian:  $ocr_install])])
])
