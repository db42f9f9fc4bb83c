#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# autogen.sh - from a fresh clone to configure, a running job, or a test run.
set -eu

say_usage() {
	cat <<'END'
Usage: autogen.sh [demo|check|check-all]
  (nothing)  only generate configure
  demo       install what the library and a launcher need, build in build/, run
             heat2d on two nodes
  check      install what tests and benchmarks need as well, build in build/ what
             is not built yet, run the test suite in its short form: each kind of
             test, some minutes
  check-all  likewise, with all seeds, models, mistakes and all programs on all
             numbers of nodes, and warnings are errors
END
}

say() {
	echo "autogen.sh: $*" >&2
}

# Make and libtool split names at blanks, and nothing quotes them everywhere.
refuse_blanks() {
	case $PWD in
	*[[:space:]]*)
		say "the folder's name has a blank, and make and libtool would" \
			"take it for two: move the tree.  It is in: $PWD"
		exit 1 ;;
	esac
}

# What needs what: the step from which on it is needed, how it is looked for, and
# the Debian packages that bring it.
packages_table() {
	cat <<'END'
generate program autoreconf autoconf
generate program automake automake
generate program libtoolize libtool
generate program pkg-config pkg-config
demo program gcc gcc
demo header stdlib.h libc6-dev
demo program make make
demo module libfabric libfabric-dev
demo module pmix libpmix-dev
demo module hwloc libhwloc-dev
demo module jemalloc libjemalloc-dev
demo module libsodium libsodium-dev
demo module liburing liburing-dev
demo module libdw libdw-dev
demo launcher mpirun openmpi-bin
check program g++ g++
check program gfortran gfortran
check module check check libsubunit-dev
check mpi mpicc libopenmpi-dev
check program mpirun.mpich mpich
check mpi mpicc.mpich libmpich-dev
check module tbb libtbb-dev
check module cairo libcairo2-dev
check module fftw3f libfftw3-dev
check module nettle nettle-dev
check module libpng libpng-dev
check program ip iproute2
check program cmake cmake
check program spin spin
check program valgrind valgrind
check program gdb gdb
check program mandoc mandoc
check program cmark-gfm cmark-gfm
END
}

has() {
	command -v "$1" >/dev/null 2>&1
}

# What is missing decides, not what dpkg knows: self-built libraries count, and
# so do other compilers and launchers.
# is_there HOW WHAT
is_there() {
	case $1,$2 in
	program,gcc) has "${CC:-gcc}" ;;
	program,*) has "$2" ;;
	launcher,*) has srun || has prterun || has "$2" ;;
	module,*) has pkg-config && pkg-config --exists "$2" 2>/dev/null ;;
	# A wrapper can be there without the headers.
	mpi,*) has "$2" && echo '#include <mpi.h>' | "$2" -E - >/dev/null 2>&1 ;;
	header,*)
		echo "#include <$2>" | ${CC:-gcc} -E - >/dev/null 2>&1 ;;
	esac
}

# missing_packages STEP...
# Prints the Debian packages that would bring what is not there.
missing_packages() {
	packages_table | while read -r step how what packages; do
		case " $* " in
		*" $step "*) is_there "$how" "$what" || printf '%s ' "$packages" ;;
		esac
	done
}

# How who runs this becomes root: nothing, sudo, or su.
as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		echo "  $1"
	elif has sudo; then
		echo "  sudo $1"
	else
		echo "  su -c '$1'"
	fi
}

# ask_for PACKAGES: the command that installs them, for who may run it.
ask_for() {
	if ! has apt-get; then
		say "missing; Debian calls them: $1"
		exit 1
	fi
	say "packages are missing and only root may install them.  Run:"
	as_root "apt-get update" >&2
	as_root "apt-get install --no-install-recommends $1" >&2
	say "and then this again."
	exit 1
}

# install_missing STEP...
install_missing() {
	packages=$(missing_packages "$@")
	packages=${packages% }
	[ -n "$packages" ] || return 0
	if ! has apt-get; then
		ask_for "$packages"
	elif [ "$(id -u)" -eq 0 ]; then
		root=
	elif has sudo && sudo -n true 2>/dev/null; then
		root='sudo -n'
	else
		ask_for "$packages"
	fi
	say "installing $packages"
	$root apt-get -qq update
	# `env`: sudo drops the environment.  dpkg has three lines for each of a
	# hundred packages.
	said=$(mktemp)
	$root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y \
		-o Dpkg::Use-Pty=0 install --no-install-recommends $packages \
		>"$said" 2>&1 || {
		cat "$said" >&2
		rm -f "$said"
		say "the packages could not be installed"
		exit 1
	}
	rm -f "$said"
}

# Who asks for configure alone has packages installed by nobody.
generate_alone() {
	packages=$(missing_packages generate)
	[ -z "$packages" ] || ask_for "${packages% }"
	generate
}

generate() {
	autoreconf --install --force
}

# build STEP [CONFIGURE-OPTION...]
# Builds in build/.  Objects of other options are thrown away; those that a step
# before has built are not, though configure looks again for what is there now.
build() {
	for=$1
	shift
	[ configure -nt configure.ac ] && [ Makefile.in -nt Makefile.am ] ||
	generate
	mkdir -p build
	if [ ! -f build/Makefile ] ||
	   [ "$(cat build/options 2>/dev/null)" != "options: $*" ]; then
		[ ! -f build/Makefile ] || make -s -C build clean
		configure "$@"
	elif [ "$for" = check ] && [ ! -f build/for-check ]; then
		configure "$@"
	fi
	say "building the library and the programs, in build/"
	make -s -C build -j "$jobs"
}

configure() {
	(cd build && ../configure -q "$@")
	echo "options: $*" >build/options
	rm -f build/for-check
	[ "$for" != check ] || : >build/for-check
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
'') refuse_blanks; generate_alone ;;
demo) refuse_blanks; install_missing generate demo; build demo; run_demo ;;
check)
	refuse_blanks; choose_short; install_missing generate demo check
	build check; run_check ;;
check-all)
	refuse_blanks; install_missing generate demo check
	build check --enable-werror; run_check ;;
-h | --help) say_usage ;;
*) say_usage >&2; exit 2 ;;
esac
