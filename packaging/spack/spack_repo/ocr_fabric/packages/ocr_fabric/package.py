# SPDX-License-Identifier: BSD-3-Clause

import pathlib

from spack_repo.builtin.build_systems.autotools import AutotoolsPackage

from spack.package import *

# The tree that this recipe is part of: six folders up.
TREE = pathlib.Path(__file__).resolve().parents[6]


class OcrFabric(AutotoolsPackage):
    """Open Community Runtime: programs of small tasks that name the data and
    the events they wait for, run on one machine or on many. Nodes find each
    other through PMIx, and talk through shared memory and libfabric. With it
    comes a library of the Data Reorganization Interface."""

    # Sources come from the clone that has this recipe; of a folder without git,
    # a tarball's, `spack dev-build ocr-fabric@develop` builds in place.
    git = TREE.as_uri()

    license("BSD-3-Clause")

    version("develop", branch="main")

    variant("launcher", default=True, description="Bring PRRTE to start jobs of several nodes")
    variant("liburing", default=True, description="Read and write files by io_uring")
    variant("libdw", default=True, description="Name source lines where a task has crashed")
    variant("static", default=False, description="Make the static libraries as well")

    depends_on("c", type="build")
    depends_on("autoconf@2.69:", type="build")
    depends_on("automake@1.15:", type="build")
    depends_on("libtool", type="build")
    depends_on("m4", type="build")
    depends_on("gmake", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("check", type="test")

    depends_on("libfabric@1.14:")
    depends_on("pmix@4:")
    depends_on("hwloc@2:")
    depends_on("jemalloc")
    depends_on("libsodium")
    depends_on("liburing@2:", when="+liburing")
    depends_on("elfutils", when="+libdw")
    depends_on("prrte@3:", type="run", when="+launcher")

    # It is the user's compiler that ocrcc calls, not Spack's wrapper of it.
    filter_compiler_wrappers("ocrcc", relative_root="bin")

    def configure_args(self):
        args = []
        args += self.with_or_without("liburing")
        args += self.with_or_without("libdw")
        args += self.enable_or_disable("static")
        return args

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        """What was installed knows itself."""
        ocrinfo = Executable(self.prefix.bin.ocrinfo)
        if "ocr-fabric" not in ocrinfo(output=str):
            raise InstallError("ocrinfo does not say what it is")
