#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# package.sh - are the Debian packages whole?  They are made from a tarball, read
# by lintian, and used (use.sh).
#
#   package.sh TARBALL         with what this machine has.  For the test they lie
#                              over its /usr, in a namespace that ends with it
#   package.sh TARBALL SUITE   with nothing: a minimal Debian (bookworm, trixie) by
#                              debootstrap makes them, and another one installs
#                              them.  For root; 2 GB below TMPDIR, some minutes
#
# What is mounted is mounted in namespaces of their own, so nothing of it stays.
set -u
tarball=$(readlink -f -- "${1:?which tarball?}") || exit 99
suite=${2-}
here=$(cd -- "$(dirname -- "$0")" && pwd)
# In a folder that an inner user may enter, too.
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
mkdir "$work/made"
packages='libocr0 libdri0 libocr-dev ocr-tools ocr-doc'
with_symbols='libocr0-dbgsym libdri0-dbgsym ocr-tools-dbgsym'
# No bug of Debian's asks for this package, which is not uploaded there; and the
# tarball has debian/ already.
lintian='lintian --allow-root --fail-on error,warning
	--suppress-tags initial-upload-closes-no-bugs,no-debian-changes'

fail() {
	echo "FAILED  $1"
	exit 1
}

skip() {
	echo "skipped: $1"
	exit 77
}

# inside ROOT COMMAND...: in that Debian, as its root.
inside() {
	unshare --mount --pid --fork --kill-child sh -c '
		mount --make-rprivate / &&
		mount -t proc proc "$0/proc" &&
		mount --rbind /sys "$0/sys" &&
		mount --rbind /dev "$0/dev" &&
		exec chroot "$0" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
			HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
	' "$@"
}

# The archive that this machine's packages come from.
archive() {
	apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' \
		'Created-By: Packages' | sed -n 's/^Debian //p' | head -n 1
}

# machine NAME: a minimal Debian of that suite, and the way to its packages.
machine() {
	cp -a "$work/minimal" "$work/$1" || exit 99
	cp /etc/resolv.conf "$work/$1/etc/"
	apt-config dump | grep -i '^Acquire::.*proxy' \
		>"$work/$1/etc/apt/apt.conf.d/00proxy"
	inside "$work/$1" apt-get -qq update || fail "apt-get update in $suite"
}

# install NAME PACKAGE...: a package's name, or a pattern of files in that Debian.
install() {
	inside "$work/$1" sh -c "apt-get -qq -y -o Dpkg::Use-Pty=0 install \
		--no-install-recommends $(echo "$2" | tr '\n' ' ')" >"$work/out" 2>&1 || {
		cat "$work/out"
		fail "installing $2"
	}
}

# The source package: the tarball by Debian's name, and its folder.
unpack() {
	version=$(basename "$tarball" .tar.gz)
	version=${version#ocr-fabric-}
	mkdir -p "$1"
	cp "$tarball" "$1/ocr-fabric_$version.orig.tar.gz"
	tar -xzf "$tarball" -C "$1" || exit 99
	tree=$1/ocr-fabric-$version
	told=$(sed -n '1s/.*(\(.*\)-.*/\1/p' "$tree/debian/changelog")
	[ "$told" = "$version" ] ||
	fail "debian/changelog is of $told, configure.ac of $version"
	case $(head -n 1 "$tree/NEWS") in
	"ocr-fabric $version, "*) ;;
	*) fail "NEWS does not begin with $version" ;;
	esac
}

# Debian's symbols files name what the libraries export, each with its node.
compare_symbols() {
	for pair in libocr0:src/libocr.map libdri0:src/dri/libdri.map; do
		awk '/^[A-Z]+_[0-9]+ / { node = $1; print node "@" node }
			/^(global|local):/ { on = $0 == "global:"; next }
			on && /^\t.*;$/ { print substr($1, 1, length($1) - 1) "@" node }
			' "$tree/${pair#*:}" | sort >"$work/map"
		sed -n 's/^ \([^ ]*\) [0-9].*/\1/p' "$tree/debian/${pair%:*}.symbols" |
			sort >"$work/symbols"
		diff "$work/map" "$work/symbols" ||
		fail "debian/${pair%:*}.symbols is not what ${pair#*:} has"
		echo "ok      ${pair%:*}.symbols: $(wc -l <"$work/symbols") names"
	done
}

