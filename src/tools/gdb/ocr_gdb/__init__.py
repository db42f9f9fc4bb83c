# SPDX-License-Identifier: BSD-3-Clause
"""gdb and OCR programs: doc/use/SEEING.md, "In the debugger".

    memory    structures, read from a process or a core file
    guid      what a GUID means
    node      where the runtime keeps its objects
    task, event, block, worker    what each is
    graph     who waits for whom
    words     the words of the stuck report
    why, waiting                  what follows from the graph
    commands, printers            what gdb gets
"""
from . import commands, printers


def register():
    commands.register()
    printers.register()
