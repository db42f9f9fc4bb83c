# SPDX-License-Identifier: BSD-3-Clause
# Public headers.  A program finds them with -I<includedir>/ocr.
ocrincludedir = $(includedir)/ocr
ocrinclude_HEADERS =
ocrextincludedir = $(ocrincludedir)/extensions
ocrextinclude_HEADERS =
