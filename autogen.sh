#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# autogen.sh - from a fresh clone to configure, a running job, or a test run.
set -eu

say_usage() {
	cat <<'END'
Usage: autogen.sh [demo|check|check-all]
  (nothing)  only generate configure
  demo       install what is missing, build in build/, run heat2d on two nodes
  check      install what is missing, build in build/, run the test suite in its
             short form: each kind of test, some minutes
  check-all  likewise, with all seeds, models, mistakes and all programs on all
             numbers of nodes
END
}

say() {
	echo "autogen.sh: $*" >&2
}

# What is missing decides, not what dpkg knows: self-built libraries count.
# missing_packages [PROGRAM...]
# Prints the Debian packages that would bring what is not there.  Packages of
# the programs named are called like them.
missing_packages() {
	for program; do
		command -v "$program" >/dev/null 2>&1 || printf '%s ' "$program"
	done
	while read -r how what packages; do
		case $how in
		program)
			command -v "$what" >/dev/null 2>&1 && continue ;;
		module)
			command -v pkg-config >/dev/null 2>&1 &&
			pkg-config --exists "$what" 2>/dev/null && continue ;;
		header)
			echo "#include <$what>" |
			${CC:-gcc} -E - >/dev/null 2>&1 && continue ;;
		esac
		printf '%s ' "$packages"
	done <<'END'
program gcc gcc
program g++ g++
header stdlib.h libc6-dev
program make make
program autoreconf autoconf
program automake automake
program libtoolize libtool
program pkg-config pkg-config
module libfabric libfabric-dev
module pmix libpmix-dev
module hwloc libhwloc-dev
module jemalloc libjemalloc-dev
module libsodium libsodium-dev
module liburing liburing-dev
module check check libsubunit-dev
program mpirun openmpi-bin
program mpicc libopenmpi-dev
program mpirun.mpich mpich
program mpicc.mpich libmpich-dev
module tbb libtbb-dev
module cairo libcairo2-dev
module fftw3f libfftw3-dev
program ip iproute2
END
}

# install_missing [PROGRAM...]
install_missing() {
	packages=$(missing_packages "$@")
	[ -n "$packages" ] || return 0
	if ! command -v apt-get >/dev/null 2>&1; then
		say "missing; Debian calls them: $packages"
		exit 1
	elif [ "$(id -u)" -eq 0 ]; then
		root=
	elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
		root='sudo -n'
	else
		say "packages are missing and only root may install them.  Run:"
		echo "  apt-get install --no-install-recommends $packages" >&2
		exit 1
	fi
	say "installing $packages"
	DEBIAN_FRONTEND=noninteractive
	export DEBIAN_FRONTEND
	$root apt-get -qq update
	# `env`: sudo drops the environment.
	$root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y \
		-o Dpkg::Use-Pty=0 install --no-install-recommends $packages
}

generate() {
	autoreconf --install --force
}

# build [CONFIGURE-OPTION...]
# Builds in build/.  Objects of other options are thrown away.
build() {
	[ configure -nt configure.ac ] && [ Makefile.in -nt Makefile.am ] ||
	generate
	mkdir -p build
	if [ ! -f build/Makefile ] ||
	   [ "$(cat build/options 2>/dev/null)" != "options: $*" ]; then
		[ ! -f build/Makefile ] || make -s -C build clean
		(cd build && ../configure -q "$@")
		echo "options: $*" >build/options
	fi
	say "building the library and the programs, in build/"
	make -s -C build -j "$jobs"
}

run_demo() {
	say "build/bin/ocrrun -n 2 build/apps/heat2d/heat2d --verify --out build/heat2d.pgm"
	build/bin/ocrrun -n 2 build/apps/heat2d/heat2d --verify --out build/heat2d.pgm
	say "the plate after heating: build/heat2d.pgm"
}

# What the short form leaves out is what takes longest, whatever it has found:
# of each kind of test something stays.
choose_short() {
	say "a short form of each kind of test, about five minutes on two idle" \
		"cores; everything: ./autogen.sh check-all"
	: "${OCR_SIM_SEEDS=12}" "${OCR_CHECK=short}"
	export OCR_SIM_SEEDS OCR_CHECK
}

# Adds up what automake wrote, so that the last line is the result.
run_check() {
	rm -f build/test-suite.log
	say "building the tests, about a minute; then a line for each that has" \
		"ended.  All output: build/check.log"
	# More than cores: nodes wait for each other.
	{
		status=0
		tests/without_symbols.sh make -C build -k -j $((jobs + 2)) \
			check 2>&1 || status=$?
		echo "$status" >build/check.status
	} | tee build/check.log |
	grep --line-buffered -E '^(PASS|FAIL|SKIP|XFAIL|XPASS|ERROR):' || :
	status=$(cat build/check.status)
	if [ ! -f build/test-suite.log ]; then
		tail -n 60 build/check.log
		say "make check did not reach the tests: build/check.log"
		echo "0 passed, 1 failed"
		return 1
	fi
	[ "$status" -eq 0 ] || cat build/test-suite.log
	say "after $(($(date +%s) - begin)) s:"
	awk -v status="$status" '
		/^# (PASS|XFAIL):/ { passed += $3 }
		/^# (FAIL|XPASS|ERROR):/ { failed += $3 }
		/^# SKIP:/ { skipped = $3 }
		/^# ERROR:/ { exit }
		END {
			if (status != 0 && failed == 0)
				failed = 1
			if (skipped)
				print skipped " skipped"
			print passed + 0 " passed, " failed + 0 " failed"
		}' build/test-suite.log
	return "$status"
}

[ $# -le 1 ] || { say_usage >&2; exit 2; }
cd -- "$(dirname -- "$0")"
jobs=$(nproc 2>/dev/null || echo 2)
begin=$(date +%s)
case ${1-} in
'') generate ;;
demo) install_missing; build; run_demo ;;
check)
	choose_short; install_missing spin valgrind; build --enable-werror; run_check ;;
check-all) install_missing spin valgrind; build --enable-werror; run_check ;;
-h | --help) say_usage ;;
*) say_usage >&2; exit 2 ;;
esac
