# SPDX-License-Identifier: BSD-3-Clause
# libocr-gdb.py - commands and printers for gdb: doc/use/SEEING.md, "In the debugger".
#
# gdb reads it by itself when a program has libocr.so, or by its command `source`.
# What it says is in the folder ocr_gdb beside it.
import os
import sys


def load(folder):
    writes = sys.dont_write_bytecode
    sys.path.insert(0, folder)
    # The folder may be the system's, or a source tree.
    sys.dont_write_bytecode = True
    try:
        import ocr_gdb
        ocr_gdb.register()
    finally:
        sys.dont_write_bytecode = writes
        sys.path.remove(folder)


load(os.path.dirname(os.path.realpath(__file__)))