# Spack's recipe names the libraries and options that configure has.
compare_recipe() {
	recipe=$tree/packaging/spack/spack_repo/ocr_fabric/packages/ocr_fabric/package.py
	for library in $(sed -n 's/^OCR_PKG(\[[A-Z]*\], \[\([a-z]*\)\].*/\1/p' \
		"$tree/configure.ac"); do
		grep -q "depends_on(\"$library[@\"]" "$recipe" ||
		fail "Spack's recipe does not depend on $library"
	done
	"$tree/configure" --help >"$work/options"
	for option in $(sed -n 's/.*self.with_or_without("\(.*\)").*/with(out)?-\1/p
		s/.*self.enable_or_disable("\(.*\)").*/(en|dis)able-\1/p' "$recipe"); do
		grep -Eq -- "--$option" "$work/options" ||
		fail "Spack's recipe has the option $option, and configure none"
	done
	echo "ok      Spack's recipe has the libraries and options of configure"
}

# All that was to be made, and no more.
look_at_made() {
	for name in $packages $with_symbols; do
		set -- "$work/made/$name"_*.deb
		[ -f "$1" ] || fail "there is no $name"
		rm -rf "$work/one"
		dpkg -x "$1" "$work/one"
		find "$work/one" ! -type d -printf '%P\n' >>"$work/files"
		echo "ok      $name: $(find "$work/one" ! -type d | wc -l) files," \
			"$(du -k "$1" | cut -f 1) KB"
	done
	twice=$(sort "$work/files" | uniq -d)
	[ -z "$twice" ] || fail "in two packages: $twice"
}

# check_here: with what this machine has.
check_here() {
	for tool in dpkg-buildpackage dh; do
		command -v "$tool" >/dev/null ||
		skip "there is no $tool (Debian: dpkg-dev debhelper)"
	done
	unpack "$work/made"
	compare_symbols
	compare_recipe
	(cd "$tree" && DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" \
		dpkg-buildpackage -us -uc) >"$work/out" 2>&1 || {
		tail -n 60 "$work/out"
		fail 'dpkg-buildpackage'
	}
	look_at_made
	if command -v lintian >/dev/null; then
		$lintian "$work"/made/*.changes || fail 'lintian'
		echo 'ok      lintian'
	else
		echo 'skipped lintian: it is not there'
	fi
	mkdir "$work/root"
	for name in $packages; do
		dpkg -x "$work/made/$name"_*.deb "$work/root"
	done
	over='mount -t overlay overlay -o "lowerdir=$0/usr:/usr" /usr'
	if why=$(unshare -rm sh -c "$over" "$work/root" 2>&1); then
		unshare -rm sh -c "$over && exec"' sh "$@"' "$work/root" \
			"$here/use.sh" "$version" || fail 'as a user'
	else
		echo "skipped use.sh: nothing can be laid over /usr: $why"
	fi
}

# from_tarball FOLDER: what who has no Debian packages and no autotools does.  These
# come with libhwloc-dev, so some stand before them that note a call and fail.
from_tarball() {
	install builds 'gcc libc6-dev make pkg-config libfabric-dev libpmix-dev
		libhwloc-dev libjemalloc-dev libsodium-dev'
	mkdir -p "$work/builds/away/bin"
	for tool in aclocal autoconf autoheader autom4te automake libtoolize; do
		printf '#!/bin/sh\necho "$0 $*" >>/away/called\nexit 1\n' \
			>"$work/builds/away/bin/$tool"
		chmod +x "$work/builds/away/bin/$tool"
	done
	inside "$work/builds" sh -c "PATH=/away/bin:\$PATH && mkdir /away/build &&
		cd /away/build && '$1/configure' -q && make -s -j $(nproc) &&
		make -s install DESTDIR=/away/root && bin/ocrinfo" \
		>"$work/out" 2>&1 || {
		tail -n 60 "$work/out"
		fail "configure, make and make install of the tarball in $suite"
	}
	[ ! -f "$work/builds/away/called" ] ||
	fail "the tarball needs autotools: $(cat "$work/builds/away/called")"
	rm -rf "$work/builds/away"
	echo "ok      the tarball builds in $suite without autotools"
}

# check_clean: in two minimal Debians.
check_clean() {
	[ "$(id -u)" -eq 0 ] || skip "only root may make a Debian in a folder"
	command -v debootstrap >/dev/null ||
	skip "there is no debootstrap (Debian: debootstrap)"
	begin=$(date +%s)
	debootstrap --variant=minbase "$suite" "$work/minimal" "$(archive)" \
		>"$work/out" 2>&1 || {
		tail -n 20 "$work/out"
		fail "debootstrap $suite"
	}
	machine builds
	unpack "$work/builds/build"
	compare_symbols
	compare_recipe
	folder=/build/$(basename "$tree")
	from_tarball "$folder"
	install builds 'dpkg-dev fakeroot lintian'
	inside "$work/builds" sh -c "cd '$folder' &&
		apt-get -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends build-dep . &&
		DEB_BUILD_OPTIONS='nocheck parallel=$(nproc)' \
		dpkg-buildpackage -us -uc -rfakeroot" >"$work/out" 2>&1 || {
		tail -n 60 "$work/out"
		fail "dpkg-buildpackage in $suite"
	}
	find "$work/builds/build" -maxdepth 1 -type f -exec cp -t "$work/made" {} +
	look_at_made
	inside "$work/builds" sh -c "$(echo $lintian) /build/*.changes" ||
	fail "lintian in $suite"
	echo "ok      lintian in $suite"
	rm -rf "$work/builds"
	machine uses
	mkdir "$work/uses/made" "$work/uses/made/package"
	for name in $packages; do
		cp "$work/made/$name"_*.deb "$work/uses/made"
	done
	install uses '/made/libocr-dev_*.deb /made/libocr0_*.deb /made/libdri0_*.deb
		/made/ocr-tools_*.deb /made/ocr-doc_*.deb gcc g++ gfortran
		libfabric1 openmpi-bin pkg-config cmake make man-db bsdextrautils
		bash-completion'
	cp "$here/use.sh" "$here/links.sh" "$work/uses/made/package"
	cp -R "$here/../pages" "$work/uses/made"
	# Without being root, as most.
	inside "$work/uses" useradd -m -s /bin/sh reader || fail 'useradd'
	inside "$work/uses" su - reader -c "sh /made/package/use.sh '$version'" ||
	fail "as a user of $suite"
	inside "$work/uses" apt-get -qq -y -o Dpkg::Use-Pty=0 purge $packages \
		>"$work/out" 2>&1 || fail 'taking the packages away'
	left=$(cd "$work/uses" && while read -r file; do
			[ ! -e "$file" ] || echo "$file"
		done <"$work/files" && find usr etc var/lib -name '*ocr-fabric*' \
		-o -name 'ocr-doc*' -o -name 'libocr[-.0]*' -o -name 'libdri[-.0]*')
	[ -z "$left" ] || fail "still there when the packages are gone: $left"
	echo "ok      $suite, in $(($(date +%s) - begin)) s"
}

if [ -n "$suite" ]; then
	check_clean
else
	check_here
fi
