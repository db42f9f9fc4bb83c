# SPDX-License-Identifier: BSD-3-Clause
# OCR_PKG(VARIABLE, MODULE, DEBIAN-PACKAGE)
# Finds MODULE with pkg-config and sets VARIABLE_CFLAGS and VARIABLE_LIBS.
# Stops configure with the name of the Debian package when it is missing.
AC_DEFUN([OCR_PKG], [
PKG_CHECK_MODULES([$1], [$2], [], [
  AC_MSG_ERROR([$2 was not found by pkg-config.
  On Debian:  apt-get install $3
  ./autogen.sh check  installs all that is needed.
  pkg-config says: $$1_PKG_ERRORS])])
])
