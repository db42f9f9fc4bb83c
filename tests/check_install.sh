#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What `make install` puts into a folder is enough for programs of libocr and
# of libdri, found by pkg-config.
set -u
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MFLAGS
make -s -C "${top_builddir:?}" install DESTDIR="$work/root" \
	>"$work/out" 2>&1 || {
	echo "make install failed:"
	cat "$work/out"
	exit 1
}
PKG_CONFIG_SYSROOT_DIR=$work/root
PKG_CONFIG_PATH=$(dirname "$(find "$work/root" -name dri.pc)")
export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_PATH
libdir=$(dirname "$PKG_CONFIG_PATH")
bad=0

# check MODULE <PROGRAM
# The program, of this module, can be made and ends well.
check() {
	cat >"$work/$1.c"
	if flags=$("${PKG_CONFIG:-pkg-config}" --cflags --libs "$1") &&
		${CC:?} ${test_cflags-} -o "$work/$1" "$work/$1.c" $flags &&
		LD_LIBRARY_PATH=$libdir timeout 60 "$work/$1"; then
		echo "ok      $1: $flags"
	else
		echo "FAILED  $1"
		bad=$((bad + 1))
	fi
}

check dri <<'END'
#include <dri.h>

int
main(void)
{
	int64_t size[2] = {4096, 4096};
	DRI_Global_Data image = DRI_GLOBAL_DATA_NULL;

	return DRI_Global_Data_create(2, size, "image", &image) ||
	       DRI_Global_Data_destroy(&image) || image;
}
END
check ocr <<'END'
#include <ocr.h>

ocrGuid_t
mainEdt(u32 paramc, u64 *paramv, u32 depc, ocrEdtDep_t depv[])
{
	(void)paramc;
	(void)paramv;
	(void)depc;
	(void)depv;
	ocrShutdown();
	return NULL_GUID;
}
END
[ "$bad" -eq 0 ]
