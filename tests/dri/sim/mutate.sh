#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mutate.sh [--seeds N] [NAME...] - do seeds find each planted bug?
#
# tests/dri/sim/mutations/NAME.sed: see tests/planted.sh.  A copy of the file is
# changed and compiled, and sim_channels linked with it in place of the sound
# one; then seeds run until one fails.  It has to fail by itself, too, and to end
# well without the bug.  With "# In PROGRAM" as the third line that one of this
# folder is linked instead.
# Prints the seed that shows the bug, or SURVIVED, and fails if one survives.
# All of them, in the build folder:
#
#	make check-mutations MUTATIONS=dri/sim
set -u
list=${top_srcdir-..}/tests/dri/sim/mutations
seeds=100000
. "${top_srcdir-..}/tests/planted.sh"

# objects_of PROGRAM: and what it counts besides, `wrap`.
objects_of() {
	objects= own= wrap=
	case $1 in
	sim_channels) own='program calls rounds bytes lend script' ;;
	test_still)
		for call in ocr_dri_move ocr_dri_pack \
			ocr_dri_ship_small_locked ocr_fabric_write \
			ocr_fabric_send; do
			wrap="$wrap -Wl,--wrap=$call"
		done ;;
	esac
	for object in "$1" $own watch worlds task fiber; do
		objects="$objects $top_builddir/tests/dri/sim/$object.o"
	done
	for object in ask generate model; do
		objects="$objects $top_builddir/tests/dri/$object.o"
	done
}

# build NAME: "$dir/sim", with one object more, which comes first.
build() {
	program=$(about "$1" In)
	program=${program:-sim_channels}
	objects_of "$program"
	plant "$1" "$dir/mutant.c" || return
	$CC $test_cppflags $test_cflags -w -c -o "$dir/mutant.o" \
		"$dir/mutant.c" &&
	$CC $test_cflags -o "$dir/sim" "$dir/mutant.o" $objects \
		-Wl,--wrap=ocr_memory_alloc -Wl,--wrap=ocr_memory_free \
		-Wl,--wrap=ocr_memory_close -Wl,--wrap=ocr_log_error \
		-Wl,--wrap=ocr_log_warn $wrap -Wl,--allow-multiple-definition \
		-Wl,--whole-archive "$top_builddir/.libs/libdricore.a" \
		-Wl,--no-whole-archive "$top_builddir/.libs/libsim.a" \
		$(libs_of libdricore)
}

# alone PROGRAM SEED: does it fail?
alone() {
	! timeout -s ABRT 60 "$1" --first "$2" --seeds 1 >"$dir/out" 2>&1
}

# A seed fails, also by itself, and does not without the bug.
hunt() {
	timeout -s ABRT 120 "$dir/sim" --seeds "$seeds" >"$dir/out" 2>&1 &&
		return 1
	why=$(grep -a '^seed ' "$dir/out" | tail -n 1)
	seed=$(printf '%s\n' "$why" | sed -n 's/^seed \([0-9]*\).*/\1/p')
	# Out of time with a seed in which nothing is wrong.
	[ -n "$seed" ] && alone "$dir/sim" "$seed" || return 1
	if alone "$top_builddir/tests/dri/sim/$program" "$seed"; then
		not_its_own "seed $seed"
		return 1
	fi
	how="by $why"
}

hunt_all "$@"
