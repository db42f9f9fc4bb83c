#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# autogen.sh and configure, on machines where things are missing: what would be
# installed, what is told to whom, and what is not built a second time.  The
# machine is a PATH of stubs, so nothing is installed or built.
set -u
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MFLAGS MAKEOVERRIDES CC CXX
bad=0
sudo_install='  sudo apt-get install --no-install-recommends '
generating='autoconf automake libtool pkg-config'
library="gcc libc6-dev make libfabric-dev libpmix-dev libhwloc-dev libjemalloc-dev \
libsodium-dev liburing-dev libdw-dev openmpi-bin"

# stub NAME [LINE...]: a program in the machine's PATH, which notes that it ran.
stub() {
	name=$1
	shift
	{
		echo '#!/bin/sh'
		echo "echo \"$name \$*\" >>'$work/ran'"
		printf '%s\n' "$@"
	} >"$work/bin/$name"
	chmod +x "$work/bin/$name"
}

# machine UID: a bare Debian with a tree that holds autogen.sh alone.
machine() {
	rm -rf "$work/bin" "$work/tree"
	mkdir -p "$work/bin" "$work/tree"
	for tool in sh dirname cat rm mkdir mktemp date env sed expr grep ls; do
		ln -s "$(command -v "$tool")" "$work/bin/$tool" || exit 99
	done
	: >"$work/ran"
	stub id "echo $1"
	stub nproc 'echo 2'
	stub apt-get
	cp "${top_srcdir:?}/autogen.sh" "$work/tree"
	: >"$work/tree/configure.ac"
	: >"$work/tree/Makefile.am"
}

# What a step needs is there now.
bring() {
	for name; do
		stub "$name"
	done
}

# run STEP: autogen.sh on this machine; $status, and what it said in $work/out.
run() {
	PATH=$work/bin "$work/tree/autogen.sh" "$@" >"$work/out" 2>&1
	status=$?
}

# expect WHAT CONDITION...
expect() {
	what=$1
	shift
	if "$@"; then
		echo "ok      $what"
	else
		echo "FAILED  $what (status $status); it said:"
		cat "$work/out"
		echo "and ran:"
		cat "$work/ran"
		bad=$((bad + 1))
	fi
}

# Whether the last run ended with STATUS and said exactly this line.
said() {
	[ "$status" -eq "$1" ] && grep -qxF -- "$2" "$work/out"
}

ran() {
	grep -qxF -- "$1" "$work/ran"
}

not() {
	! "$@"
}

machine 1000
stub sudo 'exit 1'
run
expect 'plain: a user is told what makes configure, with sudo' \
	said 1 "$sudo_install$generating"
run demo
expect 'demo: only what the library and a launcher need' \
	said 1 "$sudo_install$generating $library"
run check
expect 'check: what tests need as well' said 1 "$sudo_install$generating \
$library g++ gfortran check libsubunit-dev libopenmpi-dev mpich libmpich-dev \
libtbb-dev libcairo2-dev libfftw3-dev nettle-dev libpng-dev iproute2 cmake spin \
valgrind gdb mandoc cmark-gfm"
expect 'nothing was installed' not grep -q '^apt-get' "$work/ran"
rm "$work/bin/sudo"
run
expect 'plain: without sudo it is su' said 1 \
	"  su -c 'apt-get install --no-install-recommends $generating'"
rm "$work/bin/apt-get"
run demo
expect 'demo: elsewhere the packages are named' said 1 \
	"autogen.sh: missing; Debian calls them: $generating $library"

machine 1000
stub sudo
run demo
expect 'demo: sudo without a password installs' \
	ran "sudo -n env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o \
Dpkg::Use-Pty=0 install --no-install-recommends $generating $library"
stub sudo 'case $* in *install*) echo Unpacking ;; esac'
run demo
expect 'demo: what apt says of each package is not told' \
	not grep -q Unpacking "$work/out"
stub sudo 'case $* in *install*) echo Unpacking; exit 100 ;; esac'
run demo
expect 'demo: but where it fails' said 1 Unpacking

# Its headers are another package.
bring autoreconf automake libtoolize pkg-config gcc make prterun g++ gfortran mpirun.mpich \
	mpicc.mpich ip cmake spin valgrind gdb mandoc cmark-gfm
stub mpicc 'exit 1'
stub sudo 'exit 1'
run check
expect 'check: a wrapper of MPI without its headers' \
	said 1 "${sudo_install}libopenmpi-dev"

machine 0
stub apt-get 'exit 1'
run
expect 'plain: root is told as well, and nothing is installed' \
	said 1 "  apt-get install --no-install-recommends $generating"
bring autoreconf automake libtoolize pkg-config
run
expect 'plain: makes configure' ran 'autoreconf --install --force'

# The programs of a tree that was built.
all_there() {
	machine 1000
	bring autoreconf automake libtoolize pkg-config gcc prterun
	stub make 'case "$*" in *-j*) : >build/made ;; esac'
	mkdir -p "$work/tree/build/bin"
	: >"$work/tree/Makefile.in"
	printf '#!/bin/sh\necho "configure $*" >>"%s"\n: >Makefile\n' \
		"$work/ran" >"$work/tree/configure"
	chmod +x "$work/tree/configure"
	ln -s "$work/bin/prterun" "$work/tree/build/bin/ocrrun"
}

all_there
run demo
expect 'demo: another launcher is one' [ "$status" -eq 0 ]
expect 'demo: configures and builds' ran 'make -s -C build -j 2'
: >"$work/ran"
run demo
expect 'demo again: configures nothing' not grep -q ^configure "$work/ran"
bring g++ gfortran mpicc mpirun.mpich mpicc.mpich ip cmake spin valgrind gdb mandoc cmark-gfm
: >"$work/ran"
run check
expect 'check: looks again for what is there now' ran 'configure -q'
expect 'check: throws nothing away' not grep -q clean "$work/ran"
: >"$work/ran"
run check
expect 'check again: configures nothing' not grep -q ^configure "$work/ran"
: >"$work/ran"
run check-all
expect 'check-all: other options are another build' \
	ran 'make -s -C build clean'

mkdir -p "$work/a tree"
cp "$work/tree/autogen.sh" "$work/a tree"
PATH=$work/bin "$work/a tree/autogen.sh" demo >"$work/out" 2>&1
status=$?
expect 'a folder with a blank is refused' grep -q "has a blank.*a tree" \
	"$work/out"

# try_configure FOLDER [OPTION...]: the real one, up to what it finds missing.
try_configure() {
	mkdir -p "$1"
	(cd "$1" && shift && "$top_srcdir/configure" -q "$@") >"$work/out" 2>&1
	status=$?
}
try_configure "$work/a build"
expect 'configure: a build folder with a blank is refused' \
	grep -q "the build folder's name has a blank.*a build" "$work/out"
try_configure "$work/build" --prefix="$work/a prefix"
expect 'configure: a prefix with a blank is refused' \
	grep -q 'install into has a blank.*a prefix' "$work/out"
CC=no-such-compiler
export CC
try_configure "$work/build"
unset CC
expect 'configure: no compiler, and its packages' \
	grep -q 'apt-get install --no-install-recommends gcc libc6-dev make' \
	"$work/out"
# Nothing of the library is there, and Check is not asked for.
stub no-module 'case $1 in
--atleast-pkgconfig-version | --version) echo 1.8.1 ;;
*) exit 1 ;;
esac'
PKG_CONFIG=$work/bin/no-module
export PKG_CONFIG
try_configure "$work/build"
unset PKG_CONFIG
for package in libfabric-dev libpmix-dev libhwloc-dev libjemalloc-dev \
	libsodium-dev; do
	expect "configure: names $package" grep -q \
		"apt-get install --no-install-recommends .*$package" "$work/out"
done
expect 'configure: goes on without Check' not grep -q libsubunit "$work/out"

make -n -C "${top_builddir:?}" check have_check=no >"$work/out" 2>&1
status=$?
expect 'make check: says that Check is missing' \
	grep -q 'found no Check.*libsubunit-dev' "$work/out"
[ "$bad" -eq 0 ]
